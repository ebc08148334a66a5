import CPango

/// A font file that a person brings, checked before it is used.
public struct FontFile: Hashable, Sendable {
  /// The name of its family.
  public let family: String
  /// The embedding that its licence permits.
  public let embedding: FontEmbedding

  /// A file that is no usable font.
  public enum Fault: Error, Hashable, Sendable {
    /// The file has no font as OpenType has it.
    case noFont
    /// The file is a font for web pages (WOFF).
    case webFont
    /// The font lacks these tables, or they are damaged.
    case damaged(String)
    /// The font has no letters.
    case noLetters
    /// The font has no name.
    case noName
  }

  /// The maximum size of a file, in bytes.
  public static let largestFile = 64 << 20

  /// Whether a file name ends like one of a font.
  public static func isNamed(_ path: String) -> Bool {
    let name = path.lowercased()
    return ["ttf", "otf", "ttc", "otc", "woff", "woff2"].contains { name.hasSuffix("." + $0) }
  }

  /// Checks a file's bytes.
  ///
  /// - Parameter bytes: All bytes of the file.
  /// - Throws: ``Fault`` if it is not a complete OpenType font with a name and letters.
  public init(_ bytes: [UInt8]) throws(Fault) {
    self = try Self.checked(bytes).get()
  }

  private init(family: String, embedding: FontEmbedding) {
    (self.family, self.embedding) = (family, embedding)
  }

  private static func checked(_ bytes: [UInt8]) -> Result<FontFile, Fault> {
    if bytes.starts(with: Array("wOF".utf8)) { return .failure(.webFont) }
    let starts: [[UInt8]] = [[0, 1, 0, 0], Array("OTTO".utf8), Array("true".utf8), Array("ttcf".utf8)]
    guard starts.contains(where: bytes.starts(with:)) else { return .failure(.noFont) }
    return bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        let blob = hb_blob_create(
          characters.baseAddress, UInt32(characters.count), HB_MEMORY_MODE_READONLY, nil, nil)
        defer { hb_blob_destroy(blob) }
        guard hb_face_count(blob) > 0, let face = hb_face_create(blob, 0) else { return .failure(.noFont) }
        defer { hb_face_destroy(face) }
        return checked(face)
      }
    }
  }

  private static func checked(_ face: OpaquePointer) -> Result<FontFile, Fault> {
    func has(_ table: StaticString) -> Bool {
      let blob = hb_face_reference_table(face, FontTag(table).value)
      defer { hb_blob_destroy(blob) }
      return hb_blob_get_length(blob) > 0
    }
    for table in ["head", "hhea", "maxp", "hmtx", "cmap"] as [StaticString] where !has(table) {
      return .failure(.damaged(table.description))
    }
    let outlines = ["CFF ", "CFF2", "CBDT", "sbix", "SVG "] as [StaticString]
    if !outlines.contains(where: has) {
      for table in ["glyf", "loca"] as [StaticString] where !has(table) {
        return .failure(.damaged(table.description))
      }
    }
    let characters = hb_set_create()
    defer { hb_set_destroy(characters) }
    hb_face_collect_unicodes(face, characters)
    guard hb_face_get_glyph_count(face) > 0, hb_set_is_empty(characters) == 0 else {
      return .failure(.noLetters)
    }
    // The family of all styles, or else of four of them.
    guard let family = FontFace.name(16, in: face) ?? FontFace.name(1, in: face) else {
      return .failure(.noName)
    }
    return .success(FontFile(family: family, embedding: FontEmbedding(face)))
  }
}
