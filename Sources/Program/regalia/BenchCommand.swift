import Application
import ArgumentParser
import Benchmarking
import Files
import Geometry
import Statistics
import Terminal
import Text

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: ProgramLanguage.localized("Measure frame times and compare measurements."),
    subcommands: [
      BenchRunCommand.self, BenchCheckCommand.self, BenchCompareCommand.self, BenchPairsCommand.self,
    ],
    defaultSubcommand: BenchRunCommand.self)
}

struct BenchRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: ProgramLanguage.localized(
      "Measure scenes frame by frame; also available as `regalia bench SCENE`."),
    discussion: ProgramLanguage.localized(
      """
      Several scenes are measured in turns, so that their ratios hold on a noisy machine. Without a name, the \
      usual scenes are measured, which have an asterisk; script FILE plays recorded input.

      Scenes:
      {scenes}
        script FILE: input recorded with --record-input

      Examples:
        regalia bench picker-drag --json before.json --plot before.svg
        regalia bench square-six square-single fill --offscreen --size 512x512 --size 2048x2048
        regalia bench script visit.jsonl --in clock --vsync on
      """,
      [
        "scenes": BenchmarkScene.all.map { "  \($0.name)\($0.isUsual ? "*" : ""): \($0.summary)" }.joined(
          separator: "\n")
      ]))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The scenes.")),
    completion: .list(BenchmarkScene.all.map(\.name) + ["script"]))
  var scene: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      ProgramLanguage.localized("The size in points; several can be given with --offscreen."),
      valueName: "WxH"),
    transform: SizeArgument.init(parsing:))
  var size: [SizeArgument] = []

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The number of pixels per point."), valueName: "N"))
  var scale = 1.0

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The number of measured frames per scene; the default is 600."),
      valueName: "N"))
  var frames: Int?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The measuring time per scene in seconds, in place of --frames."),
      valueName: "T"))
  var seconds: Double?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The number of frames before the measured ones."), valueName: "N"))
  var warmup = 60

  @Option(help: ArgumentHelp(ProgramLanguage.localized("Whether to wait for the display before each frame.")))
  var vsync = Switch.off

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Measure without a window.")))
  var offscreen = false

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The seed of the scenes' random numbers."), valueName: "N"))
  var seed: UInt64 = 1

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(ProgramLanguage.localized("The scene that a script drives."), valueName: "scene"),
    completion: .list(DemoScene.all.map(\.name)), transform: SceneArgument.init(parsing:))
  var window: SceneArgument = SceneArgument(scene: SceneArgument.standard)

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("Write all measurements as JSON."), valueName: "file"),
    completion: .file(extensions: ["json"]))
  var json: String?

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("Write a plot as SVG."), valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var plot: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("Write one line of comma-separated values per frame."), valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var csv: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Compare with these limits; without a scene, measure the scenes of the file."), valueName: "file"),
    completion: .file(extensions: ["json"]))
  var limits: String?

  @Flag(
    name: .customLong("counts"),
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Compare only draw calls, vertices and uploaded bytes, as a debug build always does.")))
  var countsAlone = false

  func validate() throws {
    _ = try BenchSceneNames(scene)
    guard frames == nil || seconds == nil else {
      throw ValidationError(ProgramLanguage.localized("--frames and --seconds exclude each other."))
    }
    guard (1...1_000_000).contains(frames ?? 1) else {
      throw ValidationError(ProgramLanguage.localized("--frames is from 1 to 1000000."))
    }
    guard (0.01...3600).contains(seconds ?? 1) else {
      throw ValidationError(ProgramLanguage.localized("--seconds is from 0.01 to 3600."))
    }
    guard (0...100_000).contains(warmup) else {
      throw ValidationError(ProgramLanguage.localized("--warmup is from 0 to 100000 frames."))
    }
    guard (0.25...8).contains(scale) else {
      throw ValidationError(ProgramLanguage.localized("A scale is from 0.25 to 8 pixels per point."))
    }
    guard size.count <= 1 || offscreen else {
      throw ValidationError(
        ProgramLanguage.localized("A window has one size at a time; measure several with --offscreen."))
    }
    guard limits != nil || !countsAlone else {
      throw ValidationError(ProgramLanguage.localized("--counts needs --limits."))
    }
    guard vsync == .off || !offscreen else {
      throw ValidationError(ProgramLanguage.localized("--vsync on needs a window."))
    }
  }

  func run() throws {
    try StandardOutput.check()
    let limits = try limits.map { try ReportFiles.limits($0) }
    let names = scene.isEmpty ? limits?.names ?? [] : scene
    let scenes = try BenchSceneNames(names).scenes(in: window.scene)
    var run = Benchmark(
      scenes: scenes.map { scene in
        limits?.size(of: scene.name).map { scene.sized(Size(width: $0.width, height: $0.height)) } ?? scene
      })
    run.sizes = size.map(\.size)
    run.scale = scale
    run.length = seconds.map { .seconds($0) } ?? .frames(frames ?? 600)
    run.warmup = warmup
    run.isOffscreen = offscreen
    run.waitsForRefresh = vsync == .on
    run.seed = seed
    run.program = "regalia \(Version.text)"
    let report = try run.measure()
    try write(report)
    if let limits { return try limits.judge(report, countsAlone: countsAlone) }
    if ![json, plot, csv].contains(AtomicFile.standardOutput) { try StandardOutput.print(text(of: report)) }
  }

  private func write(_ report: BenchReport) throws {
    let json = report.json()
    for path in [self.json, UserFolders.variable(PairedRuns.reportVariable)].compactMap({ $0 }) {
      try AtomicFile.write(json, to: path)
    }
    if let plot { try AtomicFile.write(FramePlot(report).svg, to: plot) }
    if let csv { try AtomicFile.write(report.csv, to: csv) }
  }

  private func text(of report: BenchReport) -> String {
    let place = [report.context.renderer, report.context.surface].compactMap { $0 }.joined(separator: "; ")
    let doubts = report.validity.map { ProgramLanguage.localized("Caution: {reason}", ["reason": $0.text]) }
    let timer =
      report.context.gpuTimeMissing.map {
        [ProgramLanguage.localized("No GPU time: {reason}", ["reason": $0])]
      } ?? []
    let parts = [place, report.table, report.histograms(), (timer + doubts).joined(separator: "\n")]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}

/// On or off.
enum Switch: String, ExpressibleByArgument, CaseIterable {
  case on, off
}

/// The scenes named on a command line.
struct BenchSceneNames {
  private var names: [String] = []
  private var script: String?

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "script" {
        guard let file = rest.popFirst() else {
          throw ValidationError(ProgramLanguage.localized("script needs the name of a file."))
        }
        guard script == nil else {
          throw ValidationError(ProgramLanguage.localized("One script at a time can be measured."))
        }
        script = file
      } else if BenchmarkScene.named(word) == nil {
        // Untranslated: words of the command line.
        let known = (BenchmarkScene.all.map(\.name) + ["script FILE"]).joined(separator: ", ")

        guard let meant = Spelling.nearest(to: word, among: BenchmarkScene.all.map(\.name)) else {
          throw ValidationError(
            ProgramLanguage.localized(
              "There is no scene “{name}”; there are {names}.", ["name": word, "names": known]))
        }
        throw ValidationError(
          ProgramLanguage.localized(
            "There is no scene “{name}”; did you mean “{nearest}”? There are {names}.",
            ["name": word, "nearest": meant, "names": known]))
      } else if names.contains(word) {
        throw ValidationError(ProgramLanguage.localized("The scene {word} is named twice.", ["word": word]))
      } else {
        names.append(word)
      }
    }
  }

  func scenes(in window: DemoScene) throws -> [BenchmarkScene] {
    let played = try script.map { BenchmarkScene(window, playing: try InputScript(file: $0)) }
    let named = names.compactMap(BenchmarkScene.named)
    return named.isEmpty && played == nil ? BenchmarkScene.usual : named + (played.map { [$0] } ?? [])
  }
}

struct BenchCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: ProgramLanguage.localized("Compare earlier runs with limits."),
    discussion: ProgramLanguage.localized(
      """
      Runs are files written by --json. In several runs of the same scenes, each frame has the median of its \
      times, which removes the influence of other programs.

      Exits with 1 if a limit is exceeded, and 3 for files with different scenes or options.

      Example:
        regalia bench check first.json second.json third.json --limits Benchmarks/limits.json
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The runs."), valueName: "file"),
    completion: .file(extensions: ["json"]))
  var files: [String]

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The limits of the scenes."), valueName: "file"),
    completion: .file(extensions: ["json"]))
  var limits: String

  @Flag(
    name: .customLong("counts"),
    help: ArgumentHelp(ProgramLanguage.localized("Compare only draw calls, vertices and uploaded bytes.")))
  var countsAlone = false

  func run() throws {
    let limits = try ReportFiles.limits(limits)
    let runs = try files.map { (name: $0, report: try ReportFiles.report($0)) }
    try limits.judge(BenchReport(mediansOf: runs), countsAlone: countsAlone)
  }
}

extension BenchLimits {
  /// Prints a run and compares it with the limits, and exits with 1 if one is exceeded.
  func judge(_ report: BenchReport, countsAlone: Bool) throws {
    let findings = findings(in: report, countsAlone: countsAlone)
    try StandardOutput.print(ForeignText.printableLines(report.table + "\n\n" + Self.table(findings)))
    if findings.contains(where: \.isExceeded) { throw ExitCode(1) }
  }
}

/// The criteria of a comparison.
struct BenchJudgement: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The compared figure; the default is process_cpu_ms, or the first measured time."),
      valueName: "figure"),
    completion: .list(FrameFigure.allCases.map(\.rawValue)))
  var figure: FrameFigure?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The smallest relevant ratio."), valueName: "ratio"))
  var limit = 1.05

  func validate() throws {
    guard limit.isFinite, (1.0001...100).contains(limit) else {
      throw ValidationError(ProgramLanguage.localized("--limit is a ratio from 1.0001 to 100, such as 1.05."))
    }
  }

  /// Prints the result, and exits with its code.
  func conclude(_ comparison: Comparison) throws {
    let verdict = comparison.verdict(limit: limit)
    var parts = [comparison.table]
    if !comparison.notes.isEmpty {
      parts.append(
        comparison.notes.map { ProgramLanguage.localized("Note: {note}", ["note": $0]) }.joined(
          separator: "\n"))
    }
    let judged = comparison.verdicts(limit: limit).map { "\($0.scene): \(words($0.verdict))" }
    parts.append(judged.joined(separator: "\n"))
    try StandardOutput.print(ForeignText.printableLines(parts.joined(separator: "\n\n")))
    if verdict != .unchanged { throw ExitCode(verdict.exitCode) }
  }

  private func words(_ verdict: Verdict) -> String {
    switch verdict {
    case .unchanged: ProgramLanguage.localized("no change beyond {limit}, or faster", ["limit": "\(limit)"])
    case .slower: ProgramLanguage.localized("slower")
    case .undecided:
      ProgramLanguage.localized("undecided; use more frames or pairs, or a less busy machine")
    }
  }
}

extension FrameFigure: ExpressibleByArgument {}

struct BenchCompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: ProgramLanguage.localized("Test whether the second run took longer than the first."),
    discussion: ProgramLanguage.localized(
      """
      Runs are files written by --json, or MangoHud logs with the extension .csv. The ratio has a 95 % confidence \
      interval. Two runs at different times are also influenced by other programs; `regalia bench ab` runs \
      commands in turns.

      Exits with 0 for no change or faster, 1 for slower, 4 for undecided, 3 for files that cannot be compared.

      Example:
        regalia bench compare before.json after.json --figure fence_ms --limit 1.1
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The first run."), valueName: "first"), completion: .file())
  var first: String

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The second run."), valueName: "second"), completion: .file()
  )
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
    abstract: ProgramLanguage.localized(
      "Run two commands in turns, and test whether the second takes longer."),
    discussion: ProgramLanguage.localized(
      """
      The shell runs them in the order A B B A A B …, after one ignored run of each. If both are `regalia bench`, \
      in any version, their frames are compared; otherwise the processor times of the runs. While the result is \
      undecided, and before a command is called slower, pairs are added, up to --most-pairs.

      Exits with 0 for no change or faster, 1 for slower, 4 for undecided.

      Example:
        regalia bench ab --a './old bench fill --offscreen' --b './new bench fill --offscreen'
      """))

  @Option(
    name: .customLong("a"),
    help: ArgumentHelp(ProgramLanguage.localized("The first command."), valueName: "command"))
  var first: String

  @Option(
    name: .customLong("b"),
    help: ArgumentHelp(ProgramLanguage.localized("The second command."), valueName: "command"))
  var second: String

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The number of pairs of runs."), valueName: "N"))
  var pairs = 11

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The maximum number of pairs; the default is five times --pairs."),
      valueName: "N"))
  var mostPairs: Int?

  @OptionGroup var judgement: BenchJudgement

  func validate() throws {
    guard (5...1000).contains(pairs) else {
      throw ValidationError(ProgramLanguage.localized("--pairs is from 5 to 1000."))
    }
    guard (pairs...3000).contains(mostPairs ?? pairs) else {
      throw ValidationError(ProgramLanguage.localized("--most-pairs is from --pairs to 3000."))
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
