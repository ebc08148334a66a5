import Benchmarking
import ArgumentParser
import Statistics
import Terminal
import Text

/// What decides a comparison.
struct BenchJudgement: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The figure that decides; process_cpu_ms or, where that was not measured, the first time that was.",
      valueName: "figure"),
    completion: .list(FrameFigure.allCases.map(\.rawValue)))
  var figure: FrameFigure?

  @Option(help: ArgumentHelp("The smallest ratio that matters.", valueName: "ratio"))
  var limit = 1.05

  func validate() throws {
    guard limit.isFinite, (1.0001...100).contains(limit) else {
      throw ValidationError("--limit is a ratio from 1.0001 to 100, such as 1.05.")
    }
  }

  /// Prints what was found, and leaves with the code for it.
  func conclude(_ comparison: Comparison) throws {
    let verdict = comparison.verdict(limit: limit)
    var parts = [comparison.table]
    if !comparison.notes.isEmpty {
      parts.append(comparison.notes.map { "Note: \($0)" }.joined(separator: "\n"))
    }
    let judged = comparison.verdicts(limit: limit).map { "\($0.scene): \(words($0.verdict))" }
    parts.append(judged.joined(separator: "\n"))
    try StandardOutput.print(ForeignText.printableLines(parts.joined(separator: "\n\n")))
    if verdict != .unchanged { throw ExitCode(verdict.exitCode) }
  }

  private func words(_ verdict: Verdict) -> String {
    switch verdict {
    case .unchanged: "no change beyond \(limit), or faster"
    case .slower: "slower"
    case .undecided: "undecided; more frames or pairs, or a quieter machine, would tell"
    }
  }
}

extension FrameFigure: ExpressibleByArgument {}

struct BenchCompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Say whether a second run took longer than a first one.",
    discussion: """
      Each is a file that --json wrote, or a MangoHud log ending in .csv. The ratio has an interval that holds the \
      truth in 95 of 100 cases. Two runs at different times also differ by what the machine did meanwhile; \
      `regalia bench ab` takes turns.

      Exits with 0 for no change or faster, 1 for slower, 4 for undecided, 3 for files that cannot be compared.

      Example:
        regalia bench compare before.json after.json --figure fence_ms --limit 1.1
      """)

  @Argument(help: ArgumentHelp("The run before.", valueName: "first"), completion: .file())
  var first: String

  @Argument(help: ArgumentHelp("The run after.", valueName: "second"), completion: .file())
  var second: String

  @OptionGroup var judgement: BenchJudgement

  func run() throws {
    let (before, after) = (try ReportFiles.report(first), try ReportFiles.report(second))
    try judgement.conclude(Comparison(before, after, judging: judgement.figure))
  }
}

struct BenchPairsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ab",
    abstract: "Run two commands in turns, and say whether the second takes longer.",
    discussion: """
      The shell runs them in the order A B B A A B …, after one run of each that does not count. When both are \
      `regalia bench` of whatever version, their frames are compared; else the processor time that each run took. \
      While the verdict is open, and before anything is called slower, pairs are added, up to --most-pairs.

      Exits with 0 for no change or faster, 1 for slower, 4 for undecided.

      Example:
        regalia bench ab --a './old bench fill --offscreen' --b './new bench fill --offscreen'
      """)

  @Option(name: .customLong("a"), help: ArgumentHelp("The command before.", valueName: "command"))
  var first: String

  @Option(name: .customLong("b"), help: ArgumentHelp("The command after.", valueName: "command"))
  var second: String

  @Option(help: ArgumentHelp("How many pairs of runs.", valueName: "N"))
  var pairs = 11

  @Option(help: ArgumentHelp("How many there may be; five times --pairs.", valueName: "N"))
  var mostPairs: Int?

  @OptionGroup var judgement: BenchJudgement

  func validate() throws {
    guard (5...1000).contains(pairs) else { throw ValidationError("--pairs is from 5 to 1000.") }
    guard (pairs...3000).contains(mostPairs ?? pairs) else {
      throw ValidationError("--most-pairs is from --pairs to 3000.")
    }
  }

  func run() throws {
    try StandardOutput.check()
    var commands = PairedRuns(first: first, second: second)
    commands.pairs = pairs
    commands.mostPairs = mostPairs ?? 5 * pairs
    if let figure = judgement.figure { commands.figure = figure }
    commands.limit = judgement.limit
    Interruption.watch()
    let comparison: Comparison
    do {
      comparison = try commands.compare()
    } catch let interruption as Interruption {
      interruption.endProgram()
    }
    try judgement.conclude(comparison)
  }
}
