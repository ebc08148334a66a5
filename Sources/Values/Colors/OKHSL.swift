/// A colour as hue, saturation and lightness in Oklab: Ottosson, "Okhsv and Okhsl" (2021).
public struct OKHSL: Hashable, Sendable {
  /// Degrees in 0..<360, or nil if the hue is powerless.
  public var hue: Double?

  /// From 0, grey, to 1, the boundary of sRGB.
  public var saturation: Double

  /// From 0, black, to 1, white.
  public var lightness: Double

  /// Creates a colour from a hue in degrees (nil for greys) and two fractions in 0…1.
  public init(hue: Double?, saturation: Double, lightness: Double) {
    self.hue = hue
    self.saturation = saturation
    self.lightness = lightness
  }

  /// Converts an sRGB colour; ignores alpha.
  public init(_ rgba: RGBA) {
    self.init(Oklab(rgba))
  }

  /// Converts an Oklab colour.
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

  /// Returns the colour in sRGB.
  ///
  /// - Parameter alpha: The opacity, 0…1.
  public func rgba(alpha: Double = 1) -> RGBA {
    oklab.rgba(alpha: alpha)
  }

  var oklab: Oklab {
    let plain = PlaneMath.untoed(lightness)
    guard saturation > 0, plain > 0, plain < Self.white else { return Oklab(lightness: plain, a: 0, b: 0) }
    let curve = Curve(hue: hue ?? 0, lightness: plain)
    return Oklab(OKLCH(lightness: plain, chroma: curve.chroma(ofSaturation: saturation), hue: hue))
  }

  /// The lightness above which sRGB contains only white.
  private static let white = 1 - 1e-7

  private typealias Curve = OkhslCurve<Double>
}

/// Chroma as a function of saturation at one hue and lightness, generic over the number type: two pieces that join
/// smoothly at 0.8.
///
/// These are Ottosson's formulas with combined fractions, because division is slow on a GPU.
struct OkhslCurve<Number: PlaneScalar> {
  /// The saturation at which the pieces join.
  static var joint: Double { 0.8 }

  /// Three chromas that determine the curve: a smooth small one, a typical one and the largest in sRGB.
  private let small: Number
  private let middle: Number
  private let largest: Number

  /// Creates the curve at an Oklab lightness, from the result of `constants`.
  init(_ shape: [Number], lightness: Number) {
    let one = Number(1)
    let (black, white, cuspLightness) = (shape[0], shape[1], shape[2])
    let dark = one - lightness
    let straight = dark * white
    let rising = lightness * black
    // The upper side is slightly curved: the first channel to reach 1 decides.
    largest = cuspLightness.below(
      lightness, then: straight + Self.step(lightness, straight, Self.ray(shape)), else: rising)
    func square(_ number: Number) -> Number { number * number }
    let (low, high) = (lightness * shape[3], dark * shape[4])
    let (lowFourth, highFourth) = (square(square(low)), square(square(high)))
    // 0.9 · largest / min(…) · (1 / (1 / low⁴ + 1 / high⁴))^¼
    middle =
      Number(0.9) * largest * low * high
      / (Number.smaller(rising, straight) * (lowFourth + highFourth).power(0.25))
    let (first, second) = (lightness * Number(0.4), dark * Number(0.8))
    small = first * second / (square(first) + square(second)).power(0.5)
  }

  /// Returns the constants of a hue: the slopes of the triangle, the lightness of its cusp, the slopes of a typical
  /// colour, and the ray.
  static func constants(hue: Double) -> [Double] {
    let direction = cartesian(chroma: 1, degrees: hue)
    let shape = OkhsGeometry(a: direction.a, b: direction.b)
    let (slopes, typical) = (shape.slopes, shape.middleSlopes)
    return [slopes.black, slopes.white, shape.cuspLightness, typical.black, typical.white]
      + PlaneMath.ray(a: direction.a, b: direction.b)
  }

  /// The ray in the constants.
  static func ray(_ shape: [Number]) -> ArraySlice<Number> { shape[5..<14] }

  /// The lightness of the cusp in the constants.
  static func cuspLightness(_ shape: [Number]) -> Number { shape[2] }

  private var lowSlope: Number { small * Number(Self.joint) }

  private var highSlope: Number {
    middle * middle * Number((1 - Self.joint) / (Self.joint * Self.joint)) / small
  }

  func chroma(ofSaturation saturation: Number) -> Number {
    let joint = Number(Self.joint)
    let lowShare = saturation * Number(1 / Self.joint)
    let lowTop = lowShare * lowSlope * middle
    let lowBottom = middle - (middle - lowSlope) * lowShare
    // The upper slope is this divided by the small chroma; numerator and denominator are multiplied by that.
    let steep = middle * middle * Number((1 - Self.joint) / (Self.joint * Self.joint))
    let highShare = (saturation - joint) * Number(1 / (1 - Self.joint))
    let rest = largest - middle
    let highTop = highShare * steep * rest
    let highBottom = rest * small - (rest * small - steep) * highShare
    let quotient =
      saturation.below(joint, then: lowTop, else: highTop)
      / saturation.below(joint, then: lowBottom, else: highBottom)
    return saturation.below(joint, then: quotient, else: middle + quotient)
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

  /// Returns Halley's step from a chroma to the one where the first channel reaches 1; 0 if none does.
  private static func step(_ lightness: Number, _ chroma: Number, _ ray: ArraySlice<Number>) -> Number {
    let far = Number(1e6)
    let steps = halleyTerms(lightness, chroma, ray).map { value, slope, below in
      // Ignore a backward step, and one where the value decreases.
      (slope * below).below(Number(0), then: far, else: Number(0) - slope * value / below)
    }
    let least = Number.smaller(Number.smaller(steps.x, steps.y), steps.z)
    return least.below(far, then: least, else: Number(0))
  }

  /// Returns each channel's excess over 1, its derivative by chroma, and the divisor of Halley's step.
  private static func halleyTerms(_ lightness: Number, _ chroma: Number, _ ray: ArraySlice<Number>)
    -> PlaneTriple<(value: Number, slope: Number, below: Number)>
  {
    let light = PlaneMath.light(lightness: lightness, chroma: chroma, ray: ray)
    let square = lightness * lightness
    let start = ray.startIndex
    return PlaneTriple((0, light.x), (1, light.y), (2, light.z)).map { channel, light in
      let (first, second, third) = (ray[start + channel], ray[start + 3 + channel], ray[start + 6 + channel])
      let value = light - Number(1)
      let twice = lightness * second + lightness * second
      let slope = square * first + chroma * (twice + Number(3) * chroma * third)
      let halfBend = lightness * second + Number(3) * chroma * third
      return (value, slope, slope * slope - value * halfBend)
    }
  }
}

extension OkhslCurve where Number == Double {
  init(hue: Double, lightness: Double) { self.init(Self.constants(hue: hue), lightness: lightness) }

  /// Returns the bounds of the lightness intervals in which the largest chroma differs from that on both sides.
  ///
  /// Where a channel's derivative changes sign, as red's does at yellow hues, Halley's step stays short until its
  /// divisor also changes sign. This concerns a thousandth of the lightnesses, and is part of the definition of the
  /// space.
  static func jumps(_ shape: [Double]) -> [Double] {
    let cusp = cuspLightness(shape)
    func terms(_ lightness: Double, _ channel: Int) -> (value: Double, slope: Double, below: Double) {
      halleyTerms(lightness, (1 - lightness) * shape[1], ray(shape)).all[channel]
    }
    let places = (0...16).map { step -> Double in
      let share = (Double(step) + 0.5) / 17
      return cusp + (1 - cusp) * share
    }
    return zip(places, places.dropFirst()).flatMap { before, behind in
      (0..<3).flatMap { channel -> [Double] in
        guard let level = root(in: before...behind, { terms($0, channel).slope }) else { return [] }
        let largest = [-1, 1].map { Self(shape, lightness: level + $0 * 1e-7).largest }
        guard abs(largest[0] - largest[1]) > 1e-5 else { return [] }
        let ends = [before...level, level...behind].compactMap { root(in: $0) { terms($0, channel).below } }
        return ends + [level]
      }
    }
    .sorted()
  }

  /// Returns the root of a function, or nil if its sign is the same at both ends.
  private static func root(in range: ClosedRange<Double>, _ function: (Double) -> Double) -> Double? {
    var (low, high) = (range.lowerBound, range.upperBound)
    let isNegative = function(low) < 0
    guard isNegative != (function(high) < 0) else { return nil }
    for _ in 0..<48 {
      let middle = (low + high) / 2
      if (function(middle) < 0) == isNegative { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
