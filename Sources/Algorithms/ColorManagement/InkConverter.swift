import CLCMS2
public import Colors
import Localization

/// Finds the inks that show colours of sRGB on a press.
///
/// Colours are matched by the relative colorimetric intent with black point compensation: white is the paper, the darkest
/// black is the press's, what lies within its gamut looks as on a screen beside that paper, and what lies outside becomes
/// the nearest that it can print. A poster's few flat colours stay what they are this way; the perceptual intent would
/// shift all of them for the sake of photographs.
///
/// It belongs to the thread that made it.
public final class InkConverter {
  /// The press that the inks are for.
  public let profile: PrintProfile
  private let exact: Transform
  private let bytes: Transform

  /// Prepares the tables; costs some milliseconds.
  ///
  /// - Throws: ``ProfileError`` if the profile has no usable tables.
  public init(_ profile: PrintProfile) throws(ProfileError) {
    self.profile = profile
    exact = try Transform(from: .srgb, regalia_RGB_DBL, to: .press(profile), regalia_CMYK_DBL)
    bytes = try Transform(from: .srgb, regalia_RGB_8, to: .press(profile), regalia_CMYK_8)
  }

  /// Returns the share of each ink, 0…1, for an opaque colour; its alpha is left out of account.
  ///
  /// White is no ink at all, whatever rounding the profile's tables have.
  public func inks(of color: RGBA) -> CMYK {
    let color = color.clipped
    guard color.red < 1 || color.green < 1 || color.blue < 1 else {
      return CMYK(cyan: 0, magenta: 0, yellow: 0, black: 0)
    }
    let values: [Double] = exact.applied(to: [color.red, color.green, color.blue], pixels: 1, channels: 4)
    let shares = values.map { min(max($0 / 100, 0), 1) }
    return CMYK(cyan: shares[0], magenta: shares[1], yellow: shares[2], black: shares[3])
  }

  /// Converts about 20 million pixels per second.
  ///
  /// - Parameter pixels: Pixels in sRGB, three bytes each.
  /// - Returns: Four bytes per pixel, in the order cyan, magenta, yellow and black; 255 is a full ink.
  public func inks(ofPixels pixels: [UInt8]) -> [UInt8] {
    bytes.applied(to: pixels, pixels: pixels.count / 3, channels: 4)
  }
}

/// A way from one colour space to another, freed with its owner.
struct Transform: ~Copyable {
  enum Space {
    case srgb
    /// CIE Lab of the profile connection space, D50, lightness 0…100.
    case lab
    case press(PrintProfile)
    case display(DisplayProfile)

    fileprivate var handle: ProfileHandle? {
      switch self {
      case .srgb: ProfileHandle(cmsCreate_sRGBProfile())
      case .lab: ProfileHandle(cmsCreateLab4Profile(nil))
      case .press(let profile): ProfileHandle(profile.bytes)
      case .display(let profile): ProfileHandle(profile.bytes)
      }
    }
  }

  private let transform: cmsHTRANSFORM

  init(from source: Space, _ input: UInt32, to target: Space, _ output: UInt32) throws(ProfileError) {
    guard let from = source.handle, let to = target.handle else {
      throw ProfileError(Message("the profile is damaged"))
    }
    let transform = cmsCreateTransform(
      from.profile, input, to.profile, output, UInt32(INTENT_RELATIVE_COLORIMETRIC),
      UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_HIGHRESPRECALC))
    guard let transform else { throw ProfileError(Message("the profile is damaged: its tables are invalid")) }
    self.transform = transform
  }

  deinit { cmsDeleteTransform(transform) }

  func applied<Input, Output: Numeric>(to values: [Input], pixels: Int, channels: Int) -> [Output] {
    var result = [Output](repeating: 0, count: pixels * channels)
    guard pixels > 0 else { return result }
    values.withUnsafeBytes { values in
      result.withUnsafeMutableBytes { result in
        cmsDoTransform(transform, values.baseAddress, result.baseAddress, UInt32(pixels))
      }
    }
    return result
  }
}
