import Desktop
import ArgumentParser
import Controls
import Geometry
import Images
import Studio

/// What can be said of every window: how it looks, what is played in it, and what is made instead of opening it.
struct WindowOptions: ParsableArguments {
  @Option(help: "Light or dark; otherwise as the desktop has it.")
  var appearance: Appearance?

  @Option(help: ArgumentHelp("Draw the window into a PNG instead of opening it.", valueName: "file"))
  var snapshot: String?

  @Option(help: ArgumentHelp("Pixels a point in the PNG.", valueName: "N"))
  var scale: Double?

  @Flag(help: "Print what assistive tools are told of the window, as JSON, instead of opening it.")
  var describe = false

  @Option(help: ArgumentHelp("Play what this script of input does, a JSON object a line.", valueName: "file"))
  var script: String?

  @Option(
    help: ArgumentHelp("With --snapshot, the instant of the script to draw, in seconds.", valueName: "T"))
  var at: Double?

  @Option(help: ArgumentHelp("Write what is done in the window into a script.", valueName: "file"))
  var recordInput: String?

  func validate() throws {
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
    if recordInput != nil && (snapshot != nil || describe) {
      throw ValidationError("--record-input needs the window; leave out --snapshot and --describe.")
    }
  }

  /// Returns how a window opens: as was said here, and as its own command says.
  func settings(
    title: String, size: Size, minimumSize: Size, reducesMotion: Bool
  ) throws -> WindowSettings {
    var settings = WindowSettings(title: title, size: size, minimumSize: minimumSize)
    settings.appearance = appearance
    settings.reducesMotion = reducesMotion ? true : nil
    if let script { settings.script = try InputScript(file: script) }
    settings.recording = recordInput
    return settings
  }

  /// Draws or describes a window where that was asked for; returns false where it is to be opened.
  func answer<Content>(_ program: WindowProgram<Content>) throws -> Bool {
    if describe {
      try StandardOutput.print(program.description())
      return true
    }
    guard let snapshot else { return false }
    try PNG.write(program.picture(scale: scale ?? 1, at: at), to: snapshot)
    return true
  }
}

extension Appearance: ExpressibleByArgument {}

extension SizeArgument {
  /// Refuses a window with less than `smallest`.
  func check(atLeast smallest: Size) throws {
    guard size.width >= smallest.width, size.height >= smallest.height else {
      throw ValidationError(
        "The window needs at least \(Int(smallest.width))x\(Int(smallest.height)) points; give a larger --size."
      )
    }
  }
}
