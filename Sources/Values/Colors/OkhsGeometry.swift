import Glibc

/// The shape of sRGB at one Oklab hue, the reference of OKHSV and OKHSL.
///
/// See Ottosson, "Okhsv and Okhsl" (2021), with the matrices of CSS. His polynomials are followed by exactly one
/// step of Halley's method: that approximate boundary defines the two spaces.
struct OkhsGeometry {
  /// The direction of the hue, a unit vector.
  let a: Double
  let b: Double

  /// The most colourful point of the hue.
  let cuspLightness: Double
  let cuspChroma: Double

  init(a: Double, b: Double) {
    self.a = a
    self.b = b
    let saturation = Self.largestSaturation(a, b)
    let light = Oklab(lightness: 1, a: saturation * a, b: saturation * b).light
    cuspLightness = cbrt(1 / light.max())
    cuspChroma = cuspLightness * saturation
  }

  /// The slopes of the triangle black–cusp–white: chroma per lightness, and per distance to white.
  var slopes: (black: Double, white: Double) {
    (cuspChroma / cuspLightness, cuspChroma / (1 - cuspLightness))
  }

  /// The slopes for a typical colour, corresponding to `slopes` for the most colourful one.
  var middleSlopes: (black: Double, white: Double) {
    let black =
      0.11516993
      + 1
      / (7.44778970 + 4.15901240 * b
        + a
        * (-2.19557347 + 1.75198401 * b
          + a * (-2.13704948 - 10.02301043 * b + a * (-4.24894561 + 5.38770819 * b + 4.69891013 * a))))
    let white =
      0.11239642
      + 1
      / (1.61320320 - 0.68124379 * b
        + a
        * (0.40370612 + 0.90148123 * b
          + a * (-0.27087943 + 0.61223990 * b + a * (0.00299215 - 0.45399568 * b - 0.14661872 * a))))
    return (black, white)
  }

  /// Returns the largest ratio of chroma to lightness of a hue, where the first channel becomes zero.
  private static func largestSaturation(_ a: Double, _ b: Double) -> Double {
    let channel: Int
    let start: Double
    let red = -1.8817031 * a - 0.80936501 * b
    let green = 1.8144408 * a - 1.19445267 * b
    // At the hue of blue, the published boundaries leave a tiny gap in which neither selects its channel; near it the
    // larger value decides.
    let isAtBlue = min(red, green) > 0.99
    if isAtBlue ? red > green : red > 1 {
      channel = 0
      start = 1.19086277 + 1.76576728 * a + 0.59662641 * b + 0.75515197 * a * a + 0.56771245 * a * b
    } else if isAtBlue || green > 1 {
      channel = 1
      start = 0.73956515 - 0.45954404 * a + 0.08285427 * b + 0.12541073 * a * a - 0.14503204 * a * b
    } else {
      channel = 2
      start = 1.35733652 - 0.00915799 * a - 1.15130210 * b - 0.50559606 * a * a + 0.00692167 * a * b
    }
    let light = Ray(lightness: 1, a, b).light(at: start)
    let factors = halleyFactors(value: light.value, slope: light.slope, bend: light.bend)
    return start - light.value[channel] * factors[channel]
  }
}

/// The colours of one lightness and hue, from grey outward.
private struct Ray {
  private let lightness: Double
  private let slopes: Triple

  init(lightness: Double, _ a: Double, _ b: Double) {
    self.lightness = lightness
    slopes = Oklab.labToCones * Triple(0, a, b)
  }

  /// Returns linear light at a chroma, with its first and second derivatives.
  func light(at chroma: Double) -> (value: Triple, slope: Triple, bend: Triple) {
    let roots = slopes * chroma + lightness
    return (
      Oklab.conesToLight * (roots * roots * roots),
      Oklab.conesToLight * (3 * slopes * roots * roots),
      Oklab.conesToLight * (6 * slopes * slopes * roots)
    )
  }
}

/// Returns the factors for the distance to zero in Halley's step, by channel.
private func halleyFactors(value: Triple, slope: Triple, bend: Triple) -> Triple {
  slope / (slope * slope - 0.5 * value * bend)
}
