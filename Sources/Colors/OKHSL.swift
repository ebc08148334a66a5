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
    lightness = toe(oklab.lightness)
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
    let plain = untoe(lightness)
    guard saturation > 0, plain > 0, plain < Self.white else { return Oklab(lightness: plain, a: 0, b: 0) }
    let curve = Curve(hue: hue ?? 0, lightness: plain)
    return Oklab(OKLCH(lightness: plain, chroma: curve.chroma(ofSaturation: saturation), hue: hue))
  }

  /// The lightness from which nothing but white is left of sRGB.
  private static let white = 1 - 1e-7

  /// Chroma as a function of saturation at one hue and lightness: two pieces that join smoothly at 0.8.
  private struct Curve {
    private static let joint = 0.8
    private let small: Double
    private let middle: Double
    private let largest: Double

    init(hue: Double, lightness: Double) {
      let direction = cartesian(chroma: 1, degrees: hue)
      (small, middle, largest) = OkhsGeometry(a: direction.a, b: direction.b).chromas(at: lightness)
    }

    private var lower: (slope: Double, bend: Double) {
      let slope = Self.joint * small
      return (slope, 1 - slope / middle)
    }

    private var upper: (slope: Double, bend: Double) {
      let slope = (1 - Self.joint) * middle * middle / (Self.joint * Self.joint * small)
      return (slope, 1 - slope / (largest - middle))
    }

    func saturation(ofChroma chroma: Double) -> Double {
      if chroma < middle {
        return Self.joint * chroma / (lower.slope + lower.bend * chroma)
      }
      let beyond = chroma - middle
      return Self.joint + (1 - Self.joint) * beyond / (upper.slope + upper.bend * beyond)
    }

    func chroma(ofSaturation saturation: Double) -> Double {
      if saturation < Self.joint {
        let share = saturation / Self.joint
        return share * lower.slope / (1 - lower.bend * share)
      }
      let share = (saturation - Self.joint) / (1 - Self.joint)
      return middle + share * upper.slope / (1 - upper.bend * share)
    }
  }
}
