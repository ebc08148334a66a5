/// An error that names a field of a document.
public protocol FieldFailure: Error {
  /// Creates an error from the way to a field, such as `lines[2].rank`, and what is wrong there.
  init(field: String, message: String)
}

extension JSONError: FieldFailure {}

/// Takes the members that are known out of an object of JSON, says where a fault is, and keeps the rest.
public struct JSONFields<Failure: FieldFailure> {
  /// The way to the object from the top of the document.
  public let path: String
  /// What nobody has taken.
  public private(set) var rest: [JSONMember]

  /// Begins with an object; any other value is a fault.
  public init(_ value: JSONValue, path: String = "") throws(Failure) {
    self.path = path
    guard case .object(let members) = value else {
      throw Failure(field: path, message: "an object in braces belongs here, not \(value.kind)")
    }
    rest = members
  }

  /// Returns the way to a member from the top of the document.
  public func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// Returns an error that names a member.
  public func fault(_ name: String, _ message: String) -> Failure {
    Failure(field: path(of: name), message: message)
  }

  /// Takes a member of any kind out of the object; nil where there is none.
  public mutating func take(_ name: String) -> JSONValue? {
    guard let index = rest.firstIndex(where: { $0.name == name }) else { return nil }
    return rest.remove(at: index).value
  }

  private func wrong(_ name: String, _ wanted: String, _ value: JSONValue) -> Failure {
    fault(name, "\(wanted) belongs here, not \(value.kind)")
  }

  /// Takes a text; nil where there is none. Throws where it is something else or has more than `longest` scalars.
  public mutating func text(_ name: String, longest: Int = .max) throws(Failure) -> String? {
    guard let value = take(name) else { return nil }
    guard case .string(let text) = value else { throw wrong(name, "a text", value) }
    guard longest == .max || text.unicodeScalars.count <= longest else {
      throw fault(name, "\(text.unicodeScalars.count) characters are too many; up to \(longest) fit")
    }
    return text
  }

  /// Takes true or false; nil where there is none. Throws where it is something else.
  public mutating func flag(_ name: String) throws(Failure) -> Bool? {
    guard let value = take(name) else { return nil }
    guard case .bool(let flag) = value else { throw wrong(name, "true or false", value) }
    return flag
  }

  /// Takes a number; nil where there is none. Throws where it is something else or beyond a `Double`.
  public mutating func number(_ name: String) throws(Failure) -> Double? {
    guard let value = take(name) else { return nil }
    guard let number = value.double else { throw wrong(name, "a number", value) }
    return number
  }

  /// Takes a number in a range; nil where there is none. Throws where it is something else or out of range.
  public mutating func number(_ name: String, in range: ClosedRange<Double>) throws(Failure) -> Double? {
    guard let number = try number(name) else { return nil }
    guard range.contains(number) else {
      throw fault(name, "\(number.text()) is not \(Self.words(range))")
    }
    return number
  }

  /// Takes a list; nil where there is none. Throws where it is something else.
  public mutating func array(_ name: String) throws(Failure) -> [JSONValue]? {
    guard let value = take(name) else { return nil }
    guard case .array(let values) = value else { throw wrong(name, "a list in brackets", value) }
    return values
  }

  /// Takes a list of texts; nil where there is none. Throws where it is something else, and names the place in the
  /// list.
  public mutating func texts(_ name: String) throws(Failure) -> [String]? {
    guard let values = try array(name) else { return nil }
    var texts: [String] = []
    for (index, value) in values.enumerated() {
      guard case .string(let text) = value else { throw wrong("\(name)[\(index)]", "a text", value) }
      texts.append(text)
    }
    return texts
  }

  /// Takes an object, to take its members in turn; nil where there is none. Throws where it is something else.
  public mutating func object(_ name: String) throws(Failure) -> JSONFields? {
    guard let value = take(name) else { return nil }
    return try JSONFields(value, path: path(of: name))
  }

  /// Returns a range as messages have it.
  public static func words(_ range: ClosedRange<Double>) -> String {
    "from \(range.lowerBound.text()) to \(range.upperBound.text())"
  }
}
