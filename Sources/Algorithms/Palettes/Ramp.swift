import Colors
import Glibc
public import Localization

/// Ramps: colours of one hue, or between two colours.
public enum Ramp {
  /// The error for a contrast ratio that is impossible against the background.
  public struct Unreachable: LocalizableError, Hashable {
    /// The requested ratio.
    public let target: Double
    /// The largest possible ratio.
    public let largest: Double

    /// The requested and the largest ratio.
    public var message: Message {
      Message(
        "no colour has a contrast of {ratio}:1 here; the largest is {largest}:1",
        ["ratio": text(target), "largest": text(largest)])
    }

    private func text(_ ratio: Double) -> String {
      let tenths = (ratio * 10).rounded(.down)
      return "\(tenths / 10)"
    }
  }

  /// Returns colours with the hue and chroma of a colour, in equal steps of OKLCH lightness from light to dark; `count`
  /// is at least 2.
  public static func lightness(of color: Color, count: Int) -> [Color] {
    let oklch = color.converted(to: .oklch)
    return (0..<count).map { step in
      let lightness = 0.97 + (0.15 - 0.97) * Double(step) / Double(max(count - 1, 1))
      return shade(of: oklch, lightness: lightness)
    }
  }

  /// Returns colours at equal steps between two colours, including both (CSS Color 4 §12).
  ///
  /// - Parameters:
  ///   - start: The first colour.
  ///   - end: The last colour.
  ///   - count: How many colours, at least 2.
  ///   - space: The space in which they are interpolated.
  ///   - arc: The direction around the hue circle in polar spaces.
  public static func between(
    _ start: Color, _ end: Color, count: Int, in space: ColorSpace = .oklab, hue arc: HueArc = .shorter
  ) -> [Color] {
    (0..<count).map { step in
      start.interpolated(to: end, at: Double(step) / Double(max(count - 1, 1)), in: space, hue: arc)
    }
  }

  /// Returns contrast ratios in geometric progression from 1.1 to 15, or to nine tenths of the largest possible ratio.
  ///
  /// - Parameters:
  ///   - count: How many ratios, at least 2.
  ///   - ground: The background.
  public static func targets(count: Int, against ground: RGBA) -> [Double] {
    let last = min(15, largestContrast(against: ground) * 0.9)
    let first = min(1.1, last)
    return (0..<count).map { first * pow(last / first, Double($0) / Double(max(count - 1, 1))) }
  }

  /// Returns for each ratio an 8-bit colour in the hue of `color` with that WCAG contrast to the background: above it
  /// by at most 0.01 if possible, otherwise the nearest.
  ///
  /// The colours are on the side of the background, lighter or darker, with more room. Lightness is found by bisection;
  /// among the 8-bit colours around the exact one, the most similar one with the ratio is chosen.
  ///
  /// - Parameters:
  ///   - color: The colour whose hue and chroma are kept.
  ///   - ground: The background.
  ///   - targets: WCAG contrast ratios, 1…21.
  /// - Throws: `Unreachable` for a ratio that neither white nor black reaches.
  public static func contrast(
    of color: Color, against ground: RGBA, targets: [Double]
  ) throws(Unreachable) -> [Color] {
    let oklch = color.converted(to: .oklch)
    let isDarker = wcagContrast(.black, ground) >= wcagContrast(.white, ground)
    let largest = largestContrast(against: ground)
    var colors: [Color] = []
    for target in targets {
      guard target <= largest, target >= 1 else { throw Unreachable(target: target, largest: largest) }
      // Contrast increases from the background's lightness to that of black or white.
      var (near, far) = (Oklab(ground).lightness, isDarker ? 0.0 : 1.0)
      for _ in 0..<50 {
        let middle = (near + far) / 2
        if wcagContrast(shade(of: oklch, lightness: middle).rgba, ground) < target {
          near = middle
        } else {
          far = middle
        }
      }
      colors.append(eightBit(shade(of: oklch, lightness: far), target: target, ground: ground))
    }
    return colors
  }

  private static func largestContrast(against ground: RGBA) -> Double {
    max(wcagContrast(.white, ground), wcagContrast(.black, ground))
  }

  private static func shade(of oklch: Color, lightness: Double) -> Color {
    let shade =
      oklch.hue.map { Color(in: .oklch, lightness, oklch.components.y, $0, alpha: oklch.alpha) }
      ?? Color(in: .oklab, lightness, 0, 0, alpha: oklch.alpha)
    return shade.mapped(to: .srgb)
  }

  /// Returns the 8-bit colour most similar to the exact one among those that have the ratio.
  ///
  /// Near the corners of sRGB one step of green changes the contrast by more than 0.01; there red or blue compensates.
  private static func eightBit(_ exact: Color, target: Double, ground: RGBA) -> Color {
    let center = exact.rgba.bytes8
    func around(_ byte: UInt8) -> ClosedRange<Int> { max(Int(byte) - 2, 0)...min(Int(byte) + 2, 255) }
    var best = Candidate(color: exact, rank: 3, distance: 0)
    func consider(_ red: Int, _ green: Int, _ blue: Int) {
      let rgba = RGBA(bytes: UInt8(red), UInt8(green), UInt8(blue)).withAlpha(exact.alpha)
      let excess = wcagContrast(rgba.withAlpha(1), ground) - target
      let rank = (0...0.01).contains(excess) ? 0 : excess.magnitude <= 0.01 ? 1 : 2
      guard rank <= best.rank else { return }
      let candidate = Color(rgba)
      let distance = rank == 2 ? excess.magnitude : differenceOK(candidate, exact)
      if (rank, distance) < (best.rank, best.distance) {
        best = Candidate(color: candidate, rank: rank, distance: distance)
      }
    }
    for red in around(center.r) {
      for green in around(center.g) {
        for blue in around(center.b) { consider(red, green, blue) }
      }
    }
    guard best.rank > 1 else { return best.color }
    for green in around(center.g) {
      for blue in around(center.b) {
        for red in 0...255 where (red - Int(center.r)).magnitude <= 64 { consider(red, green, blue) }
      }
      for red in around(center.r) {
        for blue in 0...255 where (blue - Int(center.b)).magnitude <= 64 { consider(red, green, blue) }
      }
    }
    return best.color
  }

  /// An 8-bit colour, its rank by how well it meets the ratio (0 is best), and its distance from the wanted colour.
  private struct Candidate {
    let color: Color
    let rank: Int
    let distance: Double
  }
}
