/// How text should look: a family with its substitutes, a size in points, a weight.
public struct Font: Hashable, Sendable {
  /// Family names in order of preference, separated by commas: `"Inter, sans-serif"`.
  public var family: String

  /// The size of the em in points.
  public var size: Double

  /// The boldness from 100 to 900; 400 is regular, 600 semi-bold, 700 bold.
  public var weight: Int

  /// Whether the family's italic, or a slanted form of it, is asked for.
  public var italic: Bool

  /// Space added between characters, in ems; joined scripts such as Arabic are never torn apart by it.
  public var tracking: Double

  /// Whether all digits are equally wide, so that a changing number does not dance.
  public var tabularFigures: Bool

  /// Creates a description of a font; the size is in points, the tracking in ems.
  public init(
    family: String = Font.interfaceFamily, size: Double, weight: Int = 400, italic: Bool = false,
    tracking: Double = 0, tabularFigures: Bool = false
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.italic = italic
    self.tracking = tracking
    self.tabularFigures = tabularFigures
  }

  /// The families of the interface: Inter where it is installed, otherwise the system's sans-serif.
  public static let interfaceFamily = "Inter, sans-serif"
}
