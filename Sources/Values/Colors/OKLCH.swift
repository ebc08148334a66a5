/// A colour as lightness, chroma and hue in Oklab.
public struct OKLCH: Hashable, Sendable {
  /// From 0, black, to 1, white.
  public var lightness: Double

  /// The distance from grey; the most colourful sRGB colour has 0.32.
  public var chroma: Double

  /// Degrees in 0..<360, or nil if the hue is powerless.
  public var hue: Double?

  /// The chroma below which a hue is powerless (CSS Color 4 §9.4).
  static let powerlessChroma = 4e-6

  /// Creates a colour from its lightness (0…1), its chroma (0 or more) and a hue in degrees (nil for greys).
  public init(lightness: Double, chroma: Double, hue: Double?) {
    self.lightness = lightness
    self.chroma = chroma
    self.hue = hue
  }

  /// Converts an sRGB colour; ignores alpha.
  public init(_ rgba: RGBA) {
    self.init(Oklab(rgba))
  }

  /// Converts rectangular coordinates.
  public init(_ oklab: Oklab) {
    let (chroma, degrees) = polar(oklab.a, oklab.b)
    self.init(lightness: oklab.lightness, chroma: chroma, hue: chroma < Self.powerlessChroma ? nil : degrees)
  }

  /// Returns the colour in extended sRGB, whose values may exceed 0…1.
  ///
  /// - Parameter alpha: The opacity, 0…1.
  public func rgba(alpha: Double = 1) -> RGBA {
    Oklab(self).rgba(alpha: alpha)
  }
}
