/// A value of JSON (RFC 8259), with the members of objects in their order and numbers as they were written.
///
///     let value: JSONValue = ["name": "Crown", "box": [0, 0, 24, 18.5]]
///     print(value.line)  // {"name":"Crown","box":[0,0,24,18.5]}
public indirect enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, with its digits as they were written.
  case number(String)
  /// A text, without quotation marks or escapes.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// An object, with its members in their order.
  case object([JSONMember])

  /// Creates a number with all its digits; none, or one that is not finite, is null.
  public static func number(_ value: Double?, _ format: NumberFormat = .shortest) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    return .number(value.text(format))
  }

  /// Creates a whole number.
  public static func number(_ value: Int) -> JSONValue { .number(String(value)) }

  /// Creates a text, or null.
  public static func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }

  /// Creates true or false, or null.
  public static func flag(_ value: Bool?) -> JSONValue { value.map(JSONValue.bool) ?? .null }

  /// Creates a list of numbers.
  public static func numbers(_ values: [Double], _ format: NumberFormat = .shortest) -> JSONValue {
    .array(values.map { .number($0, format) })
  }

  /// What the value is, in a word for a message.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The number, where it is one that a `Double` holds.
  public var double: Double? {
    guard case .number(let text) = self, let value = Double(text), value.isFinite else { return nil }
    return value
  }
}

/// A name and a value in an object of JSON.
public struct JSONMember: Hashable, Sendable {
  /// The name, which no other member of the object has.
  public var name: String
  /// The value that stands under the name.
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
