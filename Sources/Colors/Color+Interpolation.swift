extension Color {
  /// Returns the colour on the way to another in a stated space (CSS Color 4, 12).
  ///
  /// Opacity counts as it does when colours are laid over each other, hues go the shorter way round, and a
  /// colour without a hue takes the other's.
  public func interpolated(to other: Color, at fraction: Double, in space: ColorSpace = .oklab) -> Color {
    if fraction == 0 { return self }
    if fraction == 1 { return other }
    let (a, b) = (converted(to: space), other.converted(to: space))
    let alpha = min(max(a.alpha + (b.alpha - a.alpha) * fraction, 0), 1)
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
}
