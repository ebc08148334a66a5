import CLCMS2

/// The response of a monitor to the numbers that it receives: an ICC profile (ICC.1:2010) of a display in red, green
/// and blue.
public struct DisplayProfile: Hashable, Sendable {
  /// The whole file.
  public let bytes: [UInt8]
  /// The profile's description of itself, such as “Color LCD”.
  public let name: String

  /// Reads a profile.
  ///
  /// Throws what is wrong with one that is damaged, or is of something else than a display.
  public init(bytes: [UInt8]) throws(ProfileError) {
    guard bytes.count >= 128, PrintProfile.signature(of: bytes, at: 36) == "acsp" else {
      throw ProfileError("this is no ICC profile")
    }
    guard PrintProfile.signature(of: bytes, at: 16) == "RGB ",
      ["mntr", "spac"].contains(PrintProfile.signature(of: bytes, at: 12))
    else { throw ProfileError("this profile is not of a monitor") }
    guard let handle = ProfileHandle(bytes) else { throw ProfileError("the profile is damaged") }
    self.bytes = bytes
    name = handle.text(cmsInfoDescription) ?? "without a name"
  }
}
