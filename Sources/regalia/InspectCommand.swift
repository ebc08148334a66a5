import ArgumentParser
import Controls
import Geometry
import Studio

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print the layers of a window, where they are seen, and what animations make of them.",
    subcommands: [PickerInspection.self])
}

struct PickerInspection: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picker",
    abstract: "Print the picker's layers.",
    discussion: """
      With a time the middle of the square is pressed at 0 and what is seen so long after is printed.

      Example:
        regalia inspect picker --at 0.1 --json
      """)

  @Option(help: ArgumentHelp("Seconds after the press.", valueName: "T"))
  var at: Double?

  @Flag(help: "Print JSON, with presentation values and projected corners.")
  var json = false

  @Option(
    help: ArgumentHelp("The size of the window in points.", valueName: "WxH"),
    transform: SizeArgument.init(parsing:))
  var size: SizeArgument = SizeArgument(size: PickerSession.defaultSize)

  func validate() throws {
    if let at, !at.isFinite || at < 0 { throw ValidationError("--at is a number of seconds from 0 on.") }
    try size.checkForPicker()
  }

  func run() throws {
    let session = PickerSession(
      color: ColorArgument.standard.color, format: .hex, hasAlpha: false, title: "", size: size.size,
      appearance: nil)
    let panel = session.inspected(at: at)
    // The tree, which holds the animations, lives as long as the panel.
    let text = withExtendedLifetime(panel) {
      json ? panel.layer.json(at: at ?? 0) : panel.layer.outline(at: at ?? 0)
    }
    try StandardOutput.print(text)
  }
}
