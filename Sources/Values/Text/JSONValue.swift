public import Localization

/// A JSON value (RFC 8259) that keeps the order of members and the digits of numbers.
///
///     let value: JSONValue = ["name": "Crown", "box": [0, 0, 24, 18.5]]
///     print(value.line)  // {"name":"Crown","box":[0,0,24,18.5]}
public indirect enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, with its original digits.
  case number(String)
  /// A string, without quotation marks and escapes.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// An object, with its members in order.
  case object([JSONMember])

  /// Creates a number with all its digits; nil and non-finite numbers become null.
  public static func number(_ value: Double?, _ format: NumberFormat = .shortest) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    return .number(value.text(format))
  }

  /// Creates an integer.
  public static func number(_ value: Int) -> JSONValue { .number(String(value)) }

  /// Creates a string, or null.
  public static func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }

  /// Creates a Boolean, or null.
  public static func flag(_ value: Bool?) -> JSONValue { value.map(JSONValue.bool) ?? .null }

  /// Creates a list of numbers.
  public static func numbers(_ values: [Double], _ format: NumberFormat = .shortest) -> JSONValue {
    .array(values.map { .number($0, format) })
  }

  /// The type of the value, in a word for messages.
  public var kind: Message {
    switch self {
    case .null: Message(verbatim: "null")
    case .bool: Message("true or false", context: "JSON")
    case .number: Message("a number", context: "JSON")
    case .string: Message("a text", context: "JSON")
    case .array: Message("a list", context: "JSON")
    case .object: Message("an object", context: "JSON")
    }
  }

  /// The value as a `Double`, if it is a finite number.
  public var double: Double? {
    guard case .number(let text) = self, let value = Double(text), value.isFinite else { return nil }
    return value
  }
}

/// A name and value in a JSON object.
public struct JSONMember: Hashable, Sendable {
  /// The name, which is unique in its object.
  public var name: String
  /// The value, which may be another object or a list.
  public var value: JSONValue

  /// Creates a member from its name and its value.
  public init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByNilLiteral
{
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { JSONMember($0.0, $0.1) })
  }

  public init(arrayLiteral values: JSONValue...) { self = .array(values) }

  public init(stringLiteral text: String) { self = .string(text) }

  public init(booleanLiteral value: Bool) { self = .bool(value) }

  public init(floatLiteral value: Double) { self = .number(value) }

  public init(integerLiteral value: Int) { self = .number(String(value)) }

  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
  /// The value on one line, without spaces.
  public var line: String {
    var text = ""
    writeLine(to: &text)
    return text
  }

  /// The value as indented text; lists of numbers and short objects stay on one line.
  public var text: String {
    var text = ""
    write(to: &text, indentation: "")
    return text
  }

  private func writeLine(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += value
    case .string(let value): Self.quote(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.writeLine(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.quote(member.name, to: &text)
        text += ":"
        member.value.writeLine(to: &text)
      }
      text += "}"
    }
  }

  /// Whether the value fits on one line.
  private var isPlain: Bool {
    switch self {
    case .array(let values): values.isEmpty
    case .object(let members): members.isEmpty
    default: true
    }
  }

  private func write(to text: inout String, indentation: String) {
    switch self {
    case .null, .bool, .number, .string: writeLine(to: &text)
    case .array(let values):
      let isShort = values.allSatisfy(\.isPlain)
      Self.list(values, "[", "]", isShort, to: &text, indentation) { value, text, inner in
        value.write(to: &text, indentation: inner)
      }
    case .object(let members):
      let isShort = members.count <= 4 && members.allSatisfy { $0.value.isPlain } && !indentation.isEmpty
      Self.list(members, "{", "}", isShort, to: &text, indentation) { member, text, inner in
        Self.quote(member.name, to: &text)
        text += ": "
        member.value.write(to: &text, indentation: inner)
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], _ open: String, _ close: String, _ isShort: Bool, to text: inout String,
    _ indentation: String, _ write: (Element, inout String, String) -> Void
  ) {
    text += open
    let inner = indentation + "  "
    for (index, element) in elements.enumerated() {
      if index > 0 { text += isShort ? ", " : "," }
      if !isShort { text += "\n" + inner }
      write(element, &text, inner)
    }
    if !isShort { text += "\n" + indentation }
    text += close
  }

  private static func quote(_ string: String, to text: inout String) {
    text += "\""
    var rest = string[...]
    // Long texts, such as path data, contain no character to escape.
    while let place = rest.utf8.firstIndex(where: isEscaped) {
      text += rest[..<place]
      text += escape(rest.utf8[place])
      rest = rest[rest.utf8.index(after: place)...]
    }
    text += rest
    text += "\""
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): return "\\\""
    case UInt8(ascii: "\\"): return "\\\\"
    case UInt8(ascii: "\n"): return "\\n"
    case UInt8(ascii: "\r"): return "\\r"
    case UInt8(ascii: "\t"): return "\\t"
    default:
      let digits = String(byte, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
  }
}

/// The decimal notation of a number, the same in every locale.
public struct NumberFormat: Hashable, Sendable {
  private enum Kind: Hashable {
    case shortest
    case rounded(decimals: Int)
    case fixed(decimals: Int)
    case significant(digits: Int, decimals: Int)
  }

  private let kind: Kind

  /// The fewest digits that parse to the same number; integers have no point.
  public static let shortest = NumberFormat(kind: .shortest)

  /// At most `decimals` digits after the point, 0 to 15, without trailing zeros.
  public static func rounded(to decimals: Int) -> NumberFormat {
    NumberFormat(kind: .rounded(decimals: decimals))
  }

  /// Exactly `decimals` digits after the point, 0 to 15.
  public static func fixed(_ decimals: Int) -> NumberFormat { NumberFormat(kind: .fixed(decimals: decimals)) }

  /// At most `digits` significant digits, 1 to 15, and at most `decimals` after the point, without trailing zeros.
  public static func significant(_ digits: Int, decimals: Int = 15) -> NumberFormat {
    NumberFormat(kind: .significant(digits: digits, decimals: decimals))
  }

  fileprivate func text(_ value: Double) -> String {
    switch kind {
    case .shortest: shortest(value)
    case .rounded(let decimals): decimal(value, decimals, keepsZeros: false)
    case .fixed(let decimals): decimal(value, decimals, keepsZeros: true)
    case .significant(let digits, let decimals):
      decimal(value, min(decimals, digits - 1 - value.magnitude.decimalExponent), keepsZeros: false)
    }
  }

  private func shortest(_ value: Double) -> String {
    if value == 0 { return "0" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private func decimal(_ value: Double, _ decimals: Int, keepsZeros: Bool) -> String {
    let decimals = min(max(decimals, 0), 15)
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    // Larger numbers have no digits after the point, and non-finite ones have names.
    guard scaled < 9e18 else { return shortest(value) }
    let digits = String(UInt64(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
    var fraction = padded.suffix(decimals)
    if !keepsZeros { while fraction.last == "0" { fraction.removeLast() } }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return sign + padded.dropLast(decimals) + (fraction.isEmpty ? "" : ".") + fraction
  }
}

extension Double {
  /// Returns the number in decimal notation; non-finite numbers are `inf`, `-inf` or `nan`.
  public func text(_ format: NumberFormat = .shortest) -> String { format.text(self) }

  /// The exponent of the greatest power of ten that is at most the number; 0 if there is no such power.
  fileprivate var decimalExponent: Int {
    guard isFinite, self > 0 else { return 0 }
    var exponent = 0
    var power = 1.0
    if self >= 1 {
      while power * 10 <= self {
        power *= 10
        exponent += 1
      }
    } else {
      while power > self, exponent > -20 {
        power /= 10
        exponent -= 1
      }
    }
    return exponent
  }
}
