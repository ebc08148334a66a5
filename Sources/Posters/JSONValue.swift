/// A value of JSON (RFC 8259), with the members of objects in their order and numbers as they were written.
public indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  /// Creates a number with all its digits.
  public static func number(_ value: Double) -> JSONValue { .number(JSONValue.words(of: value)) }

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
}

/// A name and a value in an object of JSON.
public struct JSONMember: Hashable, Sendable {
  public var name: String
  public var value: JSONValue

  public init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}
