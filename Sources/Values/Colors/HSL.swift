/// A colour as hue, saturation and lightness, as in CSS Color 4 §7.
public struct HSL: Hashable, Sendable {
  /// Degrees in 0..<360, or nil if the hue is powerless.
  public var hue: Double?

  /// From 0, grey, to 1, the most saturated at that lightness.
  public var saturation: Double

  /// From 0, black, through ½, the pure hue, to 1, white.
  public var lightness: Double

  /// Creates a colour from a hue in degrees (nil for greys) and two fractions in 0…1.
  public init(hue: Double?, saturation: Double, lightness: Double) {
    self.hue = hue
    self.saturation = saturation
    self.lightness = lightness
  }

  /// Converts an sRGB colour; ignores alpha.
  public init(_ rgba: RGBA) {
    let cone = Hexcone(rgba)
    lightness = (cone.largest + cone.smallest) / 2
    let reach = lightness < 0.5 ? lightness : 1 - lightness
    let range = cone.largest - cone.smallest
    // Outside the cube the divisor can be zero or negative for a chromatic colour; CSS then rotates the hue.
    guard cone.hue != nil, abs(reach) > 1e-9 else {
      hue = nil
      saturation = 0
      return
    }
    let share = range / (2 * reach)
    saturation = abs(share)
    hue =
      saturation < HSB.powerlessSaturation ? nil : (share < 0 ? cone.hue.map { turned($0 + 180) } : cone.hue)
  }

  /// Returns the colour in sRGB.
  ///
  /// - Parameter alpha: The opacity, 0…1.
  public func rgba(alpha: Double = 1) -> RGBA {
    let reach = saturation * (lightness < 0.5 ? lightness : 1 - lightness)
    let cone = Hexcone(hue: hue, smallest: lightness - reach, largest: lightness + reach)
    return cone.rgba(alpha: alpha)
  }
}
