import CLCMS2

/// Converts colours from an ICC profile, such as that of a camera or a scanner, to sRGB.
///
/// The intent is relative colorimetric with black point compensation. Colours outside sRGB are clipped to the gamut.
public final class ProfileConversion {
  /// The number of the profile's channels: 1 for grey, 3 for RGB, 4 for CMYK.
  public let channels: Int
  private let transform: cmsHTRANSFORM

  /// Creates a conversion, which takes some milliseconds.
  ///
  /// Returns nil for an unusable profile, and for a profile that matches sRGB within one 8-bit level.
  public init?(_ profile: [UInt8]) {
    guard let source = ProfileHandle(profile), let target = ProfileHandle(cmsCreate_sRGBProfile()) else {
      return nil
    }
    let format: UInt32
    switch cmsGetColorSpace(source.profile) {
    case cmsSigGrayData: (channels, format) = (1, regalia_GRAY_8)
    case cmsSigRgbData: (channels, format) = (3, regalia_RGB_8)
    case cmsSigCmykData: (channels, format) = (4, regalia_CMYK_8)
    default: return nil
    }
    let transform = cmsCreateTransform(
      source.profile, format, target.profile, regalia_RGB_8, UInt32(INTENT_RELATIVE_COLORIMETRIC),
      UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION))
    guard let transform else { return nil }
    self.transform = transform
    if changesNothing { return nil }
  }

  deinit { cmsDeleteTransform(transform) }

  /// Converts pixels to sRGB.
  ///
  /// - Parameter pixels: Pixels of the profile's space, a byte per channel.
  /// - Returns: Three bytes per pixel.
  public func converted(_ pixels: [UInt8]) -> [UInt8] {
    let count = pixels.count / channels
    return [UInt8](unsafeUninitializedCapacity: 3 * count) { colors, initialized in
      pixels.withUnsafeBytes {
        cmsDoTransform(transform, $0.baseAddress, colors.baseAddress, UInt32(count))
      }
      initialized = 3 * count
    }
  }

  /// Whether sample colours across the space stay the same, except for rounding.
  private var changesNothing: Bool {
    guard channels < 4 else { return false }
    let levels = stride(from: 0, through: 255, by: 17).map { UInt8($0) }
    let colors =
      channels == 1
      ? levels : levels.flatMap { red in levels.flatMap { green in levels.flatMap { [red, green, $0] } } }
    let light = converted(colors)
    return light.indices.allSatisfy { place in
      let stored = channels == 1 ? colors[place / 3] : colors[place]
      return Int(light[place]) - Int(stored) >= -1 && Int(light[place]) - Int(stored) <= 1
    }
  }
}
