import Publishing
import Desktop
import ArgumentParser
import ColorPicker
import Controls
import CrownBrowser
import FlipClock
import Geometry
import PosterGallery
import Posters
import Scene
import Studio

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print the layers of a window, where they are seen, and what animations make of them.",
    discussion: """
      Examples:
        regalia inspect picker --at 0.1 --json
        regalia inspect gallery --script visit.jsonl --at 0.4
        regalia inspect poster poster.json
      """,
    subcommands: [
      PickerInspection.self, ClockInspection.self, GalleryInspection.self, CrownsInspection.self,
      PosterInspection.self,
    ])
}

/// How the layers of a window are printed.
struct InspectionOptions: ParsableArguments {
  @Flag(help: "Print JSON, with presentation values and projected corners.")
  var json = false

  /// Prints what is seen of a content's layers at a time.
  func printLayers(of content: some WindowContent, at time: Double) throws {
    // The tree, which holds the animations, lives as long as the content.
    try withExtendedLifetime(content) { try printLayers(content.layer, at: time) }
  }

  func printLayers(_ layer: Layer, at time: Double) throws {
    try StandardOutput.print(json ? layer.json(at: time) : layer.outline(at: time))
  }
}

/// What is done in a window before its layers are printed.
struct ScriptedInspectionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Play what this script of input does, a JSON object a line.", valueName: "file"))
  var script: String?

  @Option(help: ArgumentHelp("The instant of the script in seconds, otherwise its end.", valueName: "T"))
  var at: Double?

  @OptionGroup var output: InspectionOptions

  func validate() throws {
    if let at, !at.isFinite || at < 0 { throw ValidationError("--at is a number of seconds from 0 on.") }
  }

  func settings(_ size: SizeArgument, atLeast smallest: Size) throws -> WindowSettings {
    try size.check(atLeast: smallest)
    var settings = WindowSettings(title: "", size: size.size, minimumSize: smallest)
    if let script { settings.script = try InputScript(file: script) }
    return settings
  }

  func printLayers<Content>(of program: WindowProgram<Content>) throws {
    let time = at ?? program.settings.script.steps.last?.time ?? 0
    try output.printLayers(of: program.played(until: time), at: time)
  }
}

struct PickerInspection: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picker",
    abstract: "Print the picker's layers.",
    discussion: """
      With a time and no script the middle of the square is pressed at 0 and what is seen so long after is printed.

      Example:
        regalia inspect picker --at 0.1 --json
      """)

  @OptionGroup var options: ScriptedInspectionOptions

  @Option(
    help: ArgumentHelp("The size of the window in points.", valueName: "WxH"),
    transform: SizeArgument.init(parsing:))
  var size: SizeArgument = SizeArgument(size: PickerWindow.defaultSize)

  func run() throws {
    let program = WindowProgram.picker(
      color: ColorArgument.standard.color, format: .hex, hasAlpha: false,
      settings: try options.settings(size, atLeast: PickerWindow.minimumSize))
    guard options.script == nil else { return try options.printLayers(of: program) }
    let panel = try program.laidOut()
    if let time = options.at {
      panel.handle(.pointerDown(panel.panel.squareFrame.center, .left, clicks: 1, []), at: 0)
      _ = panel.advance(to: time)
    }
    try options.output.printLayers(of: panel, at: options.at ?? 0)
  }
}

struct ClockInspection: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock",
    abstract: "Print the clock's layers.",
    discussion: """
      A time with a fraction is an instant in the middle of things: 10:10:00.20 is 0.2 s into the flip to 10:10:00. \
      A whole second shows what that second shows, at rest.

      Example:
        regalia inspect clock --at 10:10:00.20 --json
      """)

  @Option(
    help: ArgumentHelp("The time of day, as 10:10:00.20; otherwise now.", valueName: "time"),
    transform: StartArgument.init(parsing:))
  var at: StartArgument?

  @OptionGroup var output: InspectionOptions

  @Option(
    help: ArgumentHelp("The size of the window in points.", valueName: "WxH"),
    transform: SizeArgument.init(parsing:))
  var size: SizeArgument = SizeArgument(size: ClockProgram.defaultSize)

  func run() throws {
    var clock = ClockProgram(size: size.size)
    clock.start = at?.start
    try output.printLayers(of: clock.still.laidOut(), at: 0)
  }
}

struct GalleryInspection: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: "Print the gallery's layers.",
    discussion: """
      Example:
        regalia inspect gallery --script visit.jsonl --at 0.4
      """)

  @Option(help: ArgumentHelp("The library to show instead of your own.", valueName: "file"))
  var library: String?

  @OptionGroup var options: ScriptedInspectionOptions

  @Option(
    help: ArgumentHelp("The size of the window in points.", valueName: "WxH"),
    transform: SizeArgument.init(parsing:))
  var size: SizeArgument = SizeArgument(size: Gallery.defaultSize)

  func run() throws {
    try options.printLayers(
      of: WindowProgram.gallery(
        library: library, settings: try options.settings(size, atLeast: Gallery.minimumSize)))
  }
}

struct CrownsInspection: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crowns",
    abstract: "Print the layers of the window of crowns.",
    discussion: """
      Example:
        regalia inspect crowns --search tudor --json
      """)

  @Option(help: ArgumentHelp("The file of your own crowns.", valueName: "file"))
  var library: String?

  @Option(help: ArgumentHelp("Begin with the crowns that these words find.", valueName: "words"))
  var search = ""

  @OptionGroup var options: ScriptedInspectionOptions

  @Option(
    help: ArgumentHelp("The size of the window in points.", valueName: "WxH"),
    transform: SizeArgument.init(parsing:))
  var size: SizeArgument = SizeArgument(size: CrownBrowserContent.defaultSize)

  func run() throws {
    try options.printLayers(
      of: WindowProgram.crowns(
        library: library, search: search,
        settings: try options.settings(size, atLeast: CrownBrowserContent.minimumSize)))
  }
}

struct PosterInspection: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "poster",
    abstract: "Print the layers that a poster is drawn with, in points of its page.",
    discussion: """
      Example:
        regalia inspect poster poster.json --json
      """)

  @Argument(help: ArgumentHelp("The poster's document.", valueName: "file"), completion: .file())
  var file: String

  @OptionGroup var output: InspectionOptions

  func run() throws {
    try output.printLayers(PosterPicture.layer(of: PosterCommand.poster(in: file)), at: 0)
  }
}
