/// Decodes text from other programs' files: UTF-8, or UTF-16 with a byte order mark.
public enum EncodedText {
  /// Returns a text in UTF-8 without its byte order mark; nil for invalid UTF-16.
  ///
  /// Bytes without a UTF-16 mark are returned unchanged, even if they are not valid UTF-8.
  public static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    guard isUTF16(bytes) else { return bytes }
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let high = bytes[0] == 0xFE ? 0 : 1
    let units = stride(from: 2, to: bytes.count, by: 2).map { index -> UInt16 in
      UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high])
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  /// Whether bytes begin with a byte order mark of UTF-16.
  public static func isUTF16(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }
}
