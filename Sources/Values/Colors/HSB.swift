/// A colour as hue, saturation and brightness: the hexcone of Smith, "Color Gamut Transform Pairs" (1978).
public struct HSB: Hashable, Sendable {
  /// Degrees in 0..<360, or nil if the hue is powerless.
  public var hue: Double?

  /// From 0, grey, to 1, pure.
  public var saturation: Double

  /// From 0, black, to 1.
  public var brightness: Double

  /// The saturation below which a hue is powerless, also in HSL, OKHSV and OKHSL.
  static let powerlessSaturation = 1e-6

  /// Creates a colour from a hue in degrees (nil for greys) and two fractions in 0…1.
  public init(hue: Double?, saturation: Double, brightness: Double) {
    self.hue = hue
    self.saturation = saturation
    self.brightness = brightness
  }

  /// Converts an sRGB colour; ignores alpha.
  public init(_ rgba: RGBA) {
    let cone = Hexcone(rgba)
    brightness = cone.largest
    let isGrey = cone.hue == nil || cone.largest <= 0
    saturation = isGrey ? 0 : (cone.largest - cone.smallest) / cone.largest
    hue = saturation < Self.powerlessSaturation ? nil : cone.hue
  }

  /// Returns the colour in sRGB.
  ///
  /// - Parameter alpha: The opacity, 0…1.
  public func rgba(alpha: Double = 1) -> RGBA {
    Hexcone(hue: hue, smallest: brightness * (1 - saturation), largest: brightness)
      .rgba(alpha: alpha)
  }
}
