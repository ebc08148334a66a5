/// The tokens of a colour's text, as CSS Syntax 3 §4 cuts them.
struct ColorTokens {
  enum Kind: Hashable {
    case number(Double)
    case percentage(Double)
    /// A number with a unit in lower case, which begins at a byte.
    case dimension(Double, unit: String, at: Int)
    /// A word in lower case.
    case word(String)
    /// A word in lower case and the parenthesis that follows it.
    case function(String)
    /// What follows a number sign.
    case hash(Range<Int>)
    case comma
    case slash
    case plus
    case minus
    case star
    case open
    case close
    case other
    case end

    /// Whether a value can begin with this token.
    var beginsValue: Bool {
      switch self {
      case .number, .percentage, .dimension, .word, .function: true
      default: false
      }
    }
  }

  struct Token {
    let kind: Kind
    /// The byte where the token begins.
    let start: Int
  }

  let bytes: [UInt8]

  /// The words that stand for numbers where the text is read: in a relative colour the channels of its origin.
  var numbers: [String: Double] = [:]

  private var position = 0
  private(set) var next: Token

  /// Numbers beyond this are brought back to it, as CSS Values 4 §5.1 allows: all arithmetic stays finite.
  private static let limit = 1e9

  init(_ text: String) {
    bytes = Array(text.utf8)
    next = Token(kind: .end, start: 0)
    advance()
  }

  /// Returns the error that points at a byte.
  func fault(_ message: String, at byte: Int) -> ColorSyntaxError {
    let scalars = bytes[..<min(byte, bytes.count)].reduce(0) { $0 + ($1 & 0xc0 == 0x80 ? 0 : 1) }
    return ColorSyntaxError(message: message, offset: scalars)
  }

  /// Steps over the token that is next.
  mutating func advance() {
    skipSpace()
    let start = position
    next = Token(kind: readKind(), start: start)
  }

  /// Steps over white space and comments; the end of the text ends a comment too (CSS Syntax 3 §4.3.2).
  private mutating func skipSpace() {
    while let byte = peek() {
      if byte == 0x20 || (0x09...0x0d).contains(byte) && byte != 0x0b {
        position += 1
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        position += 2
        while position < bytes.count, !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
          position += 1
        }
        position = min(position + 2, bytes.count)
      } else {
        return
      }
    }
  }

  private mutating func readKind() -> Kind {
    guard let byte = peek() else { return .end }
    if let number = readNumber() {
      if peek() == UInt8(ascii: "%") {
        position += 1
        return .percentage(number)
      }
      if startsWord() {
        let start = position
        return .dimension(number, unit: readWord(), at: start)
      }
      return .number(number)
    }
    if startsWord() {
      let word = readWord()
      guard peek() == UInt8(ascii: "(") else { return .word(word) }
      position += 1
      return .function(word)
    }
    position += 1
    switch byte {
    case UInt8(ascii: "#"):
      let start = position
      while let byte = peek(), isNameByte(byte) { position += 1 }
      return .hash(start..<position)
    case UInt8(ascii: ","): return .comma
    case UInt8(ascii: "/"): return .slash
    case UInt8(ascii: "+"): return .plus
    case UInt8(ascii: "-"): return .minus
    case UInt8(ascii: "*"): return .star
    case UInt8(ascii: "("): return .open
    case UInt8(ascii: ")"): return .close
    default: return .other
    }
  }

  private mutating func readNumber() -> Double? {
    var end = position
    if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { end += 1 }
    let whole = end
    while isDigit(end) { end += 1 }
    var digits = end - whole
    if end < bytes.count, bytes[end] == UInt8(ascii: "."), isDigit(end + 1) {
      end += 1
      while isDigit(end) {
        end += 1
        digits += 1
      }
    }
    guard digits > 0 else { return nil }
    if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
      var exponent = end + 1
      if exponent < bytes.count, bytes[exponent] == UInt8(ascii: "+") || bytes[exponent] == UInt8(ascii: "-")
      {
        exponent += 1
      }
      if isDigit(exponent) {
        end = exponent
        while isDigit(end) { end += 1 }
      }
    }
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    guard let number = Double(text) else { return nil }
    position = end
    return min(max(number, -Self.limit), Self.limit)
  }

  /// Whether a word begins here: a letter, an underscore, what is not ASCII, or one of them after a hyphen.
  private func startsWord() -> Bool {
    guard let byte = peek() else { return false }
    if byte == UInt8(ascii: "-") {
      guard let second = peek(1) else { return false }
      return isNameByte(second) && !(0x30...0x39).contains(second)
    }
    return isNameByte(byte) && !(0x30...0x39).contains(byte)
  }

  private mutating func readWord() -> String {
    let start = position
    while let byte = peek(), isNameByte(byte) { position += 1 }
    let lowered = bytes[start..<position].map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    return String(decoding: lowered, as: UTF8.self)
  }

  private func peek(_ ahead: Int = 0) -> UInt8? {
    position + ahead < bytes.count ? bytes[position + ahead] : nil
  }

  private func isDigit(_ index: Int) -> Bool {
    index < bytes.count && (0x30...0x39).contains(bytes[index])
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
