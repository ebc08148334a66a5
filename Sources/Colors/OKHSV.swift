import Glibc

/// A colour as hue, saturation and value in Oklab: Ottosson, "Okhsv and Okhsl" (2021).
public struct OKHSV: Hashable, Sendable {
  /// Degrees in 0..<360, or nil when the hue is powerless.
  public var hue: Double?

  /// From 0, grey, to 1, the edge of sRGB.
  public var saturation: Double

  /// From 0, black, to 1.
  public var value: Double

  public init(hue: Double?, saturation: Double, value: Double) {
    self.hue = hue
    self.saturation = saturation
    self.value = value
  }

  public init(_ rgba: RGBA) {
    self.init(Oklab(rgba))
  }

  public init(_ oklab: Oklab) {
    let oklch = OKLCH(oklab)
    guard let hue = oklch.hue, oklab.lightness > 0 else {
      self.hue = nil
      saturation = 0
      value = toe(oklab.lightness)
      return
    }
    let triangle = Triangle(hue: hue)
    // The point of the triangle's outer edge that lies in the colour's direction from black.
    let reach = triangle.white / (oklch.chroma + oklab.lightness * triangle.white)
    let edge = (lightness: reach * oklab.lightness, chroma: reach * oklch.chroma)
    let scale = triangle.scale(lightness: edge.lightness, chroma: edge.chroma)
    value = toe(oklab.lightness / scale) / edge.lightness
    saturation =
      (Triangle.start + triangle.white) * edge.chroma
      / (triangle.white * Triangle.start + triangle.white * triangle.bend * edge.chroma)
    self.hue = saturation < HSB.powerlessSaturation ? nil : hue
  }

  public func rgba(alpha: Double = 1) -> RGBA {
    oklab.rgba(alpha: alpha)
  }

  var oklab: Oklab {
    guard value > 0 else { return Oklab(lightness: 0, a: 0, b: 0) }
    guard saturation > 0 else { return Oklab(lightness: untoe(value), a: 0, b: 0) }
    let triangle = Triangle(hue: hue ?? 0)
    let divisor = Triangle.start + triangle.white - triangle.white * triangle.bend * saturation
    let edge = (
      lightness: 1 - saturation * Triangle.start / divisor,
      chroma: saturation * triangle.white * Triangle.start / divisor
    )
    let scale = triangle.scale(lightness: edge.lightness, chroma: edge.chroma)
    let lightness = untoe(value * edge.lightness)
    let chroma = edge.chroma * lightness / edge.lightness * scale
    return Oklab(OKLCH(lightness: lightness * scale, chroma: chroma, hue: hue))
  }

  /// The triangle black–cusp–white of a hue, and how far the true edge of sRGB bulges past it.
  struct Triangle {
    /// The slope from black at no saturation.
    static let start = 0.5

    let white: Double
    let bend: Double
    let direction: (a: Double, b: Double)

    init(hue: Double) {
      direction = cartesian(chroma: 1, degrees: hue)
      let slopes = OkhsGeometry(a: direction.a, b: direction.b).slopes
      white = slopes.white
      bend = 1 - Self.start / slopes.black
    }

    func scale(lightness: Double, chroma: Double) -> Double {
      let top = untoe(lightness)
      let wide = chroma * top / lightness
      let light = Oklab(lightness: top, a: direction.a * wide, b: direction.b * wide).light
      return cbrt(1 / max(light.max(), 1e-12))
    }
  }
}

let toeStart = 0.206
let toeCurve = 0.03
let toeSlope = (1 + toeStart) / (1 + toeCurve)

/// Returns the lightness that looks evenly spaced, for a lightness of Oklab.
func toe(_ lightness: Double) -> Double {
  let shifted = toeSlope * lightness - toeStart
  return 0.5 * (shifted + (shifted * shifted + 4 * toeCurve * toeSlope * lightness).squareRoot())
}

/// Returns the lightness of Oklab for one that looks evenly spaced.
func untoe(_ lightness: Double) -> Double {
  (lightness * lightness + toeStart * lightness) / (toeSlope * (lightness + toeCurve))
}
