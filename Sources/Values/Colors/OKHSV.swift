/// A colour as hue, saturation and value in Oklab: Ottosson, "Okhsv and Okhsl" (2021).
public struct OKHSV: Hashable, Sendable {
  /// Degrees in 0..<360, or nil if the hue is powerless.
  public var hue: Double?

  /// From 0, grey, to 1, the boundary of sRGB.
  public var saturation: Double

  /// From 0, black, to 1.
  public var value: Double

  /// Creates a colour from a hue in degrees (nil for greys) and two fractions in 0…1.
  public init(hue: Double?, saturation: Double, value: Double) {
    self.hue = hue
    self.saturation = saturation
    self.value = value
  }

  /// Converts an sRGB colour; ignores alpha.
  public init(_ rgba: RGBA) {
    self.init(Oklab(rgba))
  }

  /// Converts an Oklab colour.
  public init(_ oklab: Oklab) {
    let oklch = OKLCH(oklab)
    guard let hue = oklch.hue, oklab.lightness > 0 else {
      self.hue = nil
      saturation = 0
      value = Toe.shown(oklab.lightness)
      return
    }
    let triangle = Triangle(hue: hue)
    // The point of the triangle's outer edge on the ray from black through the colour.
    let reach = triangle.white / (oklch.chroma + oklab.lightness * triangle.white)
    let edge = (lightness: reach * oklab.lightness, chroma: reach * oklch.chroma)
    let scale = triangle.scale(lightness: edge.lightness, chroma: edge.chroma)
    value = Toe.shown(oklab.lightness / scale) / edge.lightness
    saturation =
      (Triangle.start + triangle.white) * edge.chroma
      / (triangle.white * Triangle.start + triangle.white * triangle.bend * edge.chroma)
    self.hue = saturation < HSB.powerlessSaturation ? nil : hue
  }

  /// Returns the colour in sRGB.
  ///
  /// - Parameter alpha: The opacity, 0…1.
  public func rgba(alpha: Double = 1) -> RGBA {
    oklab.rgba(alpha: alpha)
  }

  var oklab: Oklab {
    guard value > 0 else { return Oklab(lightness: 0, a: 0, b: 0) }
    guard saturation > 0 else { return Oklab(lightness: PlaneMath.untoed(value), a: 0, b: 0) }
    let (lightness, a, b) = Triangle(hue: hue ?? 0).lab(saturation: saturation, value: value)
    return Oklab(lightness: lightness, a: a, b: b)
  }

  private typealias Triangle = OkhsvTriangle<Double>
}

/// The triangle black–cusp–white of a hue, generic over the number type, with the deviation of sRGB's true boundary
/// from it.
struct OkhsvTriangle<Number: PlaneScalar> {
  /// The slope from black at zero saturation.
  static var start: Number { Number(0.5) }

  private let a: Number
  private let b: Number
  let white: Number
  let bend: Number

  /// Creates a triangle from the result of `constants`.
  init(_ constants: [Number]) {
    (a, b, white, bend) = (constants[0], constants[1], constants[2], constants[3])
  }

  /// Returns the constants of a hue.
  static func constants(hue: Double) -> [Double] {
    let direction = cartesian(chroma: 1, degrees: hue)
    let slopes = OkhsGeometry(a: direction.a, b: direction.b).slopes
    return [direction.a, direction.b, slopes.white, 1 - 0.5 / slopes.black]
  }

  func scale(lightness: Number, chroma: Number) -> Number {
    let top = PlaneMath.untoed(lightness)
    let wide = chroma * top / lightness
    let light = PlaneMath.light(lightness: top, a: a * wide, b: b * wide)
    let most = Number.larger(Number.larger(light.x, light.y), Number.larger(light.z, Number(1e-12)))
    return Number(1) / most.power(1.0 / 3)
  }

  /// Returns a colour in Oklab.
  func lab(saturation: Number, value: Number) -> (lightness: Number, a: Number, b: Number) {
    let divisor = Self.start + white - white * bend * saturation
    let edge = Number(1) - saturation * Self.start / divisor
    let reach = saturation * white * Self.start / divisor
    let scale = scale(lightness: edge, chroma: reach)
    let lightness = PlaneMath.untoed(value * edge)
    let chroma = reach * lightness / edge * scale
    return (lightness * scale, a * chroma, b * chroma)
  }
}

extension OkhsvTriangle where Number == Double {
  init(hue: Double) { self.init(Self.constants(hue: hue)) }
}

/// The curve between Oklab lightness and a perceptually even one.
enum Toe {
  static let start = 0.206
  static let curve = 0.03
  static let slope = (1 + start) / (1 + curve)

  /// Returns the perceptually even lightness for an Oklab lightness.
  static func shown(_ lightness: Double) -> Double {
    let shifted = slope * lightness - start
    return 0.5 * (shifted + (shifted * shifted + 4 * curve * slope * lightness).squareRoot())
  }
}
