import CLCMS2
import Files
import Glibc
import Localization

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
      throw ProfileError(
        Message("{file}: {reason}", ["file": FileBytes.name(of: path)], parts: ["reason": Message(error)]))
    }
  }

  /// Reads a profile and tries it out, which takes some milliseconds.
  ///
  /// - Parameter bytes: An ICC profile.
  /// - Throws: ``ProfileError`` if the bytes are not an ICC profile, or one of something other than a press with four
  ///   inks.
  public init(bytes: [UInt8]) throws(ProfileError) {
    guard bytes.count >= 128, Self.signature(of: bytes, at: 36) == "acsp" else {
      throw ProfileError(Message("not an ICC profile"))
    }
    let space = Self.signature(of: bytes, at: 16)
    guard space == "CMYK" else {
      throw ProfileError(
        Message(
          "the profile is for {space}, not for a printing press; choose a CMYK profile",
          ["space": Self.words[space] ?? space]))
    }
    guard Self.signature(of: bytes, at: 12) == "prtr" else {
      throw ProfileError(
        Message("the profile does not describe a printing press, only a conversion between devices"))
    }
    guard let handle = ProfileHandle(bytes) else { throw ProfileError(Message("the profile is damaged")) }
    let intent = UInt32(INTENT_RELATIVE_COLORIMETRIC)
    guard
      [LCMS_USED_AS_OUTPUT, LCMS_USED_AS_INPUT].allSatisfy({
        cmsIsIntentSupported(handle.profile, intent, UInt32($0)) != 0
      })
    else {
      throw ProfileError(
        Message("the profile lacks conversions from colours to inks and back, which proofs need"))
    }
    self.bytes = bytes
    name = handle.text(cmsInfoDescription) ?? "CMYK"
    registeredCondition = Self.condition(in: name) ?? handle.target.flatMap(Self.condition)
    // A table that ends too early is found when it is used.
    _ = try InkConverter(self)
  }

  // Untranslated: names of colour spaces.
  private static let words = ["RGB ": "RGB", "GRAY": "grey", "Lab ": "Lab", "XYZ ": "XYZ"]

  /// Returns four letters of the header.
  static func signature(of bytes: some Collection<UInt8>, at offset: Int) -> String {
    String(decoding: bytes.dropFirst(offset).prefix(4), as: UTF8.self)
  }

  /// The names of profiles and measurements beside the conditions that the registry has for them.
  // Untranslated: names.
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

/// The profiles of presses that are installed where the desktop keeps profiles: `color/icc` in the user's and the
/// system's folders of data (XDG base directory specification), `~/.color/icc`, and `/var/lib/color/icc`.
public struct InstalledProfiles: Sendable {
  /// A profile's file.
  public struct Entry: Hashable, Sendable {
    /// Where the file stands.
    public let path: String
    /// The profile in the file.
    public let profile: PrintProfile

    /// The file's name without folders and ending.
    public var fileName: String { FilePath(path).stem }
  }

  /// Those that can be printed by, the one that is taken where none is named first; each name once.
  public let entries: [Entry]

  /// Looks through the folders; costs some milliseconds for each profile of CMYK.
  public init(environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }) {
    self.init(folders: Self.folders(environment))
  }

  /// Looks through folders, those first that count more.
  public init(folders: [String]) {
    var entries: [Entry] = []
    for path in folders.flatMap({ Self.files(in: $0, depth: 0) }) {
      guard Self.isOfCMYK(path), let profile = try? PrintProfile(contentsOf: path),
        !entries.contains(where: { $0.profile.name == profile.name })
      else { continue }
      entries.append(Entry(path: path, profile: profile))
    }
    let ranks = entries.map(Self.rank)
    self.entries = entries.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { entries[$0] }
  }

  /// The default profile: coated FOGRA39, or else the nearest to it.
  public var usual: Entry? { entries.first }

  /// Whether a profile is of coated paper as offset presses in Europe print it (ISO 12647-2), which is usual.
  public static func isUsual(_ profile: PrintProfile) -> Bool {
    profile.registeredCondition == "FOGRA39" && !plain(profile.name).contains("uncoated")
  }

  /// Returns the profile that `text` names: a file, or the name of one that is installed, or a part of it.
  ///
  /// Without a name it is the default one. Throws an error that says what to do when no profile fits, or several do.
  public func profile(named text: String?) throws -> PrintProfile {
    guard let text, !text.isEmpty else {
      guard let usual else {
        throw ProfileError(
          Message("no printing profile is installed; {advice}", parts: ["advice": Self.advice]))
      }
      return usual.profile
    }
    if text == "-" || text.contains("/") || FileBytes.exists(text) {
      return try PrintProfile(contentsOf: text)
    }
    let name = Self.plain(text)
    func names(_ entry: Entry) -> [String] { [Self.plain(entry.profile.name), Self.plain(entry.fileName)] }
    if let entry = entries.first(where: { names($0).contains(name) }) { return entry.profile }
    let found = name.isEmpty ? [] : entries.filter { names($0).contains { $0.contains(name) } }
    guard let entry = found.first else {
      let known = entries.map { "“\($0.profile.name)”" }.joined(separator: ", ")
      throw ProfileError(
        known.isEmpty
          ? Message(
            "“{name}” is neither a file nor an installed profile; {advice}", ["name": text],
            parts: ["advice": Self.advice])
          : Message(
            "“{name}” is neither a file nor an installed profile; installed are {names}",
            ["name": text, "names": known]))
    }
    guard found.count == 1 else {
      throw ProfileError(
        Message(
          "“{name}” is part of several names: {names}",
          ["name": text, "names": found.map { "“\($0.profile.name)”" }.joined(separator: ", ")]))
    }
    return entry.profile
  }

  static let advice = Message(
    "install one from the package icc-profiles or libgs-common, or name a profile’s file (.icc)")

  // MARK: Folders

  static func folders(_ environment: (String) -> String?) -> [String] {
    func path(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let home = path("HOME")
    let own = path("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }
    let shared = (environment("XDG_DATA_DIRS") ?? "").split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
    let data = [own].compactMap { $0 } + (shared.isEmpty ? ["/usr/local/share", "/usr/share"] : shared)
    return data.map { $0 + "/color/icc" } + [home.map { $0 + "/.color/icc" }].compactMap { $0 }
      + ["/var/lib/color/icc"]
  }

  /// How deep folders lie in each other, and how many files of one are looked at.
  private static let (deepest, most) = (4, 2000)

  private static func files(in folder: String, depth: Int) -> [String] {
    guard depth < deepest, let names = Folder.names(in: folder) else { return [] }
    return names.sorted().prefix(most).flatMap { name in
      let path = "\(folder)/\(name)"
      let ending = name.lowercased().suffix(4)
      return ending == ".icc" || ending == ".icm" ? [path] : files(in: path, depth: depth + 1)
    }
  }

  /// Looks at the header alone, because most profiles are of screens.
  private static func isOfCMYK(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 128)
    guard read(descriptor, &header, header.count) == header.count else { return false }
    return PrintProfile.signature(of: header, at: 16) == "CMYK"
      && PrintProfile.signature(of: header, at: 36) == "acsp"
  }

  // MARK: Names

  /// Returns letters and digits alone, in lower case.
  static func plain(_ text: String) -> String {
    String(text.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
  }

  /// Returns how far a profile is from what is usual; less is nearer.
  private static func rank(_ entry: Entry) -> Int {
    let name = plain(entry.profile.name + entry.fileName)
    let isCoated = !name.contains("uncoated")
    if isUsual(entry.profile) { return 0 }
    if entry.profile.registeredCondition == "FOGRA51" { return 1 }
    if isCoated, name.contains("coated") { return 2 }
    return isCoated ? 3 : 4
  }
}
