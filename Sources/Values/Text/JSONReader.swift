public import Localization

/// A text that is not valid JSON, or an unexpected value in it.
public struct JSONError: LocalizableError, Hashable {
  /// The path of the value from the root of the document, such as `lines[2].rank`; empty for the root.
  public let field: String
  /// The fault, without the field.
  public let reason: Message
  /// The fault in the syntax, if it is one.
  let syntaxFault: SyntaxFault?

  /// A fault in the syntax of a text.
  struct SyntaxFault: Hashable {
    /// The line, from 1.
    let line: Int
    /// The column in bytes, from 1.
    let column: Int
    /// The fault, without its place.
    let fault: Message
  }

  /// Creates an error from the path of a value and the fault.
  public init(field: String = "", message: Message) {
    self.field = field
    reason = message
    syntaxFault = nil
  }

  fileprivate init(_ syntaxFault: SyntaxFault) {
    field = ""
    reason = Message(
      "not JSON: line {line}, column {column}: {reason}",
      ["line": String(syntaxFault.line), "column": String(syntaxFault.column)],
      parts: ["reason": syntaxFault.fault])
    self.syntaxFault = syntaxFault
  }

  /// The field and the fault.
  public var message: Message {
    field.isEmpty ? reason : Message("{field}: {reason}", ["field": field], parts: ["reason": reason])
  }
}

/// Parses JSON strictly by RFC 8259, within limits.
struct JSONReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var depth = 0

  private var count = 0

  /// The deepest nesting of objects and lists.
  private static let deepest = 64

  /// The most values in a document; each takes about fifty bytes.
  private let most: Int

  fileprivate init(bytes: UnsafeBufferPointer<UInt8>, most: Int) { (self.bytes, self.most) = (bytes, most) }

  fileprivate mutating func document() throws(JSONError) -> JSONValue {
    // Some editors write a byte order mark in UTF-8.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    let value = try value()
    skipSpace()
    if index < bytes.count { throw fault(Message("nothing may follow the document")) }
    return value
  }

  private func fault(_ message: Message) -> JSONError {
    let before = bytes[..<min(index, bytes.count)]
    let line = before.reduce(1) { $0 + ($1 == 10 ? 1 : 0) }
    let column = before.count - (before.lastIndex(of: 10).map { $0 + 1 } ?? 0) + 1
    return JSONError(JSONError.SyntaxFault(line: line, column: column, fault: message))
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 32 || byte == 10 || byte == 9 || byte == 13 else { return }
      index += 1
    }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    skipSpace()
    guard index < bytes.count else { throw fault(Message("it ends too early")) }
    count += 1
    guard count <= most else {
      throw fault(Message("it has more than {limit} values", ["limit": String(most)]))
    }
    switch bytes[index] {
    case UInt8(ascii: "{"): return try nested { (reader) throws(JSONError) in try reader.object() }
    case UInt8(ascii: "["): return try nested { (reader) throws(JSONError) in try reader.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), 0x30...0x39: return .number(try number())
    default: break
    }
    for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)]
    where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return value
    }
    throw fault(Message("a value is missing here"))
  }

  private mutating func nested(
    _ body: (inout JSONReader) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    guard depth < Self.deepest else { throw fault(Message("too many lists and objects inside each other")) }
    depth += 1
    index += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    var values: [JSONValue] = []
    skipSpace()
    if take("]") { return .array([]) }
    repeat {
      values.append(try value())
      skipSpace()
    } while take(",")
    guard take("]") else { throw fault(Message("a comma or ] is missing here")) }
    return .array(values)
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    var members: [JSONMember] = []
    var names: Set<String> = []
    skipSpace()
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
        throw fault(Message("a name in quotation marks is missing here"))
      }
      let name = try string()
      guard names.insert(name).inserted else {
        throw fault(Message("the name {name} is there twice", ["name": name.excerpt]))
      }
      skipSpace()
      guard take(":") else { throw fault(Message("a colon is missing here")) }
      members.append(JSONMember(name, try value()))
      skipSpace()
    } while take(",")
    guard take("}") else { throw fault(Message("a comma or }} is missing here")) }
    return .object(members)
  }

  private mutating func number() throws(JSONError) -> String {
    let start = index
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      try digits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() throws(JSONError) {
    let start = index
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    if index == start { throw fault(Message("a digit is missing here")) }
  }
}

// Strings.
extension JSONReader {
  private mutating func string() throws(JSONError) -> String {
    index += 1
    // The bytes so far, if the string has escapes; appending to a `String` piece by piece would copy it each time.
    var unescaped: [UInt8]?
    while true {
      let start = index
      while index < bytes.count, bytes[index] >= 32, bytes[index] != UInt8(ascii: "\""),
        bytes[index] != UInt8(ascii: "\\")
      { index += 1 }
      guard index < bytes.count else { throw fault(Message("a text does not end")) }
      if bytes[index] == UInt8(ascii: "\"") {
        let text =
          if let unescaped {
            String(validating: unescaped + bytes[start..<index], as: UTF8.self)
          } else {
            String(validating: bytes[start..<index], as: UTF8.self)
          }
        guard let text else { throw fault(Message("a text is not UTF-8")) }
        index += 1
        return text
      }
      unescaped = unescaped ?? []
      unescaped?.append(contentsOf: bytes[start..<index])
      guard take("\\") else {
        throw fault(
          Message("a text has a control character; write it as {example}", ["example": "\\u00.."]))
      }
      unescaped?.append(contentsOf: UTF8.encode(try escaped()) ?? UTF8.encodedReplacementCharacter)
    }
  }

  private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
    guard index < bytes.count else { throw fault(Message("a text does not end")) }
    defer { index += 1 }
    switch bytes[index] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try codePoint()
    default: throw fault(Message("no character is written like this"))
    }
  }

  /// Reads the digits after `\u`, of both halves of a surrogate pair, and stops on the last digit.
  private mutating func codePoint() throws(JSONError) -> Unicode.Scalar {
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "\\"),
      bytes[index + 2] == UInt8(ascii: "u")
    else { throw fault(Message("a character has only one half of its code")) }
    index += 2
    let second = try codeUnit()
    guard (0xDC00..<0xE000).contains(second) else {
      throw fault(Message("a character has only one half of its code"))
    }
    let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      index += 1
      guard index < bytes.count, let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue else {
        throw fault(Message("four hexadecimal digits are missing here"))
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}

extension JSONValue {
  /// Parses a document strictly by RFC 8259.
  ///
  /// - Parameters:
  ///   - bytes: The document, in UTF-8.
  ///   - most: The most values that are accepted.
  /// - Throws: ``JSONError`` with line and column for invalid syntax, duplicate names in an object, more than 64
  ///   levels, or too many values.
  public init(_ bytes: some Collection<UInt8>, mostValues most: Int = 2_000_000) throws(JSONError) {
    var result: Result<JSONValue, JSONError>?
    Array(bytes).withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes: bytes, most: most)
      do throws(JSONError) { result = .success(try reader.document()) } catch { result = .failure(error) }
    }
    guard let result else { throw JSONError(message: Message("there is nothing to read")) }
    self = try result.get()
  }

  /// Parses a document strictly by RFC 8259.
  ///
  /// - Parameter text: The document.
  /// - Throws: ``JSONError`` with line and column; see ``init(_:mostValues:)``.
  public init(parsing text: String) throws(JSONError) { try self.init(text.utf8) }
}
