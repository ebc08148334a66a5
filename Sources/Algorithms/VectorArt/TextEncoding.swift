/// Turns the encodings that XML documents come in into UTF-8.
enum TextEncoding {
  /// Returns the bytes as UTF-8: UTF-16 by its mark or its zeros, Latin-1 where declared.
  static func utf8(_ source: [UInt8]) -> [UInt8] {
    if source.starts(with: [0xFE, 0xFF]) || source.starts(with: [0x00, 0x3C]) {
      return utf16(source, high: 0)
    }
    if source.starts(with: [0xFF, 0xFE]) || source.starts(with: [0x3C, 0x00]) {
      return utf16(source, high: 1)
    }
    let head = String(decoding: source.prefix(120), as: UTF8.self).lowercased()
    guard head.hasPrefix("<?xml"), let end = head.range(of: "?>") else { return repaired(source) }
    let declaration = head[..<end]
    guard declaration.range(of: "iso-8859-1") != nil || declaration.range(of: "windows-1252") != nil else {
      return repaired(source)
    }
    var result: [UInt8] = []
    result.reserveCapacity(source.count + source.count / 8)
    for byte in source {
      if byte < 0x80 {
        result.append(byte)
      } else {
        result.append(0xC0 | byte >> 6)
        result.append(0x80 | byte & 0x3F)
      }
    }
    return result
  }

  /// Returns bytes that claim to be UTF-8 with U+FFFD for what is not.
  private static func repaired(_ source: [UInt8]) -> [UInt8] {
    String(validating: source, as: UTF8.self) != nil
      ? source : Array(String(decoding: source, as: UTF8.self).utf8)
  }

  private static func utf16(_ source: [UInt8], high: Int) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(source.count / 2)
    for index in stride(from: 0, to: source.count - 1, by: 2) {
      units.append(UInt16(source[index + high]) << 8 | UInt16(source[index + 1 - high]))
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

extension StringProtocol {
  /// Returns where `text` begins inside this one.
  fileprivate func range(of text: String) -> Index? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start }
      start = index(after: start)
    }
    return nil
  }
}
