/// The vertical measures of a font, in points from the baseline.
public struct FontMetrics: Hashable, Sendable {
  /// How far letters and accents reach above the baseline.
  public let ascent: Double

  /// How far letters reach below the baseline, as a positive number.
  public let descent: Double

  /// The space that the font asks for between two lines.
  public let lineGap: Double

  /// The height of capitals.
  public let capHeight: Double

  /// The height of small letters without ascenders.
  public let xHeight: Double

  /// Whether these are a font's own measures; without a font they are assumed.
  let isOfFont: Bool

  /// Ascent and descent together.
  public var height: Double { ascent + descent }
}
