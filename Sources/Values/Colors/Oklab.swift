import Glibc

/// A colour in Oklab: Ottosson, "A perceptual color space for image processing" (2020).
///
/// The matrices are those of CSS Color 4, which are more precise than the original ones.
public struct Oklab: Hashable, Sendable {
  /// From 0, black, to 1, white.
  public var lightness: Double

  /// From green (negative) to red.
  public var a: Double

  /// From blue (negative) to yellow.
  public var b: Double

  /// Creates a colour from its lightness (0…1) and its coordinates on both axes.
  public init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// Converts an sRGB colour; ignores alpha.
  public init(_ rgba: RGBA) {
    self.init(light: RGBEncoding.srgb.light(Triple(rgba.red, rgba.green, rgba.blue)))
  }

  /// Converts polar coordinates; a colour without a hue is taken at hue 0.
  public init(_ oklch: OKLCH) {
    let (a, b) = cartesian(chroma: oklch.chroma, degrees: oklch.hue ?? 0)
    self.init(lightness: oklch.lightness, a: a, b: b)
  }

  /// Returns the colour in extended sRGB, whose values may exceed 0…1.
  ///
  /// - Parameter alpha: The opacity, 0…1.
  public func rgba(alpha: Double = 1) -> RGBA {
    let encoded = RGBEncoding.srgb.encoded(light)
    return RGBA(red: encoded.x, green: encoded.y, blue: encoded.z, alpha: alpha)
  }

  /// Converts linear light in sRGB primaries.
  init(light: Triple) {
    self.init(cones: Self.lightToCones * light)
  }

  init(xyz: Triple) {
    self.init(cones: Self.xyzToCones * xyz)
  }

  private init(cones: Triple) {
    let lab = Self.conesToLab * Triple(cbrt(cones.x), cbrt(cones.y), cbrt(cones.z))
    self.init(lightness: lab.x, a: lab.y, b: lab.z)
  }

  /// Linear light in sRGB primaries.
  var light: Triple { Self.conesToLight * cones }

  /// XYZ relative to D65.
  var xyz: Triple { Self.conesToXYZ * cones }

  private var cones: Triple {
    let roots = Self.labToCones * Triple(lightness, a, b)
    return roots * roots * roots
  }

  private static let xyzToCones = Matrix3(
    Triple(0.8190224379967030, 0.3619062600528904, -0.1288737815209879),
    Triple(0.0329836539323885, 0.9292868615863434, 0.0361446663506424),
    Triple(0.0481771893596242, 0.2642395317527308, 0.6335478284694309))
  private static let conesToLab = Matrix3(
    Triple(0.2104542683093140, 0.7936177747023054, -0.0040720430116193),
    Triple(1.9779985324311684, -2.4285922420485799, 0.4505937096174110),
    Triple(0.0259040424655478, 0.7827717124575296, -0.8086757549230774))
  private static let conesToXYZ = xyzToCones.inverse
  static let labToCones = conesToLab.inverse
  private static let lightToCones = xyzToCones * RGBEncoding.srgb.toXYZ
  static let conesToLight = lightToCones.inverse
}
