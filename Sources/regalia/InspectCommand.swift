import ArgumentParser
import Controls
import Geometry
import Studio

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print the layers of a window, where they are seen, and what animations make of them.",
    subcommands: [PickerInspection.self, ClockInspection.self])
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
    try size.check(atLeast: PickerSession.minimumSize)
  }

  func run() throws {
    let session = PickerSession(
      color: ColorArgument.standard.color, format: .hex, hasAlpha: false, title: "", size: size.size,
      appearance: nil)
    let panel = session.inspected(at: at)
    try printLayers(of: panel, at: at ?? 0, asJSON: json)
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

  @Flag(help: "Print JSON, with presentation values and projected corners.")
  var json = false

  @Option(
    help: ArgumentHelp("The size of the window in points.", valueName: "WxH"),
    transform: SizeArgument.init(parsing:))
  var size: SizeArgument = SizeArgument(size: ClockSession.defaultSize)

  func run() throws {
    var session = ClockSession(size: size.size)
    session.start = at?.start
    try printLayers(of: session.inspected(), at: 0, asJSON: json)
  }
}

/// Prints what is seen of a window's layers at a time.
private func printLayers(of content: some WindowContent, at time: Double, asJSON json: Bool) throws {
  // The tree, which holds the animations, lives as long as the content.
  let text = withExtendedLifetime(content) {
    json ? content.layer.json(at: time) : content.layer.outline(at: time)
  }
  try StandardOutput.print(text)
}
