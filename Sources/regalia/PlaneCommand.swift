import Publishing
import Desktop
import ArgumentParser
import Colors
import Images

struct PlaneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plane",
    abstract: "Write a plane of colours as a picture, drawn by the programs that the picker uses.",
    discussion: """
      Planes:
      \(planes)

      Example:
        regalia plane hsb --hue 210 --size 512 -o blue.png
      """)

  /// The planes there are, a line for each.
  private static var planes: String {
    ColorPlane.all.map { plane in
      "  \(plane.name)  \(plane.across.name.lowercased()) rightward, \(plane.up.name.lowercased()) upward at one "
        + plane.fixed.name.lowercased()
    }.joined(separator: "\n")
  }

  /// `--at`, and the names of the planes' own coordinates.
  private static let levelNames = NameSpecification(
    [NameSpecification.Element.customLong("at")]
      + Set(ColorPlane.all.map { $0.fixed.name.lowercased() }).sorted().map {
        NameSpecification.Element.customLong($0)
      })

  @Argument(help: "The plane.")
  var name: String

  @Option(
    name: PlaneCommand.levelNames,
    parsing: .unconditional,
    help: ArgumentHelp("The value of the third coordinate, such as the hue in degrees.", valueName: "V"))
  var level: Double

  @Option(help: ArgumentHelp("The side in pixels, at least 2.", valueName: "N"))
  var size: Int

  @Option(name: .shortAndLong, help: ArgumentHelp("The PNG to write.", valueName: "file"))
  var output: String

  func validate() throws {
    guard ColorPlane.named(name) != nil else {
      let names = ColorPlane.all.map(\.name).joined(separator: ", ")
      throw ValidationError("There is no plane “\(name)”; there is \(names).")
    }
    guard level.isFinite else { throw ValidationError("The third coordinate is a number.") }
    guard (2...16384).contains(size) else { throw ValidationError("The side is from 2 to 16384 pixels.") }
  }

  func run() throws {
    guard let colors = ColorPlane.named(name) else { return }
    try PlanePicture.write(
      colors, at: level, side: size, cacheDirectory: UserFolders().programCache, to: output)
  }
}
