import ArgumentParser
import Benchmarking
import Statistics
import Terminal
import Text

struct BenchCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Hold runs that were made before against limits.",
    discussion: """
      Each is a file that --json wrote. Of several runs of the same scenes a frame counts by the median of what it \
      took in them: what another program made slow is gone, and what the scene itself makes slow is not.

      Exits with 0 when nothing is exceeded, 1 when something is, 3 for files that do not belong together.

      Example:
        regalia bench check first.json second.json third.json --limits Benchmarks/limits.json
      """)

  @Argument(help: ArgumentHelp("The runs.", valueName: "file"), completion: .file(extensions: ["json"]))
  var files: [String]

  @Option(
    help: ArgumentHelp("What the scenes may take.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var limits: String

  @Flag(name: .customLong("counts"), help: "Judge draw calls, vertices and uploaded bytes alone.")
  var countsAlone = false

  func run() throws {
    let limits = try ReportFiles.limits(limits)
    let runs = try files.map { (name: $0, report: try ReportFiles.report($0)) }
    try limits.judge(BenchReport(mediansOf: runs), countsAlone: countsAlone)
  }
}

extension BenchLimits {
  /// Prints a run and how it stands to the limits, and leaves with 1 where one is exceeded.
  func judge(_ report: BenchReport, countsAlone: Bool) throws {
    let findings = findings(in: report, countsAlone: countsAlone)
    try StandardOutput.print(ForeignText.printableLines(report.table + "\n\n" + Self.table(findings)))
    if findings.contains(where: \.isExceeded) { throw ExitCode(1) }
  }
}
