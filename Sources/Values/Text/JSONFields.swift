public import Localization

/// An error that names a field of a document.
public protocol FieldFailure: Error {
  /// Creates an error from the path of a field, such as `lines[2].rank`, and a message.
  init(field: String, message: Message)
}

extension JSONError: FieldFailure {}

/// Reads the known members of a JSON object, reports errors with their paths, and keeps the unknown members.
public struct JSONFields<Failure: FieldFailure> {
  /// The path of the object from the root of the document.
  public let path: String
  /// The members that have not been taken.
  public private(set) var rest: [JSONMember]

  /// Creates fields from an object.
  ///
  /// - Parameters:
  ///   - value: The object.
  ///   - path: The path of the object from the root of the document, for errors.
  /// - Throws: `Failure` for any other value.
  public init(_ value: JSONValue, path: String = "") throws(Failure) {
    self.path = path
    guard case .object(let members) = value else {
      throw Failure(field: path, message: Self.wrong(.object([]), value))
    }
    rest = members
  }

  /// Returns the path of a member from the root of the document.
  public func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// Returns an error that names a member.
  public func fault(_ name: String, _ message: Message) -> Failure {
    Failure(field: path(of: name), message: message)
  }

  /// Returns an error that names a member, in words that are the same in every language.
  public func fault(_ name: String, _ words: String) -> Failure { fault(name, Message(verbatim: words)) }

  /// Removes and returns a member of any kind; nil if it is missing.
  public mutating func take(_ name: String) -> JSONValue? {
    guard let index = rest.firstIndex(where: { $0.name == name }) else { return nil }
    return rest.remove(at: index).value
  }

  /// Returns an error for a value of another type than that of `wanted`.
  private func wrong(_ name: String, _ wanted: JSONValue, _ value: JSONValue) -> Failure {
    fault(name, Self.wrong(wanted, value))
  }

  private static func wrong(_ wanted: JSONValue, _ value: JSONValue) -> Message {
    switch wanted {
    case .null, .string: Message("a text belongs here, not {kind}", parts: ["kind": value.kind])
    case .bool: Message("true or false belongs here, not {kind}", parts: ["kind": value.kind])
    case .number: Message("a number belongs here, not {kind}", parts: ["kind": value.kind])
    case .array: Message("a list in brackets belongs here, not {kind}", parts: ["kind": value.kind])
    case .object: Message("an object in braces belongs here, not {kind}", parts: ["kind": value.kind])
    }
  }

  /// Removes and returns a string; nil if it is missing.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - longest: The most Unicode scalars that are accepted.
  /// - Throws: `Failure` for another type or a longer string.
  public mutating func text(_ name: String, longest: Int = .max) throws(Failure) -> String? {
    guard let value = take(name) else { return nil }
    guard case .string(let text) = value else { throw wrong(name, .string(""), value) }
    guard longest == .max || text.unicodeScalars.count <= longest else {
      throw fault(
        name,
        Message(
          "{count} characters are too many; up to {most} fit",
          ["count": String(text.unicodeScalars.count), "most": String(longest)]))
    }
    return text
  }

  /// Removes and returns a Boolean; nil if it is missing. Throws for another type.
  public mutating func flag(_ name: String) throws(Failure) -> Bool? {
    guard let value = take(name) else { return nil }
    guard case .bool(let flag) = value else { throw wrong(name, .bool(true), value) }
    return flag
  }

  /// Removes and returns a number; nil if it is missing. Throws for another type or a number beyond `Double`.
  public mutating func number(_ name: String) throws(Failure) -> Double? {
    guard let value = take(name) else { return nil }
    guard let number = value.double else { throw wrong(name, .number("0"), value) }
    return number
  }

  /// Removes and returns a number; nil if it is missing.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - range: The numbers that are accepted.
  /// - Throws: `Failure` for another type or a number out of range.
  public mutating func number(_ name: String, in range: ClosedRange<Double>) throws(Failure) -> Double? {
    guard let number = try number(name) else { return nil }
    guard range.contains(number) else {
      throw fault(
        name,
        Message(
          "{value} is not from {least} to {most}",
          [
            "value": number.text(), "least": range.lowerBound.text(), "most": range.upperBound.text(),
          ]))
    }
    return number
  }

  /// Removes and returns a list; nil if it is missing. Throws for another type.
  public mutating func array(_ name: String) throws(Failure) -> [JSONValue]? {
    guard let value = take(name) else { return nil }
    guard case .array(let values) = value else { throw wrong(name, .array([]), value) }
    return values
  }

  /// Removes and returns a list of strings; nil if it is missing. Throws for another type, naming the index.
  public mutating func texts(_ name: String) throws(Failure) -> [String]? {
    guard let values = try array(name) else { return nil }
    var texts: [String] = []
    for (index, value) in values.enumerated() {
      guard case .string(let text) = value else { throw wrong("\(name)[\(index)]", .string(""), value) }
      texts.append(text)
    }
    return texts
  }

  /// Removes and returns an object as fields; nil if it is missing. Throws for another type.
  public mutating func object(_ name: String) throws(Failure) -> JSONFields? {
    guard let value = take(name) else { return nil }
    return try JSONFields(value, path: path(of: name))
  }
}
