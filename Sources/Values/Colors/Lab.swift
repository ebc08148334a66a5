import Glibc

/// A colour in CIE Lab, relative to D50 as in CSS unless another white is specified.
public struct Lab: Hashable, Sendable {
  /// From 0, black, to 100, white.
  public var lightness: Double

  /// From green (negative) to red.
  public var a: Double

  /// From blue (negative) to yellow.
  public var b: Double

  /// Creates a colour from its lightness (0…100) and its coordinates on both axes.
  public init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// Converts polar coordinates; a colour without a hue is taken at hue 0.
  public init(_ lch: LCH) {
    let (a, b) = cartesian(chroma: lch.chroma, degrees: lch.hue ?? 0)
    self.init(lightness: lch.lightness, a: a, b: b)
  }

  /// Converts `xyz`, relative to `white`.
  init(xyz: Triple, white: Triple) {
    func root(_ value: Double) -> Double {
      value > Self.epsilon ? cbrt(value) : (Self.kappa * value + 16) / 116
    }
    let share = xyz / white
    let (x, y, z) = (root(share.x), root(share.y), root(share.z))
    self.init(lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
  }

  func xyz(white: Triple) -> Triple {
    func cube(_ root: Double) -> Double {
      let cube = root * root * root
      return cube > Self.epsilon ? cube : (116 * root - 16) / Self.kappa
    }
    let middle = (lightness + 16) / 116
    return Triple(cube(middle + a / 500), cube(middle), cube(middle - b / 200)) * white
  }

  /// The constants of CIE 15:2004 in exact form.
  private static let epsilon = 216.0 / 24389
  private static let kappa = 24389.0 / 27
}
