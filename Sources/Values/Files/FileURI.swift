import Glibc

/// Paths of files as programs name them to each other.
package enum FileURI {
  /// Returns the path in a `file:` URI, or nil for another one, for a file of another computer, and for what no path can
  /// have (RFC 8089).
  package static func path(of uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let rest = Array(uri.utf8.dropFirst(7))
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")),
      isHere(String(decoding: rest[..<slash], as: UTF8.self))
    else { return nil }
    var bytes: [UInt8] = []
    var index = slash
    while index < rest.count {
      if rest[index] == UInt8(ascii: "%"), index + 2 < rest.count,
        let high = Character(UnicodeScalar(rest[index + 1])).hexDigitValue,
        let low = Character(UnicodeScalar(rest[index + 2])).hexDigitValue
      {
        bytes.append(UInt8(high << 4 | low))
        index += 3
      } else {
        bytes.append(rest[index])
        index += 1
      }
    }
    // A path would end at a zero, and be another one.
    return bytes.contains(0) ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a host is this computer, which some programs name.
  private static func isHere(_ host: String) -> Bool {
    if host.isEmpty || host.lowercased() == "localhost" { return true }
    var name = [CChar](repeating: 0, count: 256)
    return gethostname(&name, name.count - 1) == 0
      && name.withUnsafeBufferPointer { $0.baseAddress.map { strcasecmp($0, host) == 0 } } == true
  }

  /// Returns the URI of an absolute path.
  package static func uri(of path: String) -> String {
    "file://"
      + path.utf8.map { byte in
        let character = Character(UnicodeScalar(byte))
        let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "/-._~".contains(character))
        return isPlain
          ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }.joined()
  }

  /// Returns the paths in a list of URIs, a line each, of which those that begin with `#` are comments (RFC 2483).
  package static func paths(inList list: String) -> [String] {
    list.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.compactMap { path(of: String($0)) }
  }
}
