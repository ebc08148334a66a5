import ArgumentParser
import Images
import Studio

struct PlaneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plane",
    abstract: "Write a plane of colours as a picture, drawn by the programs that the picker uses.",
    subcommands: [HSBPlaneCommand.self])
}

struct HSBPlaneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hsb",
    abstract: "Write the square of one hue: saturation grows rightward, brightness upward.",
    discussion: """
      Example:
        regalia plane hsb --hue 210 --size 512 -o blue.png
      """)

  @Option(parsing: .unconditional, help: ArgumentHelp("The hue in degrees.", valueName: "H"))
  var hue: Double

  @Option(help: ArgumentHelp("The side in pixels, at least 2.", valueName: "N"))
  var size: Int

  @Option(name: .shortAndLong, help: ArgumentHelp("The PNG to write.", valueName: "file"))
  var output: String

  func validate() throws {
    guard hue.isFinite else { throw ValidationError("A hue is a number of degrees.") }
    guard (2...16384).contains(size) else { throw ValidationError("The side is from 2 to 16384 pixels.") }
  }

  func run() throws {
    let folders = UserFolders()
    let picture = try PlanePicture.hsb(
      hue: hue, side: size, cacheDirectory: folders.programCache)
    try PNG.write(picture, to: output)
  }
}
