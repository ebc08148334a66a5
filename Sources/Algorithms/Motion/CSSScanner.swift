/// Reads words, numbers and brackets of CSS values from a text, remembering where it is.
struct CSSScanner {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { offset >= bytes.count }

  func error(_ reason: String, at place: Int? = nil) -> TextError {
    let prefix = bytes.prefix(place ?? offset)
    return TextError(position: String(decoding: prefix, as: UTF8.self).count, reason: reason)
  }

  /// Skips white space and comments.
  mutating func skipSpace() throws(TextError) {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D: offset += 1
      case UInt8(ascii: "/") where next(1) == UInt8(ascii: "*"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(TextError) {
    let start = offset
    offset += 2
    while !(next(0) == UInt8(ascii: "*") && next(1) == UInt8(ascii: "/")) {
      guard offset < bytes.count else { throw error("a comment that does not end", at: start) }
      offset += 1
    }
    offset += 2
  }

  private func next(_ ahead: Int) -> UInt8? {
    offset + ahead < bytes.count ? bytes[offset + ahead] : nil
  }

  /// Reads a character when it comes next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let byte = next(0), byte == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  /// Reads the letters, digits and hyphens that come next, in lower case.
  mutating func word() -> String {
    var word: [UInt8] = []
    while let byte = next(0), isWord(byte, first: word.isEmpty) {
      word.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
      offset += 1
    }
    return String(decoding: word, as: UTF8.self)
  }

  private func isWord(_ byte: UInt8, first: Bool) -> Bool {
    let isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
    return isLetter || byte == UInt8(ascii: "-") || (!first && isDigit(byte))
  }

  private func isDigit(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return byte >= 0x30 && byte <= 0x39
  }

  /// Reads a CSS number when one comes next.
  mutating func number() throws(TextError) -> Double? {
    let start = offset
    var end = offset
    func at(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
    func isSign(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") }
    if isSign(at(end)) { end += 1 }
    let digits = end
    while isDigit(at(end)) { end += 1 }
    var hasDigits = end > digits
    if at(end) == UInt8(ascii: "."), isDigit(at(end + 1)) {
      end += 1
      while isDigit(at(end)) { end += 1 }
      hasDigits = true
    }
    guard hasDigits else { return nil }
    if at(end).map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      let exponent = isSign(at(end + 1)) ? end + 2 : end + 1
      if isDigit(at(exponent)) {
        end = exponent
        while isDigit(at(end)) { end += 1 }
      }
    }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw error("a number that is too large", at: start)
    }
    offset = end
    return value
  }
}
