import CLCMS2

/// ICC profiles that are embedded in pictures.
public enum StandardProfile {
  /// The profile of sRGB, the same bytes each time.
  public static let sRGB: [UInt8] = {
    guard let handle = ProfileHandle(cmsCreate_sRGBProfile()) else { return [] }
    var count: UInt32 = 0
    guard cmsSaveProfileToMem(handle.profile, nil, &count) != 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard cmsSaveProfileToMem(handle.profile, &bytes, &count) != 0, bytes.count >= 128 else { return [] }
    // lcms writes the present into the date of creation (ICC.1, 7.2.8).
    bytes.replaceSubrange(24..<36, with: [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    return bytes
  }()
}
