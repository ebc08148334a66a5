/// Scans numbers and words in attribute values.
struct AttributeScanner {
  private let bytes: [UInt8]
  private(set) var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { index >= bytes.count }

  @inline(__always) var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  @inline(__always) mutating func advance() { index += 1 }

  mutating func back(to position: Int) { index = position }

  @inline(__always) static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
  }

  mutating func skipSpace() {
    while let byte = next, AttributeScanner.isSpace(byte) { index += 1 }
  }

  /// Skips white space with at most one comma in it.
  mutating func skipSeparator() {
    skipSpace()
    if next == UInt8(ascii: ",") {
      index += 1
      skipSpace()
    }
  }

  mutating func take(_ character: UnicodeScalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// Reads a number in SVG syntax, or returns nil without moving.
  mutating func number() -> Double? {
    let start = index
    var isNegative = false
    if let byte = next, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
      isNegative = byte == UInt8(ascii: "-")
      index += 1
    }
    var mantissa: UInt64 = 0
    var (exponent, digits) = (0, 0)
    var seenDot = false
    while index < bytes.count {
      let byte = bytes[index]
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        digits += 1
        if mantissa < 1_000_000_000_000_000_000 {
          mantissa = mantissa * 10 + UInt64(digit)
          if seenDot { exponent -= 1 }
        } else if !seenDot {
          exponent += 1
        }
      } else if byte == UInt8(ascii: "."), !seenDot {
        seenDot = true
      } else {
        break
      }
      index += 1
    }
    guard digits > 0 else {
      index = start
      return nil
    }
    exponent += readExponent()
    let size =
      Self.short(mantissa, exponent)
      ?? Double(String(decoding: bytes[start..<index], as: UTF8.self))?.magnitude
    guard let size, size.isFinite else {
      index = start
      return nil
    }
    return isNegative ? -size : size
  }

  /// Returns a number with few digits: if the digits and the power of ten are exact, one operation rounds correctly
  /// (Clinger, 1990).
  private static func short(_ mantissa: UInt64, _ exponent: Int) -> Double? {
    guard mantissa <= 1 << 53, exponent.magnitude < powers.count else { return nil }
    return exponent < 0 ? Double(mantissa) / powers[-exponent] : Double(mantissa) * powers[exponent]
  }

  private mutating func readExponent() -> Int {
    guard let letter = next, letter | 0x20 == UInt8(ascii: "e") else { return 0 }
    let start = index
    index += 1
    var sign = 1
    if let byte = next, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
      sign = byte == UInt8(ascii: "-") ? -1 : 1
      index += 1
    }
    var (value, digits) = (0, 0)
    while let byte = next, byte &- UInt8(ascii: "0") < 10 {
      value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 100_000)
      digits += 1
      index += 1
    }
    if digits == 0 {
      index = start
      return 0
    }
    return sign * value
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
    1e20, 1e21, 1e22,
  ]

  /// Reads a flag of an arc, one digit that is 0 or 1.
  mutating func flag() -> Bool? {
    guard let byte = next, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { return nil }
    index += 1
    return byte == UInt8(ascii: "1")
  }

  /// Reads the unit after a number: letters or `%`; a sign or a digit begins the next number.
  mutating func unit() -> String {
    let start = index
    while let byte = next,
      byte == UInt8(ascii: "%") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    {
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Reads letters, digits, `-`, `_`, `%` and anything beyond ASCII.
  mutating func word() -> String {
    let start = index
    while let byte = next {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "%"),
        0x80...:
        index += 1
      default: return String(decoding: bytes[start..<index], as: UTF8.self)
      }
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Reads all numbers up to the first other character.
  mutating func numbers() -> [Double] {
    var result: [Double] = []
    skipSpace()
    while let value = number() {
      result.append(value)
      skipSeparator()
    }
    return result
  }
}
