import Glibc

/// The conversion from an RGB space to light: its primaries, its white point and its transfer curve.
///
/// The chromaticities are those of CSS Color 4 §10; matrices are derived from them in full precision.
struct RGBEncoding: Sendable {
  /// Linear light to XYZ relative to D65, and back.
  let toXYZ: Matrix3
  let fromXYZ: Matrix3
  let curve: TransferCurve

  static let srgb = RGBEncoding((0.64, 0.33), (0.30, 0.60), (0.15, 0.06), curve: .srgb)
  static let displayP3 = RGBEncoding((0.68, 0.32), (0.265, 0.69), (0.15, 0.06), curve: .srgb)
  static let a98RGB = RGBEncoding((0.64, 0.33), (0.21, 0.71), (0.15, 0.06), curve: .power(563 / 256))
  static let rec2020 = RGBEncoding((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), curve: .power(2.4))
  static let proPhotoRGB = RGBEncoding(
    (0.734699, 0.265301), (0.159597, 0.840403), (0.036598, 0.000105), curve: .proPhoto, isD50: true)

  init(
    _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double), curve: TransferCurve,
    isD50: Bool = false
  ) {
    let primaries = Matrix3(
      WhitePoint.xyz(x: red.0, y: red.1), WhitePoint.xyz(x: green.0, y: green.1),
      WhitePoint.xyz(x: blue.0, y: blue.1)
    ).transposed
    let scale = primaries.inverse * (isD50 ? WhitePoint.d50 : WhitePoint.d65)
    let native = primaries * Matrix3(diagonal: scale)
    toXYZ = isD50 ? WhitePoint.d50ToD65 * native : native
    fromXYZ = toXYZ.inverse
    self.curve = curve
  }

  func light(_ encoded: Triple) -> Triple {
    Triple(curve.light(encoded.x), curve.light(encoded.y), curve.light(encoded.z))
  }

  func encoded(_ light: Triple) -> Triple {
    Triple(curve.encoded(light.x), curve.encoded(light.y), curve.encoded(light.z))
  }
}

/// The reference white points, and the Bradford adaptation between them.
enum WhitePoint {
  static let d65 = xyz(x: 0.3127, y: 0.3290)
  static let d50 = xyz(x: 0.3457, y: 0.3585)

  static let d65ToD50: Matrix3 = {
    let bradford = Matrix3(
      Triple(0.8951, 0.2664, -0.1614), Triple(-0.7502, 1.7135, 0.0367), Triple(0.0389, -0.0685, 1.0296))
    let scale = (bradford * d50) / (bradford * d65)
    return bradford.inverse * (Matrix3(diagonal: scale) * bradford)
  }()
  static let d50ToD65 = d65ToD50.inverse

  /// Returns the XYZ of a chromaticity with Y = 1.
  static func xyz(x: Double, y: Double) -> Triple {
    Triple(x / y, 1, (1 - x - y) / y)
  }
}

/// The curve between encoded numbers and light, extended symmetrically below zero.
enum TransferCurve: Sendable {
  /// IEC 61966-2-1.
  case srgb
  case power(Double)
  /// ROMM RGB: a power of 1.8 with a linear part near black.
  case proPhoto

  func light(_ value: Double) -> Double {
    let size = abs(value)
    return switch self {
    case .srgb:
      size <= 0.04045 ? value / 12.92 : copysign(pow((size + 0.055) / 1.055, 2.4), value)
    case .power(let exponent): copysign(pow(size, exponent), value)
    case .proPhoto: size <= 16.0 / 512 ? value / 16 : copysign(pow(size, 1.8), value)
    }
  }

  func encoded(_ light: Double) -> Double {
    let size = abs(light)
    return switch self {
    case .srgb:
      size <= 0.0031308 ? light * 12.92 : copysign(1.055 * pow(size, 1 / 2.4) - 0.055, light)
    case .power(let exponent): copysign(pow(size, 1 / exponent), light)
    case .proPhoto: size < 1.0 / 512 ? light * 16 : copysign(pow(size, 1 / 1.8), light)
    }
  }
}
