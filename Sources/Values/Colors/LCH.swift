/// A colour as lightness, chroma and hue in CIE Lab (D50).
public struct LCH: Hashable, Sendable {
  /// From 0, black, to 100, white.
  public var lightness: Double

  /// The distance from grey.
  public var chroma: Double

  /// Degrees in 0..<360, or nil if the hue is powerless.
  public var hue: Double?

  /// The chroma below which a hue is powerless (CSS Color 4 §9.3).
  static let powerlessChroma = 0.0015

  /// Creates a colour from its lightness (0…100), its chroma (0 or more) and a hue in degrees (nil for greys).
  public init(lightness: Double, chroma: Double, hue: Double?) {
    self.lightness = lightness
    self.chroma = chroma
    self.hue = hue
  }

  /// Converts rectangular coordinates.
  public init(_ lab: Lab) {
    let (chroma, degrees) = polar(lab.a, lab.b)
    self.init(lightness: lab.lightness, chroma: chroma, hue: chroma < Self.powerlessChroma ? nil : degrees)
  }
}
