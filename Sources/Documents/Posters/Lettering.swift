import Localization
import Text
import Typography

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

  /// The direction of lines and of the letters in them, as CSS names it.
  public enum WritingMode: String, Hashable, Sendable, CaseIterable {
    /// Lines from left to right or from right to left, below each other.
    case horizontal = "horizontal-tb"
    /// Columns from top to bottom, from right to left; footers stay horizontal.
    case vertical = "vertical-rl"
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
  /// The direction of lines; in columns, letters have the font's own distances, whatever `spacing` says.
  public var writingMode = WritingMode.horizontal
  /// Whether ß becomes ẞ in capitals; otherwise it becomes SS.
  public var capitalSharpS: Bool
  /// The values of the font's variable axes by their OpenType tags, in the font's own units. The weight belongs into
  /// `weight`.
  public var axes: [String: Double] = [:]
  /// OpenType features by their tags: 0 is off, 1 is on, larger numbers choose an alternate.
  public var features: [String: Int] = [:]
  /// Whether signs between capitals, such as “-” and “:”, take the font's case-sensitive forms.
  public var capitalForms = false
  /// Whether a font with an axis of optical sizes (`opsz`) is set with the letters for the usual size of a line on the
  /// page. Otherwise it has those for 48 points, or those that `axes` states.
  public var opticalSizing = false
  /// Whether letters of colour fonts and emoji keep their colours; otherwise they have the ink where possible.
  public var keepsColors = false
  /// The file that the first family came from, if a person brought it; its copy is beside the library.
  public var fontFile: String?

  /// Creates lettering; the defaults are those of the poster of 1939.
  ///
  /// - Parameters:
  ///   - family: The name of the font's family, or several separated by commas.
  ///   - weight: The CSS weight, 100…900; 400 is regular.
  ///   - tracking: The space after each letter, in em.
  ///   - stroke: The width of the stroke that thickens the outlines, in em.
  ///   - touches: Whether letters may touch through tracking and stroke.
  ///   - spacing: The method that determines the distance of letters.
  ///   - capitalSharpS: Whether ß becomes ẞ in capitals.
  public init(
    // Untranslated: the name of a font.
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
  /// The maximum number of characters of a list of families.
  public static let longestFamily = 200
  static let axisValues = -30_000.0...30_000.0
  static let featureValues = 0...1000
  static let mostSettings = 64
  static let longestPath = 4096

  /// Reads axes written as `wdth=75,slnt=-5`; `none` is an empty list. Errors name the field.
  ///
  /// - Throws: ``PosterError`` if a tag or a number is invalid.
  public static func axes(
    parsing text: String, _ field: String = "axes"
  ) throws(PosterError) -> [String: Double] {
    var result: [String: Double] = [:]
    for (tag, value) in try settings(parsing: text, field, example: "wdth=75,slnt=-5") {
      guard let value, let number = Double(value), axisValues.contains(number) else {
        throw PosterError(
          field: "\(field).\(tag)",
          message: Message(
            "write a number from {least} to {most}, as in {example}",
            [
              "least": axisValues.lowerBound.text(), "most": axisValues.upperBound.text(),
              "example": "wdth=75,slnt=-5",
            ]))
      }
      result[tag] = number
    }
    return result
  }

  /// Reads features written as `smcp,liga=0,ss01`; a tag alone is on, `none` is an empty list. Errors name the
  /// field.
  ///
  /// - Throws: ``PosterError`` if a tag or a number is invalid.
  public static func features(
    parsing text: String, _ field: String = "features"
  ) throws(PosterError) -> [String: Int] {
    var result: [String: Int] = [:]
    for (tag, value) in try settings(parsing: text, field, example: "smcp,liga=0,ss01") {
      guard let number = Int(value ?? "1"), featureValues.contains(number) else {
        throw PosterError(
          field: "\(field).\(tag)",
          message: Message(
            "write 0, 1 or the number of an alternate, as in {example}", ["example": "smcp,liga=0,ss01"]))
      }
      result[tag] = number
    }
    return result
  }

  private static func settings(
    parsing text: String, _ field: String, example: String
  ) throws(PosterError) -> [(tag: String, value: String?)] {
    guard text != "none", !text.isEmpty else { return [] }
    var result: [(tag: String, value: String?)] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { String($0).trimmed }
      try check(tag: sides[0], field, example: example)
      result.append((sides[0], sides.count > 1 ? sides[1] : nil))
    }
    try checkCount(result.count, field)
    return result
  }

  static func check(tag: String, _ field: String, example: String) throws(PosterError) {
    guard tag.isFontTag else {
      throw PosterError(
        field: field,
        message: Message(
          "{tag} is not an OpenType tag of four letters or digits; write {example}",
          ["tag": tag.excerpt, "example": example]))
    }
  }

  static func checkCount(_ count: Int, _ field: String) throws(PosterError) {
    guard count <= mostSettings else {
      throw PosterError(
        field: field,
        message: Message(
          "{count} entries are too many; up to {most} are possible",
          ["count": String(count), "most": String(mostSettings)]))
    }
  }

  /// Returns the lettering in another family. Axes and features belong to a font, except small capitals, which every
  /// font has. The fonts that follow the first one as fallbacks are kept.
  public func inFamily(_ name: String) -> Lettering {
    var result = self
    result.family = ([name] + fallbacks.filter { $0 != name }).joined(separator: ", ")
    (result.axes, result.fontFile) = ([:], nil)
    result.features = features.filter { $0.key == "smcp" }
    return result
  }

  /// The names of the families in order of preference.
  public var families: [String] {
    family.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  /// The families for characters that the first one lacks.
  public var fallbacks: [String] { Array(families.dropFirst()) }
}
