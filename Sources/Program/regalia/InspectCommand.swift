import ArgumentParser
import ColorPicker
import Controls
import CrownBrowser
import FlipClock
import PosterGallery
import PosterScene
import Posters
import Scene
import Application
import Terminal
import Text

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: ProgramLanguage.localized(
      "Print the layers of a window, their positions, and their presentation values."),
    discussion: ProgramLanguage.localized(
      """
      Examples:
        regalia inspect picker --at 0.1 --json
        regalia inspect gallery --script visit.jsonl --at 0.4
        regalia inspect poster poster.json
      """),
    subcommands: [
      PickerInspection.self, ClockInspection.self, GalleryInspection.self, CrownsInspection.self,
      PosterInspection.self,
    ])
}

/// The output format of a window's layers.
struct InspectionOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized("Print JSON, with presentation values and projected corners.")))
  var json = false

  /// Prints a content's visible layers at a time.
  func printLayers(of content: some WindowContent, at time: Double) throws {
    // The tree, which owns the animations, lives as long as the content.
    try withExtendedLifetime(content) { try printLayers(content.layer, at: time) }
  }

  func printLayers(_ layer: Layer, at time: Double) throws {
    let inspection = LayerInspection(of: layer, at: time)
    try StandardOutput.print(json ? inspection.json : ForeignText.printableLines(inspection.outline))
  }
}

/// The script that is played in a window before its layers are printed.
struct ScriptedInspectionOptions: ParsableArguments {
  @OptionGroup var input: ScriptOptions

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The time in the script in seconds; the default is its end."), valueName: "T")
  )
  var at: Double?

  @OptionGroup var output: InspectionOptions

  func validate() throws {
    if let at, !at.isFinite || at < 0 {
      throw ValidationError(ProgramLanguage.localized("--at is a time in seconds, 0 or more."))
    }
  }

  func settings<Window>(_ size: WindowSize<Window>) throws -> WindowSettings {
    var settings = size.settings(title: "")
    try input.apply(to: &settings)
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
    abstract: ProgramLanguage.localized("Print the picker's layers."),
    discussion: ProgramLanguage.localized(
      """
      With --at and no script, the middle of the square is pressed at 0, and the layers are printed at that time \
      in seconds.

      Example:
        regalia inspect picker --at 0.1 --json
      """))

  @OptionGroup var picker: PickerOptions

  @OptionGroup var options: ScriptedInspectionOptions

  func run() throws {
    let program = try picker.program(settings: try options.settings(picker.size))
    guard options.input.script == nil else { return try options.printLayers(of: program) }
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
    abstract: ProgramLanguage.localized("Print the clock's layers."),
    discussion: ProgramLanguage.localized(
      """
      A time with a fraction is during a flip: 10:10:00.20 is 0.2 s into the flip to 10:10:00. A whole second \
      shows the clock at rest.

      Example:
        regalia inspect clock --at 10:10:00.20 --json
      """))

  @OptionGroup var clock: ClockOptions

  @OptionGroup var output: InspectionOptions

  func run() throws {
    let program = clock.program(settings: clock.settings(over: ClockSettings()))
    try output.printLayers(of: program.still.laidOut(), at: 0)
  }
}

struct GalleryInspection: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: ProgramLanguage.localized("Print the gallery's layers."),
    discussion: ProgramLanguage.localized(
      """
      Example:
        regalia inspect gallery --script visit.jsonl --at 0.4
      """))

  @OptionGroup var gallery: GalleryOptions

  @OptionGroup var options: ScriptedInspectionOptions

  func run() throws {
    try options.printLayers(of: gallery.program(settings: options.settings(gallery.size)))
  }
}

struct CrownsInspection: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crowns",
    abstract: ProgramLanguage.localized("Print the layers of the crowns window."),
    discussion: ProgramLanguage.localized(
      """
      Example:
        regalia inspect crowns --search tudor --json
      """))

  @OptionGroup var crowns: CrownBrowserOptions

  @OptionGroup var options: ScriptedInspectionOptions

  func run() throws {
    try options.printLayers(of: crowns.program(settings: options.settings(crowns.size)))
  }
}

struct PosterInspection: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "poster",
    abstract: ProgramLanguage.localized("Print the layers of a poster, in points of its page."),
    discussion: ProgramLanguage.localized(
      """
      Example:
        regalia inspect poster poster.json --json
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The poster's document."), valueName: "file"),
    completion: .file())
  var file: String

  @OptionGroup var output: InspectionOptions

  func run() throws {
    try output.printLayers(
      PosterPicture.layer(of: PosterCommand.poster(in: file), by: HelperDecoder()), at: 0)
  }
}
