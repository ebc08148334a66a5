import ArgumentParser
import Controls
import Geometry
import Images
import Studio

struct CrownsBrowseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Look through all crowns in a window.",
    discussion: """
      Typing searches. The wheel scrolls, with Ctrl it zooms about the pointer, from small cells to one crown that \
      fills the window; + and - zoom, 0 shows all at once, Return lets the selected crown fill the window and \
      Escape goes back. SVG files that are dropped on the window are added. Ctrl+C copies the selected crown as \
      SVG, Ctrl+E saves it as a file, Ctrl+K opens the colour, F2 renames and Delete removes one of your own, \
      Ctrl+Z undoes.

      Examples:
        regalia crowns
        regalia crowns --search 'tudor jewelled' --color '#d4af37'
        regalia crowns --cell 40 --snapshot crowns.png --size 1920x1080
      """)

  @Option(help: ArgumentHelp("The file of your own crowns.", valueName: "file"))
  var library: String?

  @Option(help: ArgumentHelp("Begin with the crowns that these words find.", valueName: "words"))
  var search = ""

  @Option(
    help: ArgumentHelp("The colour of the crowns, in any notation of CSS.", valueName: "color"),
    transform: ColorArgument.init(parsing:))
  var color: ColorArgument?

  @Option(help: ArgumentHelp("The side of a cell in points, from 16 on.", valueName: "N"))
  var cell = CrownBrowserSession.defaultCell

  @Option(
    help: ArgumentHelp("The size of the window in points.", valueName: "WxH"),
    transform: SizeArgument.init(parsing:))
  var size: SizeArgument = SizeArgument(size: CrownBrowserSession.defaultSize)

  @Option(help: "Light or dark; otherwise as the desktop has it.")
  var appearance: Appearance?

  @Option(help: ArgumentHelp("Draw the window into a PNG instead of opening it.", valueName: "file"))
  var snapshot: String?

  @Option(help: ArgumentHelp("Pixels a point in the PNG.", valueName: "N"))
  var scale: Double?

  @Flag(help: "Print what assistive tools are told of the window, as JSON, instead of opening it.")
  var describe = false

  @Flag(help: "Show changes at once, without motion.")
  var reduceMotion = false

  @Option(help: ArgumentHelp("Play what this script of input does, a JSON object a line.", valueName: "file"))
  var script: String?

  @Option(
    help: ArgumentHelp("With --snapshot, the instant of the script to draw, in seconds.", valueName: "T"))
  var at: Double?

  @Option(help: ArgumentHelp("Write what is done in the window into a script.", valueName: "file"))
  var recordInput: String?

  func validate() throws {
    let smallest = CrownBrowserSession.minimumSize
    guard size.size.width >= smallest.width, size.size.height >= smallest.height else {
      throw ValidationError(
        "The window needs at least \(Int(smallest.width))x\(Int(smallest.height)) points; give a larger --size."
      )
    }
    guard cell.isFinite, CrownBrowserSession.cells.contains(cell) else {
      throw ValidationError("A cell has a side from 16 to 4096 points.")
    }
    if library?.isEmpty == true { throw ValidationError("--library needs the name of a file.") }
    if let at {
      guard snapshot != nil else { throw ValidationError("--at goes with --snapshot.") }
      guard at.isFinite, at >= 0 else { throw ValidationError("--at is a number of seconds from 0 on.") }
    }
    if snapshot?.isEmpty == true { throw ValidationError("--snapshot needs the name of a file.") }
    if let scale {
      guard snapshot != nil else { throw ValidationError("--scale goes with --snapshot.") }
      guard scale.isFinite, (0.5...8).contains(scale) else {
        throw ValidationError("A scale is from 0.5 to 8 pixels a point.")
      }
    }
    if describe && snapshot != nil { throw ValidationError("--describe and --snapshot exclude each other.") }
    if snapshot != nil && recordInput != nil {
      throw ValidationError("--snapshot and --record-input exclude each other.")
    }
  }

  func run() throws {
    var session = CrownBrowserSession(
      library: library, search: search, color: color?.color, cell: cell, size: size.size,
      appearance: appearance)
    session.reducesMotion = reduceMotion
    if let script { session.script = try InputScript(file: script) }
    session.recording = recordInput
    if describe { return try StandardOutput.print(session.description()) }
    if let snapshot { return try PNG.write(session.picture(scale: scale ?? 1, at: at), to: snapshot) }
    try session.run()
  }
}
