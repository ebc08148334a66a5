/// A colour as hue, whiteness and blackness, as in CSS Color 4 §8.
public struct HWB: Hashable, Sendable {
  /// Degrees in 0..<360, or nil if the hue is powerless.
  public var hue: Double?

  /// The amount of white, from 0 to 1.
  public var whiteness: Double

  /// The amount of black, from 0 to 1.
  public var blackness: Double

  /// Creates a colour from a hue in degrees (nil for greys) and two fractions in 0…1.
  public init(hue: Double?, whiteness: Double, blackness: Double) {
    self.hue = hue
    self.whiteness = whiteness
    self.blackness = blackness
  }

  /// Converts an sRGB colour; ignores alpha.
  public init(_ rgba: RGBA) {
    let cone = Hexcone(rgba)
    whiteness = cone.smallest
    blackness = 1 - cone.largest
    hue = cone.largest - cone.smallest < 1e-6 ? nil : cone.hue
  }

  /// Returns the colour in sRGB; white and black that add up to 1 or more give a grey.
  ///
  /// - Parameter alpha: The opacity, 0…1.
  public func rgba(alpha: Double = 1) -> RGBA {
    let total = whiteness + blackness
    if total >= 1 {
      let grey = whiteness / total
      return RGBA(red: grey, green: grey, blue: grey, alpha: alpha)
    }
    return Hexcone(hue: hue, smallest: whiteness, largest: 1 - blackness).rgba(alpha: alpha)
  }
}
