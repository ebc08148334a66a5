import Colors

/// How the colours of a palette stand beside each other: contrast of all pairs, and which pairs look alike to whom.
public struct PaletteCheck: Sendable {
  /// A way of seeing.
  public enum Vision: String, CaseIterable, Sendable {
    /// As most people see.
    case normal
    /// Without the cones for long waves (protanopia).
    case protan
    /// Without the cones for middle waves (deuteranopia).
    case deutan
    /// Without the cones for short waves (tritanopia).
    case tritan
    /// Lightness alone.
    case achromat

    /// Returns the colour that shows how this vision sees another.
    public func seen(_ color: Color) -> Color {
      switch self {
      case .normal: return color
      case .protan: return ColorVisionDeficiency.protan.simulated(color)
      case .deutan: return ColorVisionDeficiency.deutan.simulated(color)
      case .tritan: return ColorVisionDeficiency.tritan.simulated(color)
      case .achromat:
        let light = color.luminance
        return Color(in: .srgbLinear, light, light, light, alpha: color.alpha).clipped
      }
    }
  }

  /// Two colours of the palette.
  public struct Pair: Hashable, Sendable {
    /// Their places, the first one smaller.
    public let first: Int
    /// The place of the second one.
    public let second: Int

    /// The first as text on the second, and the other way round.
    public let contrast: Contrast
    /// The second as text on the first.
    public let reversed: Contrast

    /// Those to whom the two look alike: ΔE2000 below `PaletteCheck.leastDifference`.
    public let alike: [Vision]
  }

  /// Colours that differ by less are hard to tell apart.
  public static let leastDifference = 3.0

  /// No larger palette is checked: the pairs grow with the square.
  public static let mostColors = 500

  /// The palette that was checked.
  public let palette: Palette

  /// All pairs, in the order of their places.
  public let pairs: [Pair]

  /// Compares every colour with every other one; the work grows with the square of their number.
  public init(_ palette: Palette) {
    self.palette = palette
    let colors = palette.colors
    let seen = Vision.allCases.map { vision in colors.map { vision.seen($0) } }
    var pairs: [Pair] = []
    for first in colors.indices {
      for second in colors.indices where second > first {
        let alike = Vision.allCases.enumerated().filter { index, _ in
          difference2000(seen[index][first], seen[index][second]) < Self.leastDifference
        }.map(\.element)
        pairs.append(
          Pair(
            first: first, second: second,
            contrast: Contrast(text: colors[first], background: colors[second]),
            reversed: Contrast(text: colors[second], background: colors[first]), alike: alike))
      }
    }
    self.pairs = pairs
  }

  /// Returns the pair of two places, in either order; nil for a colour and itself.
  public func pair(_ first: Int, _ second: Int) -> Pair? {
    let (low, high) = (min(first, second), max(first, second))
    guard low != high, high < palette.swatches.count, low >= 0 else { return nil }
    // Before the row of `low` stand those of all places below it.
    let before = low * palette.swatches.count - low * (low + 1) / 2
    return pairs[before + high - low - 1]
  }
}
