/// The lettering of a poster.
public struct Lettering: Hashable, Sendable {
  /// The method that determines the distance of letters before tracking is added.
  public enum Spacing: String, Hashable, Sendable, CaseIterable {
    /// The widths of the letters alone.
    case off
    /// The widths and the kerning of the font.
    case metric
    /// An even amount of white between the outlines with their stroke, with what a typographer corrects by hand besides:
    /// lines are centred by the visual weight of their ends, small lines and lower case have their own tracking, lines
    /// are broken between phrases, and fallback fonts are matched to the main font.
    case optical
  }

  /// The name of a font's family, or several with commas between them.
  public var family: String
  /// The CSS weight, 100…900.
  public var weight: Int
  /// The space added after each letter, in em; it never separates letters of joined scripts such as Arabic.
  public var tracking: Double
  /// The width of the stroke that thickens the outlines, in em.
  public var stroke: Double
  /// The factor of the usual space between lines, 0…4; lines keep a small distance nevertheless.
  public var leading = 1.0
  /// Whether letters may touch through tracking and stroke; otherwise they are moved apart.
  public var touches: Bool
  /// The method that determines the distance of letters.
  public var spacing: Spacing
  /// Whether ß becomes ẞ in capitals; otherwise it becomes SS.
  public var capitalSharpS: Bool

  /// Creates lettering; the defaults are those of the poster of 1939.
  public init(
    family: String = "Gillius ADF No2", weight: Int = 700, tracking: Double = 0.09, stroke: Double = 0.03,
    touches: Bool = false, spacing: Spacing = .metric, capitalSharpS: Bool = false
  ) {
    self.family = family
    self.weight = weight
    self.tracking = tracking
    self.stroke = stroke
    self.touches = touches
    self.spacing = spacing
    self.capitalSharpS = capitalSharpS
  }

  static let weights = 1...1000
  static let trackings = -0.2...2.0
  static let strokes = 0.0...0.3
  static let leadings = 0.0...4.0
  static let longestFamily = 200
}
