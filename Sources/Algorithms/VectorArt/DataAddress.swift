import Text

/// The content of an address that begins with `data:` (RFC 2397).
struct DataAddress {
  /// The media type in small letters.
  let type: String
  let bytes: [UInt8]

  /// Returns nil for another address, or where the content cannot be decoded.
  init?(_ address: String) {
    let text = address.trimmed
    guard CSSReader.folded(String(text.prefix(5))) == "data:", let comma = text.firstIndex(of: ",") else {
      return nil
    }
    let head = text[text.index(text.startIndex, offsetBy: 5)..<comma].split(separator: ";")
      .map { CSSReader.folded(String($0).trimmed) }
    let content = DataAddress.unescaped(text[text.index(after: comma)...].utf8)
    guard let bytes = head.last == "base64" ? DataAddress.decoded(base64: content) : content else {
      return nil
    }
    type = head.first ?? "text/plain"
    self.bytes = bytes
  }

  private static func unescaped(_ text: Substring.UTF8View) -> [UInt8] {
    func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) } }
    let source = Array(text)
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count, let high = digit(source[index + 1]),
        let low = digit(source[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(source[index])
        index += 1
      }
    }
    return result
  }

  /// Returns nil for what is not base64; space in it does not count (RFC 4648 §4).
  private static func decoded(base64 text: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    var (bits, count) = (UInt32(0), 0)
    var isOver = false
    for byte in text where !AttributeScanner.isSpace(byte) {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="):
        isOver = true
        continue
      default: return nil
      }
      guard !isOver else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return result
  }
}
