import PosterScene
import ArgumentParser
import ColorManagement
import Colors
import Text
import Files

struct PlaneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plane",
    abstract: ProgramLanguage.localized("Draw a colour plane as a picture, with the shaders of the picker."),
    discussion: ProgramLanguage.localized(
      """
      Planes:
      {planes}

      Examples:
        regalia plane hsb --hue 210 --size 512 -o blue.png
        regalia plane oklch --hue 30 --size 512 -o reds.png
        regalia plane oklch --hue 30 --lines --contrast apca --against black --size 512 -o reds.png
        regalia plane oklch --hue 30 --lines --press --size 512 -o printed.png
      """, ["planes": planes]))

  /// The list of planes, one per line.
  private static var planes: String {
    ColorPlane.all.map { plane in
      "  \(plane.space) --\(plane.fixed.name.lowercased())  "
        + ProgramLanguage.localized(
          "{across} to the right, {up} upward", ["across": words(plane.across), "up": words(plane.up)])
    }.joined(separator: "\n")
  }

  private static func words(_ axis: ColorPlane.Axis) -> String {
    let (least, most) = (axis.range.lowerBound.text(), axis.range.upperBound.text())
    let language = ProgramLanguage.language
    return "\(language.inSentence(language.localized(axis.title))) \(least)…\(most)"
  }

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The plane.")),
    completion: .list(Set(ColorPlane.all.map(\.space)).sorted()))
  var name: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(ProgramLanguage.localized("The fixed hue, in degrees."), valueName: "V"))
  var hue: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      ProgramLanguage.localized("The fixed lightness, 0 to 1, or 0 to 100 for lab."), valueName: "V"))
  var lightness: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(ProgramLanguage.localized("The fixed red, 0 to 255."), valueName: "V"))
  var red: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(ProgramLanguage.localized("The fixed green, 0 to 255."), valueName: "V"))
  var green: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(ProgramLanguage.localized("The fixed blue, 0 to 255."), valueName: "V"))
  var blue: Double?

  @Option(
    name: .customLong("at"), parsing: .unconditional,
    help: ArgumentHelp(
      ProgramLanguage.localized("The fixed coordinate, if the space has only one plane."), valueName: "V"))
  var level: Double?

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The side length in pixels, at least 2."), valueName: "N"))
  var size: Int

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(ProgramLanguage.localized("The PNG to write."), valueName: "file"),
    completion: .file(extensions: ["png"]))
  var output: String

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        """
        Draw lines: the edges of sRGB, of P3 (dashed) and of Rec. 2020 (dotted) where the plane leaves them, and the \
        colours of a given contrast.
        """)))
  var lines = false

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The contrast of the lines: wcag (3, 4.5, 7), apca (Lc 45, 60, 75, 90) or none.")))
  var contrast: LineContrast = .wcag

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The background for the contrast."), valueName: "color"),
    completion: .colors, transform: ColorArgument.init(parsing:))
  var against = ColorArgument(color: RGBA(hex: 0xffffff))

  @OptionGroup var press: PressOption

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Hatch colours outside sRGB.")))
  var hatch = false

  enum LineContrast: String, ExpressibleByArgument, CaseIterable {
    case wcag, apca, none

    var method: ContrastGoal.Method? { ContrastGoal.Method(rawValue: rawValue) }
  }

  private var guides: PlaneGuides {
    PlaneGuides(
      edges: lines, contrast: lines ? contrast.method : nil, on: against.color, isHatched: hatch)
  }

  /// Returns the requested plane, and the value of its fixed coordinate.
  private func choice() throws -> (plane: ColorPlane, level: Double) {
    let planes = ColorPlane.named(name)
    guard let first = planes.first else {
      let names = ColorPlane.all.map(\.space).reduce(into: [String]()) {
        if !$0.contains($1) { $0.append($1) }
      }
      throw ValidationError(
        ProgramLanguage.localized(
          "There is no plane “{name}”; there are {names}.",
          ["name": name, "names": names.joined(separator: ", ")]))
    }
    let options = planes.map { "--\($0.fixed.name.lowercased())" }.joined(separator: ", ")
    let given = [
      ("hue", hue), ("lightness", lightness), ("red", red), ("green", green), ("blue", blue), ("at", level),
    ]
    .compactMap { name, value in value.map { (name: name, value: $0) } }
    guard given.count == 1, let one = given.first else {
      throw ValidationError(
        ProgramLanguage.localized(
          "Give one fixed coordinate of {name}: {options}.", ["name": name, "options": options]))
    }
    guard one.value.isFinite else {
      throw ValidationError(ProgramLanguage.localized("The fixed coordinate is a number."))
    }
    if one.name == "at", planes.count == 1 { return (first, one.value) }
    guard let plane = planes.first(where: { $0.fixed.name.lowercased() == one.name }) else {
      throw ValidationError(
        ProgramLanguage.localized(
          "--{given} is not the fixed coordinate of {name}; use {options}.",
          ["given": one.name, "name": name, "options": options]))
    }
    return (plane, one.value)
  }

  func validate() throws {
    let (plane, level) = try choice()
    guard plane.fixed.isCircular || plane.fixed.range.contains(level) else {
      let (least, most) = (plane.fixed.range.lowerBound.text(), plane.fixed.range.upperBound.text())
      throw ValidationError(
        ProgramLanguage.localized(
          "The fixed coordinate is from {least} to {most}.", ["least": least, "most": most]))
    }
    guard (2...16384).contains(size) else {
      throw ValidationError(ProgramLanguage.localized("The side is from 2 to 16384 pixels."))
    }
  }

  func run() throws {
    let (plane, level) = try choice()
    let region = try press.profile().map { try PrintableColors($0).region(of: plane, at: level) }
    try PlanePicture.write(
      plane, at: level, side: size, guides: guides, printable: region,
      cacheDirectory: UserFolders().programCache, to: output)
  }
}
