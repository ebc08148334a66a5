import Glibc
import Text

/// The perceived difference of two colours, in two measures.
public struct ColorDifference: Hashable, Sendable {
  /// ΔE2000: about 1 is just noticeable side by side.
  public let deltaE2000: Double

  /// The distance in Oklab: about 0.02 is just noticeable.
  public let deltaEOK: Double

  /// Computes the difference of two colours, regardless of alpha.
  public init(_ first: Color, _ second: Color) {
    deltaE2000 = difference2000(first, second)
    deltaEOK = differenceOK(first, second)
  }

  /// ΔE2000 to four decimals, for people.
  public var text2000: String { decimalText(deltaE2000, places: 4) }

  /// ΔE OK to six decimals, for people.
  public var textOK: String { decimalText(deltaEOK, places: 6) }

  /// The measures as a JSON object on one line.
  public var json: String {
    let report: JSONValue = [
      "deltaE2000": .number(deltaE2000, .significant(12)), "deltaEOK": .number(deltaEOK, .significant(12)),
    ]
    return report.line
  }
}

/// Returns the perceived difference of two colours, ΔE OK: their distance in Oklab. Ignores alpha.
public func differenceOK(_ first: Color, _ second: Color) -> Double {
  let (one, two) = (first.oklab, second.oklab)
  let lightness = one.lightness - two.lightness
  let (a, b) = (one.a - two.a, one.b - two.b)
  return (lightness * lightness + a * a + b * b).squareRoot()
}

/// Returns ΔE2000 of two colours. Two `lab()` colours are compared as given, others in Lab relative to D65.
public func difference2000(_ first: Color, _ second: Color) -> Double {
  if first.space == .lab && second.space == .lab {
    return difference2000(first.lab, second.lab)
  }
  return difference2000(
    Lab(xyz: first.xyz, white: WhitePoint.d65), Lab(xyz: second.xyz, white: WhitePoint.d65))
}

/// Returns ΔE2000 of two points in CIE Lab.
///
/// See Sharma, Wu, Dalal, "The CIEDE2000 Color-Difference Formula" (2005); comments refer to its equations.
public func difference2000(_ first: Lab, _ second: Lab) -> Double {
  func seventh(_ chroma: Double) -> Double {
    let power = chroma * chroma * chroma * chroma * chroma * chroma * chroma
    return (power / (power + 6_103_515_625)).squareRoot()
  }
  // (2)–(7): a is stretched for colours near grey.
  let plain = (polar(first.a, first.b).chroma + polar(second.a, second.b).chroma) / 2
  let stretch = 1 + 0.5 * (1 - seventh(plain))
  let (chroma1, hue1) = polar(first.a * stretch, first.b)
  let (chroma2, hue2) = polar(second.a * stretch, second.b)
  let isGrey = chroma1 * chroma2 == 0

  // (8)–(11): differences; that of the hue is along the shorter arc.
  let lightness = second.lightness - first.lightness
  let chroma = chroma2 - chroma1
  var turn = isGrey ? 0 : hue2 - hue1
  if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
  let hue = 2 * (chroma1 * chroma2).squareRoot() * sine(turn / 2)

  // (12)–(14): means; that of the hue is on the shorter arc.
  let meanLightness = (first.lightness + second.lightness) / 2
  let meanChroma = (chroma1 + chroma2) / 2
  var meanHue = hue1 + hue2
  if !isGrey {
    if abs(hue1 - hue2) > 180 { meanHue += meanHue < 360 ? 360 : -360 }
    meanHue /= 2
  }

  // (15)–(22): weights and the rotation of the ellipses in the blue region.
  let weight =
    1 - 0.17 * cosine(meanHue - 30) + 0.24 * cosine(2 * meanHue) + 0.32 * cosine(3 * meanHue + 6)
    - 0.20 * cosine(4 * meanHue - 63)
  let offset = (meanHue - 275) / 25
  let rotation = -2 * seventh(meanChroma) * sine(60 * exp(-offset * offset))
  let middle = (meanLightness - 50) * (meanLightness - 50)
  let lightnessTerm = lightness / (1 + 0.015 * middle / (20 + middle).squareRoot())
  let chromaTerm = chroma / (1 + 0.045 * meanChroma)
  let hueTerm = hue / (1 + 0.015 * meanChroma * weight)
  let square =
    lightnessTerm * lightnessTerm + chromaTerm * chromaTerm + hueTerm * hueTerm
    + rotation * chromaTerm * hueTerm
  return max(square, 0).squareRoot()
}

private func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
private func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
