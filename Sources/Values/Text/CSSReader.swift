public import Localization

/// A syntax error in CSS, and its place.
public struct CSSSyntaxError: LocalizableError, Hashable, Sendable {
  /// The fault, in a few words without a full stop.
  public let message: Message

  /// The number of characters (Unicode scalars) before the fault.
  public let offset: Int

  /// Creates an error from a message and the number of scalars before the fault.
  public init(message: Message, offset: Int) {
    self.message = message
    self.offset = offset
  }

  public var description: String { "\(message) (at \(offset))" }
}

/// A tokenizer of CSS, by CSS Syntax 3 §4.
///
/// White space is a property of the token that follows it; comments are skipped. A reader is a value: keep a copy to
/// return to a place.
///
/// ```swift
/// var reader = CSSReader("translate(3px, 50%)")
/// reader.next == .function("translate")
/// reader.advance()
/// reader.next == .dimension(3, unit: "px")
/// ```
public struct CSSReader: Sendable {
  /// A token; its escapes are resolved.
  public enum Token: Hashable, Sendable {
    /// A number without a unit.
    case number(Double)
    /// A number with a per cent sign.
    case percentage(Double)
    /// A number with a unit.
    case dimension(Double, unit: String)
    /// An identifier.
    case word(String)
    /// An identifier and the parenthesis after it.
    case function(String)
    /// An identifier after `@`.
    case atWord(String)
    /// A name after `#`, and whether it is an identifier.
    case hash(String, isIdentifier: Bool)
    /// A string in quotation marks.
    case string(String)
    /// An unquoted address in `url()`.
    case url(String)
    /// An unterminated string or address.
    case bad
    /// One of `, : ; ( ) [ ] { }`, or another single character.
    case mark(Unicode.Scalar)
    /// `<!--` or `-->`.
    case commentMark
    /// The end of the text.
    case end
  }

  /// The text, in UTF-8.
  public let bytes: [UInt8]

  /// The next token.
  public private(set) var next = Token.end

  /// The index of the next token's first byte.
  public private(set) var start = 0

  /// The index after the next token's last byte.
  public private(set) var end: Int

  /// Whether white space precedes the next token.
  public private(set) var followsSpace = false

  /// The index after the last consumed token; only white space and comments separate it from the next one.
  public private(set) var previousEnd: Int

  private let limit: Int
  private let keepsCase: Bool

  /// Creates a reader of a text.
  ///
  /// - Parameters:
  ///   - text: The text of a value or a style sheet.
  ///   - keepsCase: Whether words, functions and units keep their case; otherwise ASCII letters become lower case, since
  ///     values ignore case.
  public init(_ text: String, keepsCase: Bool = false) {
    self.init(Array(text.utf8), keepsCase: keepsCase)
  }

  /// Creates a reader of a text in UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - range: The indices of the bytes to read, or nil for all.
  ///   - keepsCase: Whether words, functions and units keep their case; otherwise ASCII letters become lower case.
  public init(_ bytes: [UInt8], in range: Range<Int>? = nil, keepsCase: Bool = false) {
    self.bytes = bytes
    self.keepsCase = keepsCase
    limit = range?.upperBound ?? bytes.count
    end = range?.lowerBound ?? 0
    previousEnd = end
    advance()
  }

  /// Consumes the next token.
  public mutating func advance() {
    previousEnd = end
    skipSpace()
    start = end
    next = readToken()
  }

  /// Consumes a mark if it is next.
  public mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard next == .mark(mark) else { return false }
    advance()
    return true
  }

  /// Consumes the next token and, if it opens a bracket, everything up to the matching bracket.
  public mutating func skipComponent() {
    var open: [Unicode.Scalar] = []
    repeat {
      if next == .end { return }
      track(&open)
      advance()
    } while !open.isEmpty
  }

  /// Records the bracket that the next token opens or closes.
  private func track(_ open: inout [Unicode.Scalar]) {
    switch next {
    case .function, .mark("("): open.append(")")
    case .mark("["): open.append("]")
    case .mark("{"): open.append("}")
    case .mark(let mark) where mark == open.last: open.removeLast()
    default: break
    }
  }

  /// Reads up to the first token outside brackets that satisfies `isEnd`, or up to the end or an unmatched closing
  /// bracket. Space and comments between tokens become one space each.
  ///
  /// Returns nil for an unterminated string or address.
  public mutating func value(upTo isEnd: (Token) -> Bool) -> String? {
    var open: [Unicode.Scalar] = []
    var value: [UInt8] = []
    var isWhole = true
    while next != .end {
      if open.isEmpty, isEnd(next) || [.mark(")"), .mark("]"), .mark("}")].contains(next) { break }
      if next == .bad { isWhole = false }
      track(&open)
      if !value.isEmpty, start > previousEnd { value.append(0x20) }
      value += bytes[start..<end]
      advance()
    }
    return isWhole ? String(decoding: value, as: UTF8.self) : nil
  }

  /// Returns the text between two byte indices.
  public func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns an error whose offset is counted in scalars.
  ///
  /// - Parameters:
  ///   - message: The fault, in words for a person.
  ///   - byte: The index of the byte at which it is.
  public func fault(_ message: Message, at byte: Int) -> CSSSyntaxError {
    let scalars = bytes[..<min(byte, bytes.count)].reduce(0) { $0 + ($1 & 0xc0 == 0x80 ? 0 : 1) }
    return CSSSyntaxError(message: message, offset: scalars)
  }

  // MARK: Tokens

  private func byte(_ ahead: Int = 0) -> UInt8? { end + ahead < limit ? bytes[end + ahead] : nil }

  private func isNext(_ character: Unicode.Scalar, _ ahead: Int = 0) -> Bool {
    byte(ahead) == UInt8(ascii: character)
  }

  /// Skips white space and comments; an unterminated comment ends with the text (§4.3.2).
  private mutating func skipSpace() {
    followsSpace = false
    while let byte = byte() {
      if Self.isSpace(byte) {
        end += 1
        followsSpace = true
      } else if isNext("/"), isNext("*", 1) {
        end += 2
        while end < limit, !(isNext("*") && isNext("/", 1)) { end += 1 }
        end = min(end + 2, limit)
      } else {
        return
      }
    }
  }

  private mutating func readToken() -> Token {
    guard let byte = byte() else { return .end }
    if startsNumber() { return readNumeric() }
    if isNext("-"), isNext("-", 1), isNext(">", 2) {
      end += 3
      return .commentMark
    }
    if startsWord() { return readWordLike() }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return readString(byte)
    case UInt8(ascii: "#") where isNameByte(at: 1) || startsEscape(1):
      end += 1
      let isIdentifier = startsWord()
      return .hash(readName(), isIdentifier: isIdentifier)
    case UInt8(ascii: "@") where startsWord(1):
      end += 1
      return .atWord(folded(readName()))
    case UInt8(ascii: "<") where isNext("!", 1) && isNext("-", 2) && isNext("-", 3):
      end += 4
      return .commentMark
    default:
      end += 1
      return .mark(Unicode.Scalar(byte))
    }
  }

  private mutating func readNumeric() -> Token {
    let number = readNumber()
    if isNext("%") {
      end += 1
      return .percentage(number)
    }
    return startsWord() ? .dimension(number, unit: folded(readName())) : .number(number)
  }

  private mutating func readNumber() -> Double {
    let first = end
    if isNext("+") || isNext("-") { end += 1 }
    while isDigit() { end += 1 }
    if isNext("."), isDigit(1) {
      end += 1
      while isDigit() { end += 1 }
    }
    if isNext("e") || isNext("E") {
      let sign = isNext("+", 1) || isNext("-", 1) ? 1 : 0
      if isDigit(1 + sign) {
        end += 1 + sign
        while isDigit() { end += 1 }
      }
    }
    return Double(String(decoding: bytes[first..<end], as: UTF8.self)) ?? 0
  }

  private mutating func readWordLike() -> Token {
    let name = folded(readName())
    guard isNext("(") else { return .word(name) }
    end += 1
    guard Self.folded(name) == "url" else { return .function(name) }
    let position = end
    while let byte = byte(), Self.isSpace(byte) { end += 1 }
    if isNext("\"") || isNext("'") {
      end = position
      return .function(name)
    }
    return readURL()
  }

  private mutating func readURL() -> Token {
    var value: [UInt8] = []
    while let byte = byte() {
      switch byte {
      case UInt8(ascii: ")"):
        end += 1
        return .url(String(decoding: value, as: UTF8.self))
      case _ where Self.isSpace(byte):
        while let byte = self.byte(), Self.isSpace(byte) { end += 1 }
        guard self.byte() == nil || isNext(")") else { return readBadURL() }
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), 0...0x08, 0x0B, 0x0E...0x1F, 0x7F:
        return readBadURL()
      case UInt8(ascii: "\\"):
        guard startsEscape() else { return readBadURL() }
        end += 1
        value += Array(String(readEscape()).utf8)
      default:
        value.append(byte)
        end += 1
      }
    }
    return .url(String(decoding: value, as: UTF8.self))
  }

  private mutating func readBadURL() -> Token {
    while byte() != nil {
      if isNext(")") {
        end += 1
        break
      }
      end += startsEscape() ? min(2, limit - end) : 1
    }
    return .bad
  }

  private mutating func readString(_ quote: UInt8) -> Token {
    end += 1
    var value: [UInt8] = []
    while let byte = byte() {
      if byte == quote {
        end += 1
        break
      }
      if Self.isNewline(byte) { return .bad }
      end += 1
      guard byte == UInt8(ascii: "\\") else {
        value.append(byte)
        continue
      }
      if let newline = self.byte(), Self.isNewline(newline) {
        end += newline == 0x0D && isNext("\n", 1) ? 2 : 1
      } else if self.byte() != nil {
        value += Array(String(readEscape()).utf8)
      }
    }
    return .string(String(decoding: value, as: UTF8.self))
  }

  private mutating func readName() -> String {
    let first = end
    while isNameByte() { end += 1 }
    guard startsEscape() else { return String(decoding: bytes[first..<end], as: UTF8.self) }
    var value = Array(bytes[first..<end])
    while true {
      if isNameByte() {
        value.append(bytes[end])
        end += 1
      } else if startsEscape() {
        end += 1
        value += Array(String(readEscape()).utf8)
      } else {
        return String(decoding: value, as: UTF8.self)
      }
    }
  }

  /// Reads an escape after its backslash: up to six hexadecimal digits and a space, or any one character (§4.3.7).
  private mutating func readEscape() -> Unicode.Scalar {
    var (value, digits) = (UInt32(0), 0)
    while digits < 6, let digit = byte().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) {
      value = value * 16 + UInt32(digit)
      digits += 1
      end += 1
    }
    if digits > 0 {
      if let byte = byte(), Self.isSpace(byte) { end += byte == 0x0D && isNext("\n", 1) ? 2 : 1 }
      return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }
    guard byte() != nil else { return "\u{FFFD}" }
    var length = 1
    while length < 4, let byte = byte(length), byte & 0xC0 == 0x80 { length += 1 }
    let text = String(decoding: bytes[end..<(end + length)], as: UTF8.self)
    end += length
    return text.unicodeScalars.first ?? "\u{FFFD}"
  }

  // MARK: Characters

  private func startsNumber() -> Bool {
    let sign = isNext("+") || isNext("-") ? 1 : 0
    return isDigit(sign) || isNext(".", sign) && isDigit(sign + 1)
  }

  /// Whether an identifier begins here (§4.3.9).
  private func startsWord(_ ahead: Int = 0) -> Bool {
    if isNext("-", ahead) {
      return isNext("-", ahead + 1) || isNameStart(at: ahead + 1) || startsEscape(ahead + 1)
    }
    return isNameStart(at: ahead) || startsEscape(ahead)
  }

  private func startsEscape(_ ahead: Int = 0) -> Bool {
    guard isNext("\\", ahead) else { return false }
    return byte(ahead + 1).map { !Self.isNewline($0) } ?? true
  }

  private func isDigit(_ ahead: Int = 0) -> Bool { byte(ahead).map { (0x30...0x39).contains($0) } ?? false }

  private func isNameStart(at ahead: Int) -> Bool {
    byte(ahead).map { (0x61...0x7a).contains($0 | 0x20) || $0 == UInt8(ascii: "_") || $0 >= 0x80 } ?? false
  }

  private func isNameByte(at ahead: Int = 0) -> Bool {
    isNameStart(at: ahead) || isDigit(ahead) || isNext("-", ahead)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isNewline(byte) }

  private static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0C || byte == 0x0D }

  private func folded(_ name: String) -> String { keepsCase ? name : Self.folded(name) }

  /// Returns a text with ASCII letters in lower case, as CSS compares words.
  public static func folded(_ text: String) -> String {
    guard text.utf8.contains(where: { (0x41...0x5a).contains($0) }) else { return text }
    return String(
      decoding: text.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
