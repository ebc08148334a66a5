public import Colors

extension Color: Interpolatable {
  /// Returns the colour on the way to another in Oklab.
  public func interpolated(to other: Color, at fraction: Double) -> Color {
    interpolated(to: other, at: fraction, in: .oklab)
  }

  /// Returns the colour on the way to another in a stated space (CSS Color 4, 12).
  ///
  /// Opacity counts as it does when colours are laid over each other, hues go the shorter way round, and a
  /// colour without a hue takes the other's.
  public func interpolated(to other: Color, at fraction: Double, in space: ColorSpace) -> Color {
    if fraction == 0 { return self }
    if fraction == 1 { return other }
    let (a, b) = (converted(to: space), other.converted(to: space))
    let alpha = min(max(a.alpha.interpolated(to: b.alpha, at: fraction), 0), 1)
    let weights = alpha > 0 ? (a.alpha / alpha, b.alpha / alpha) : (1, 1)
    var mixed = a.components * (weights.0 * (1 - fraction)) + b.components * (weights.1 * fraction)
    guard let index = space.hueIndex else {
      return Color(in: space, mixed.x, mixed.y, mixed.z, mixed.w, alpha: alpha)
    }
    guard let hue = Color.hue(from: a.hue, to: b.hue, at: fraction) else {
      return Color.withoutHue(in: space, mixed, alpha: alpha)
    }
    mixed[index] = hue
    return Color(in: space, mixed.x, mixed.y, mixed.z, alpha: alpha)
  }

  private static func hue(from a: Double?, to b: Double?, at fraction: Double) -> Double? {
    guard let a, let b else { return a ?? b }
    var turn = (b - a).truncatingRemainder(dividingBy: 360)
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    return a + turn * fraction
  }

  private static func withoutHue(in space: ColorSpace, _ c: SIMD4<Double>, alpha: Double) -> Color {
    switch space {
    case .hsb: Color(HSB(hue: nil, saturation: c.y, brightness: c.z), alpha: alpha)
    case .hsl: Color(HSL(hue: nil, saturation: c.y, lightness: c.z), alpha: alpha)
    case .hwb: Color(HWB(hue: nil, whiteness: c.y, blackness: c.z), alpha: alpha)
    case .okhsv: Color(OKHSV(hue: nil, saturation: c.y, value: c.z), alpha: alpha)
    case .okhsl: Color(OKHSL(hue: nil, saturation: c.y, lightness: c.z), alpha: alpha)
    case .lch: Color(LCH(lightness: c.x, chroma: c.y, hue: nil), alpha: alpha)
    case .oklch: Color(OKLCH(lightness: c.x, chroma: c.y, hue: nil), alpha: alpha)
    default: Color(in: space, c.x, c.y, c.z, c.w, alpha: alpha)
    }
  }

  /// Returns the sum of both lights in extended sRGB.
  public func adding(_ value: Color) -> Color { accumulating(value, times: 1) }

  public func accumulating(_ value: Color, times: Double) -> Color {
    let (a, b) = (rgba, value.rgba)
    let alpha = min(max(a.alpha + b.alpha * times, 0), 1)
    guard alpha > 0 else { return Color(.clear) }
    func sum(_ x: Double, _ y: Double) -> Double { (x * a.alpha + y * b.alpha * times) / alpha }
    return Color(
      in: .srgb, sum(a.red, b.red), sum(a.green, b.green), sum(a.blue, b.blue), alpha: alpha)
  }
}

/// A colour that goes to others through a space of its own choice.
public struct MixingColor: Interpolatable, Hashable, Sendable {
  public var color: Color
  public var space: ColorSpace

  public init(_ color: Color, in space: ColorSpace) {
    self.color = color
    self.space = space
  }

  public func interpolated(to other: MixingColor, at fraction: Double) -> MixingColor {
    MixingColor(color.interpolated(to: other.color, at: fraction, in: space), in: space)
  }

  public func adding(_ value: MixingColor) -> MixingColor {
    MixingColor(color.adding(value.color), in: space)
  }

  public func accumulating(_ value: MixingColor, times: Double) -> MixingColor {
    MixingColor(color.accumulating(value.color, times: times), in: space)
  }
}
