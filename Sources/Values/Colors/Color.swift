/// A colour in a stated space, with alpha.
///
/// Values are kept as given, so that a colour which is outside one space comes back from it unharmed.
public struct Color: Hashable, Sendable {
  /// The space whose numbers the components are.
  public let space: ColorSpace

  /// The numbers of the space: RGB, XYZ, Oklab and the shares of HSB and its like in units of 1, Lab and LCH
  /// with a lightness of 0...100, a hue in degrees (0 when it is absent). The fourth is the black of CMYK.
  public let components: SIMD4<Double>

  /// The opacity, from 0 to 1.
  public var alpha: Double

  /// Whether the space has a hue and this colour has none.
  public let lacksHue: Bool

  /// Creates a colour from the numbers of a space; what is not finite counts as 0, a hue wraps at 360.
  public init(
    in space: ColorSpace, _ first: Double, _ second: Double, _ third: Double, _ fourth: Double = 0,
    alpha: Double = 1
  ) {
    var components = SIMD4(finite(first), finite(second), finite(third), finite(fourth))
    if let index = space.hueIndex {
      components[index] = turned(components[index])
    }
    self.space = space
    self.components = components
    self.alpha = unit(alpha)
    lacksHue = false
  }

  /// Creates a colour of a space with a hue, which may be absent.
  init(in space: ColorSpace, hue: Double?, _ first: Double, _ second: Double, alpha: Double) {
    let degrees = turned(hue ?? 0)
    components =
      space.hueIndex == 0
      ? SIMD4(degrees, finite(first), finite(second), 0) : SIMD4(finite(first), finite(second), degrees, 0)
    self.space = space
    self.alpha = unit(alpha)
    lacksHue = hue == nil
  }

  /// Creates a colour from sRGB, alpha included.
  public init(_ rgba: RGBA) {
    self.init(in: .srgb, rgba.red, rgba.green, rgba.blue, alpha: rgba.alpha)
  }

  /// Creates a colour from hue, saturation and brightness.
  public init(_ hsb: HSB, alpha: Double = 1) {
    self.init(in: .hsb, hue: hsb.hue, hsb.saturation, hsb.brightness, alpha: alpha)
  }

  /// Creates a colour from hue, saturation and lightness.
  public init(_ hsl: HSL, alpha: Double = 1) {
    self.init(in: .hsl, hue: hsl.hue, hsl.saturation, hsl.lightness, alpha: alpha)
  }

  /// Creates a colour from hue, whiteness and blackness.
  public init(_ hwb: HWB, alpha: Double = 1) {
    self.init(in: .hwb, hue: hwb.hue, hwb.whiteness, hwb.blackness, alpha: alpha)
  }

  /// Creates a colour from four inks.
  public init(_ cmyk: CMYK, alpha: Double = 1) {
    self.init(in: .cmyk, cmyk.cyan, cmyk.magenta, cmyk.yellow, cmyk.black, alpha: alpha)
  }

  /// Creates a colour from CIE Lab, measured against D50.
  public init(_ lab: Lab, alpha: Double = 1) {
    self.init(in: .lab, lab.lightness, lab.a, lab.b, alpha: alpha)
  }

  /// Creates a colour from lightness, chroma and hue in CIE Lab.
  public init(_ lch: LCH, alpha: Double = 1) {
    self.init(in: .lch, hue: lch.hue, lch.lightness, lch.chroma, alpha: alpha)
  }

  /// Creates a colour from Oklab.
  public init(_ oklab: Oklab, alpha: Double = 1) {
    self.init(in: .oklab, oklab.lightness, oklab.a, oklab.b, alpha: alpha)
  }

  /// Creates a colour from lightness, chroma and hue in Oklab.
  public init(_ oklch: OKLCH, alpha: Double = 1) {
    self.init(in: .oklch, hue: oklch.hue, oklch.lightness, oklch.chroma, alpha: alpha)
  }

  /// Creates a colour from Ottosson's OKHSV.
  public init(_ okhsv: OKHSV, alpha: Double = 1) {
    self.init(in: .okhsv, hue: okhsv.hue, okhsv.saturation, okhsv.value, alpha: alpha)
  }

  /// Creates a colour from Ottosson's OKHSL.
  public init(_ okhsl: OKHSL, alpha: Double = 1) {
    self.init(in: .okhsl, hue: okhsl.hue, okhsl.saturation, okhsl.lightness, alpha: alpha)
  }

  /// The hue in degrees, or nil when it is absent or the space has none.
  public var hue: Double? {
    guard let index = space.hueIndex, !lacksHue else { return nil }
    return components[index]
  }

  /// The first three components.
  var triple: Triple { Triple(components.x, components.y, components.z) }
}

/// Returns `value`, or 0 for what is not a finite number; kept so small that all arithmetic stays finite.
func finite(_ value: Double) -> Double {
  value.isFinite ? min(max(value, -1e9), 1e9) : 0
}
