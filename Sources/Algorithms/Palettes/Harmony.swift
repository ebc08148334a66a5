import Colors

/// Hues that go together, by their angles on the circle of OKLCH; lightness and chroma stay.
public enum Harmony: String, CaseIterable, Sendable {
  /// The hue opposite.
  case complementary
  /// The two hues 30° on either side of the one opposite.
  case split
  /// Three hues, a third of the circle apart.
  case triad
  /// Four hues, a quarter of the circle apart.
  case tetrad
  /// Neighbours up to 60° on either side, 30° apart.
  case analogous

  /// What is added to the hue of a colour, in degrees; the colour itself is the first.
  public var angles: [Double] {
    switch self {
    case .complementary: [0, 180]
    case .split: [0, 150, 210]
    case .triad: [0, 120, 240]
    case .tetrad: [0, 90, 180, 270]
    case .analogous: [0, -30, 30, -60, 60]
    }
  }

  /// Returns the colour and what goes with it, brought into sRGB by giving up chroma.
  ///
  /// A grey has no hue to turn: it comes back so many times.
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
