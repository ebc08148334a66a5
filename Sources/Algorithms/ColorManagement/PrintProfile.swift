import CLCMS2
import Files

/// The colours that a press makes of its inks: an ICC profile (ICC.1:2010) of a printing process in CMYK.
///
/// One that exists can be printed by and proofed by: it was read whole, it is of an output device, and it leads both from
/// colours to inks and back by the relative colorimetric intent.
///
///     let profile = try PrintProfile(contentsOf: "/usr/share/color/icc/colord/FOGRA39L_coated.icc")
///     let inks = try InkConverter(profile).inks(of: RGBA(hex: 0xd00000))
public struct PrintProfile: Hashable, Sendable {
  /// The whole file, to be embedded.
  public let bytes: [UInt8]
  /// The profile's description of itself, such as “Coated FOGRA39”.
  public let name: String
  /// The printing condition by its name in the registry of the ICC (www.color.org), such as `FOGRA39`, where the profile
  /// says which it is of.
  public let registeredCondition: String?

  /// No larger profile is read; those of presses have up to some 3 MB.
  public static let longestFile = 32 << 20

  /// Reads a profile from a file.
  ///
  /// Throws `FileBytes.Failure` for a file that cannot be read, and `ProfileError` with its path for one that is no
  /// profile of a press.
  public init(contentsOf path: String) throws {
    let bytes = try FileBytes.readArgument(path, atMost: Self.longestFile)
    do {
      try self.init(bytes: bytes)
    } catch {
      throw ProfileError("\(FileBytes.name(of: path)): \(error)")
    }
  }

  /// Reads a profile; costs some milliseconds, because it is tried out.
  ///
  /// Throws where the bytes are no ICC profile, or one of something other than a press of four inks.
  public init(bytes: [UInt8]) throws(ProfileError) {
    guard bytes.count >= 128, Self.signature(of: bytes, at: 36) == "acsp" else {
      throw ProfileError("this is no ICC profile")
    }
    let space = Self.signature(of: bytes, at: 16)
    guard space == "CMYK" else {
      throw ProfileError(
        "this is a profile of \(Self.words[space] ?? space) and not of a press; name one of CMYK")
    }
    guard Self.signature(of: bytes, at: 12) == "prtr" else {
      throw ProfileError("this profile is not of a press, but only leads from one device to another")
    }
    guard let handle = ProfileHandle(bytes) else { throw ProfileError("the profile is damaged") }
    let intent = UInt32(INTENT_RELATIVE_COLORIMETRIC)
    guard
      [LCMS_USED_AS_OUTPUT, LCMS_USED_AS_INPUT].allSatisfy({
        cmsIsIntentSupported(handle.profile, intent, UInt32($0)) != 0
      })
    else {
      throw ProfileError(
        "the profile lacks what leads from colours to inks and back, so that nothing can be proofed")
    }
    self.bytes = bytes
    name = handle.text(cmsInfoDescription) ?? "CMYK"
    registeredCondition = Self.condition(in: name) ?? handle.target.flatMap(Self.condition)
    // A table that ends too early is found when it is used.
    _ = try InkConverter(self)
  }

  private static let words = ["RGB ": "RGB", "GRAY": "grey", "Lab ": "Lab", "XYZ ": "XYZ"]

  /// Returns four letters of the header.
  static func signature(of bytes: some Collection<UInt8>, at offset: Int) -> String {
    String(decoding: bytes.dropFirst(offset).prefix(4), as: UTF8.self)
  }

  /// The names of profiles and measurements beside the conditions that the registry has for them.
  private static let conditions = [
    ("isocoatedv2300", "FOGRA39"), ("isocoatedv2", "FOGRA39"), ("psocoatedv3", "FOGRA51"),
    ("psouncoatedv3", "FOGRA52"), ("gracol2006", "CGATS TR 006"), ("swop2006coated3", "CGATS TR 003"),
    ("swop2006coated5", "CGATS TR 005"), ("uswebcoatedswop", "CGATS TR 001"),
  ]

  private static func condition(in text: String) -> String? {
    let plain = InstalledProfiles.plain(text)
    if let match = plain.firstMatch(of: /fogra([0-9]{2})/) { return "FOGRA\(match.1)" }
    return conditions.first { plain.contains($0.0) }?.1
  }
}

/// A profile that is open, closed with its owner.
struct ProfileHandle: ~Copyable {
  let profile: cmsHPROFILE

  /// Opens a profile; nil for one that lcms refuses.
  init?(_ bytes: [UInt8]) {
    guard let profile = cmsOpenProfileFromMem(bytes, UInt32(bytes.count)) else { return nil }
    self.profile = profile
  }

  /// Takes a profile that lcms has made.
  init?(_ profile: cmsHPROFILE?) {
    guard let profile else { return nil }
    self.profile = profile
  }

  deinit { cmsCloseProfile(profile) }

  /// Returns what the profile says of itself in English.
  func text(_ kind: cmsInfoType) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard cmsGetProfileInfoASCII(profile, kind, "en", "US", &buffer, UInt32(buffer.count)) > 0 else {
      return nil
    }
    return Self.text(buffer)
  }

  /// The beginning of what the measurements were called that the profile was made from.
  var target: String? {
    guard let tag = cmsReadTag(profile, cmsSigCharTargetTag) else { return nil }
    var buffer = [CChar](repeating: 0, count: 1024)
    guard cmsMLUgetASCII(OpaquePointer(tag), "en", "US", &buffer, UInt32(buffer.count)) > 0 else {
      return nil
    }
    return Self.text(buffer)
  }

  private static func text(_ buffer: [CChar]) -> String? {
    let characters = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let text = String(decoding: characters.filter { $0 >= 32 && $0 < 127 }, as: UTF8.self)
    let words = text.split(separator: " ").joined(separator: " ")
    return words.isEmpty ? nil : words
  }
}
