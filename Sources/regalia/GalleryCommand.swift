import ArgumentParser
import Controls
import Geometry
import Images
import Motion
import Studio

struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: "Hang your posters on a wall and look at them closely.",
    discussion: """
      Double-click or Return lets a poster fill the window; Escape, or drawing at it or at the left edge, takes it \
      back. The right button opens a menu of all that can be done with a poster.

      Examples:
        regalia gallery
        regalia gallery --library ~/other.regalia
        regalia gallery --snapshot wall.png --scale 2
        regalia gallery --snapshot flight.png --script visit.jsonl --at 0.15
      """)

  @Option(help: ArgumentHelp("The library to show instead of your own.", valueName: "file"))
  var library: String?

  @Option(
    help: ArgumentHelp("The size of the window in points.", valueName: "WxH"),
    transform: SizeArgument.init(parsing:))
  var size: SizeArgument = SizeArgument(size: GallerySession.defaultSize)

  @Option(help: "Light or dark; otherwise as the desktop has it.")
  var appearance: Appearance?

  @Option(
    help: ArgumentHelp(
      "What posters fly on, as `regalia curve` takes it; otherwise spring-duration(0.5 0.9 15).",
      valueName: "spring"),
    transform: SpringArgument.init(parsing:))
  var spring: SpringArgument?

  @Option(help: ArgumentHelp("The folder for exported posters.", valueName: "folder"))
  var exportTo: String?

  @Option(help: ArgumentHelp("Draw the window into a PNG instead of opening it.", valueName: "file"))
  var snapshot: String?

  @Option(help: ArgumentHelp("Pixels a point in the PNG.", valueName: "N"))
  var scale: Double?

  @Flag(help: "Print what assistive tools are told of the window, as JSON, instead of opening it.")
  var describe = false

  @Flag(help: "Let posters fade instead of fly.")
  var reduceMotion = false

  @Option(help: ArgumentHelp("Play what this script of input does, a JSON object a line.", valueName: "file"))
  var script: String?

  @Option(
    help: ArgumentHelp("With --snapshot, the instant of the script to draw, in seconds.", valueName: "T"))
  var at: Double?

  @Option(help: ArgumentHelp("Write what is done in the window into a script.", valueName: "file"))
  var recordInput: String?

  func validate() throws {
    let smallest = GallerySession.minimumSize
    guard size.size.width >= smallest.width, size.size.height >= smallest.height else {
      throw ValidationError(
        "The window needs at least \(Int(smallest.width))x\(Int(smallest.height)) points; give a larger --size."
      )
    }
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
  }

  func run() throws {
    var session = GallerySession(path: library, size: size.size)
    session.appearance = appearance
    session.spring = spring?.spring
    session.launchVelocity = spring?.velocity
    session.reducesMotion = reduceMotion
    session.exportFolder = exportTo
    if let script { session.script = try InputScript(file: script) }
    session.recording = recordInput
    if describe { return try StandardOutput.print(session.description()) }
    if let snapshot { return try PNG.write(session.picture(scale: scale ?? 1, at: at), to: snapshot) }
    try session.run()
  }
}

/// A spring on the command line, in the notation of `regalia curve`.
struct SpringArgument {
  let spring: Spring
  /// How fast something begins that the spring moves, in ways a second, or nil when that was not said.
  let velocity: Double?

  init(parsing argument: String) throws {
    let function: TimingFunction
    do {
      function = try TimingFunction(parsing: argument)
    } catch {
      throw ValidationError("\(error).")
    }
    guard case .spring(let timing) = function else {
      throw ValidationError("that is no spring; write one such as spring-duration(0.5 0.9 15).")
    }
    guard timing.settling.isFinite else {
      throw ValidationError("a spring that never rests cannot bring a poster home; give it some damping.")
    }
    spring = timing.spring
    velocity = timing.initialVelocity == 0 ? nil : timing.initialVelocity
  }
}
