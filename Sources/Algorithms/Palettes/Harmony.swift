import Colors

/// Colour harmonies, by angles on the hue circle of OKLCH; lightness and chroma are kept.
public enum Harmony: String, CaseIterable, Sendable {
  /// The opposite hue.
  case complementary
  /// The two hues 30° on either side of the opposite one.
  case split
  /// Three hues, a third of the circle apart.
  case triad
  /// Four hues, a quarter of the circle apart.
  case tetrad
  /// Neighbours up to 60° on either side, 30° apart.
  case analogous

  /// The offsets from a colour's hue, in degrees; the first is the colour itself.
  public var angles: [Double] {
    switch self {
    case .complementary: [0, 180]
    case .split: [0, 150, 210]
    case .triad: [0, 120, 240]
    case .tetrad: [0, 90, 180, 270]
    case .analogous: [0, -30, 30, -60, 60]
    }
  }

  /// Returns the colour and its harmonies, gamut-mapped to sRGB by reducing chroma.
  ///
  /// A grey has no hue, so it is returned for each angle.
  public func colors(from color: Color) -> [Color] {
    let oklch = color.converted(to: .oklch)
    return angles.map { angle in
      guard angle != 0, let hue = oklch.hue else { return color }
      return Color(
        in: .oklch, oklch.components.x, oklch.components.y, hue + angle, alpha: color.alpha
      ).mapped(to: .srgb)
    }
  }
}
