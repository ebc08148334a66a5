/// A description of a font: a family with fallbacks, a size in points, a weight.
public struct Font: Hashable, Sendable {
  /// Family names in order of preference, separated by commas: `"Inter, sans-serif"`.
  public var family: String

  /// The font size in points, that of the em.
  public var size: Double

  /// The boldness from 100 to 900; 400 is regular, 600 semi-bold, 700 bold.
  public var weight: Int

  /// Whether to use the family's italic, or a slanted form of it.
  public var italic: Bool

  /// Extra space between characters, in ems; joined scripts such as Arabic ignore it.
  public var tracking: Double

  /// Whether all digits have the same width, so that a changing number does not move.
  public var tabularFigures: Bool

  /// The values of variable axes by their OpenType tags, such as `"wdth": 75`, in the font's own units. Fonts without
  /// an axis ignore it; a value outside its range counts as the nearest end.
  public var axes: [String: Double] = [:]

  /// OpenType features by their tags: 0 is off, 1 is on, larger numbers choose an alternate. Fonts without a feature
  /// ignore it, except that small capitals (`smcp`) are then made from smaller capitals.
  public var features: [String: Int] = [:]

  /// Whether signs between capitals take the font's case-sensitive forms (`case`).
  public var capitalForms = false

  /// Whether letters of colour fonts keep their colours, and emoji are taken from such fonts; otherwise they are drawn
  /// in one ink where possible.
  public var keepsColors = false

  /// Creates a description of a font.
  ///
  /// - Parameters:
  ///   - family: The name of the family; a missing one is substituted.
  ///   - size: The size, in points.
  ///   - weight: The weight, from 100 for thin to 900 for black; 400 is regular.
  ///   - italic: Whether letters are slanted.
  ///   - tracking: The space added between letters, in ems.
  ///   - tabularFigures: Whether all figures have the same width.
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

  /// The families of the interface: Inter if installed, otherwise the system's sans-serif.
  public static let interfaceFamily = "Inter, sans-serif"  // Untranslated: fonts.
}
