/// A colour as hue, saturation and lightness in Oklab: Ottosson, "Okhsv and Okhsl" (2021).
public struct OKHSL: Hashable, Sendable {
  /// Degrees in 0..<360, or nil when the hue is powerless.
  public var hue: Double?

  /// From 0, grey, to 1, the edge of sRGB.
  public var saturation: Double

  /// From 0, black, to 1, white.
  public var lightness: Double

  public init(hue: Double?, saturation: Double, lightness: Double) {
    self.hue = hue
    self.saturation = saturation
    self.lightness = lightness
  }

  public init(_ rgba: RGBA) {
    self.init(Oklab(rgba))
  }

  public init(_ oklab: Oklab) {
    let oklch = OKLCH(oklab)
    lightness = Toe.shown(oklab.lightness)
    guard let hue = oklch.hue, oklab.lightness > 0, oklab.lightness < Self.white else {
      self.hue = nil
      saturation = 0
      return
    }
    let curve = Curve(hue: hue, lightness: oklab.lightness)
    saturation = curve.saturation(ofChroma: oklch.chroma)
    self.hue = saturation < HSB.powerlessSaturation ? nil : hue
  }

  public func rgba(alpha: Double = 1) -> RGBA {
    oklab.rgba(alpha: alpha)
  }

  var oklab: Oklab {
    let plain = PlaneMath.untoed(lightness)
    guard saturation > 0, plain > 0, plain < Self.white else { return Oklab(lightness: plain, a: 0, b: 0) }
    let curve = Curve(hue: hue ?? 0, lightness: plain)
    return Oklab(OKLCH(lightness: plain, chroma: curve.chroma(ofSaturation: saturation), hue: hue))
  }

  /// The lightness from which nothing but white is left of sRGB.
  private static let white = 1 - 1e-7

  private typealias Curve = OkhslCurve<Double>
}

/// Chroma as a function of saturation at one hue and lightness, over any kind of number: two pieces that join smoothly
/// at 0.8.
struct OkhslCurve<Number: PlaneScalar> {
  private static var joint: Double { 0.8 }

  /// Three chromas that steer the saturation: a smooth small one, a typical one and the largest in sRGB.
  private let small: Number
  private let middle: Number
  private let largest: Number

  /// Creates the curve at a lightness of Oklab, from what `constants` returns.
  init(_ shape: [Number], lightness: Number) {
    let one = Number(1)
    let (a, b, cuspLightness, cuspChroma) = (shape[0], shape[1], shape[2], shape[3])
    let dark = one - lightness
    let (black, white) = (cuspChroma / cuspLightness, cuspChroma / (one - cuspLightness))
    let straight = cuspChroma * dark / (one - cuspLightness)
    // The upper side is slightly curved: the first channel to reach 1 decides.
    largest = cuspLightness.below(
      lightness, then: straight + Self.step(lightness, straight, a, b),
      else: cuspChroma * lightness / cuspLightness)
    let fit = largest / Number.smaller(lightness * black, dark * white)
    let (low, high) = (lightness * shape[4], dark * shape[5])
    func square(_ number: Number) -> Number { number * number }
    let blend = one / (one / square(square(low)) + one / square(square(high)))
    middle = Number(0.9) * fit * blend.power(0.25)
    let (first, second) = (lightness * Number(0.4), dark * Number(0.8))
    small = (one / (one / square(first) + one / square(second))).power(0.5)
  }

  /// Returns the numbers that a hue comes to: its direction, its cusp, and the slopes of a typical colour.
  static func constants(hue: Double) -> [Double] {
    let direction = cartesian(chroma: 1, degrees: hue)
    let shape = OkhsGeometry(a: direction.a, b: direction.b)
    let (black, white) = shape.middleSlopes
    return [direction.a, direction.b, shape.cuspLightness, shape.cuspChroma, black, white]
  }

  private var lowSlope: Number { small * Number(Self.joint) }

  private var highSlope: Number {
    middle * middle * Number((1 - Self.joint) / (Self.joint * Self.joint)) / small
  }

  func chroma(ofSaturation saturation: Number) -> Number {
    let one = Number(1)
    let lowShare = saturation * Number(1 / Self.joint)
    let lowSlope = lowSlope
    let below = lowShare * lowSlope / (one - (one - lowSlope / middle) * lowShare)
    let highSlope = highSlope
    let highShare = (saturation - Number(Self.joint)) * Number(1 / (1 - Self.joint))
    let above = middle + highShare * highSlope / (one - (one - highSlope / (largest - middle)) * highShare)
    return saturation.below(Number(Self.joint), then: below, else: above)
  }

  func saturation(ofChroma chroma: Number) -> Number {
    let one = Number(1)
    let below = Number(Self.joint) * chroma / (lowSlope + (one - lowSlope / middle) * chroma)
    let beyond = chroma - middle
    let above =
      Number(Self.joint)
      + Number(1 - Self.joint) * beyond / (highSlope + (one - highSlope / (largest - middle)) * beyond)
    return chroma.below(middle, then: below, else: above)
  }

  /// Returns Halley's step from a chroma to where the first channel reaches 1; 0 where none does.
  private static func step(_ lightness: Number, _ chroma: Number, _ a: Number, _ b: Number) -> Number {
    let slopes = PlaneMath.product(Oklab.labToCones, [Number(0), a, b])
    let roots = slopes.map { $0 * chroma + lightness }
    let value = PlaneMath.product(Oklab.conesToLight, roots.map { $0 * $0 * $0 }).map { $0 - Number(1) }
    let slope = PlaneMath.product(
      Oklab.conesToLight, zip(slopes, roots).map { Number(3) * $0 * $1 * $1 })
    let bend = PlaneMath.product(Oklab.conesToLight, zip(slopes, roots).map { Number(6) * $0 * $0 * $1 })
    let far = Number(1e6)
    let steps = (0..<3).map { channel in
      let factor =
        slope[channel] / (slope[channel] * slope[channel] - Number(0.5) * value[channel] * bend[channel])
      return factor.below(Number(0), then: far, else: Number(0) - factor * value[channel])
    }
    let least = Number.smaller(Number.smaller(steps[0], steps[1]), steps[2])
    return least.below(far, then: least, else: Number(0))
  }
}

extension OkhslCurve where Number == Double {
  init(hue: Double, lightness: Double) { self.init(Self.constants(hue: hue), lightness: lightness) }
}
