import Colors
import Geometry
import Text

/// Takes the members that are known out of an object of JSON and says where a fault is.
struct FieldReader {
  let path: String
  private var members: [JSONMember]

  init(_ value: JSONValue, path: String) throws(PosterError) {
    self.path = path
    guard case .object(let members) = value else {
      throw PosterError(field: path, message: "an object in braces belongs here, not \(value.kind)")
    }
    self.members = members
  }

  /// What nobody has taken.
  var rest: [JSONMember] { members }

  func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  func fault(_ name: String, _ message: String) -> PosterError {
    PosterError(field: path(of: name), message: message)
  }

  mutating func take(_ name: String) -> JSONValue? {
    guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
    return members.remove(at: index).value
  }

  private func wrong(_ name: String, _ wanted: String, _ value: JSONValue) -> PosterError {
    fault(name, "\(wanted) belongs here, not \(value.kind)")
  }

  mutating func text(_ name: String, longest: Int = .max) throws(PosterError) -> String? {
    guard let value = take(name) else { return nil }
    guard case .string(let text) = value else { throw wrong(name, "a text", value) }
    guard text.unicodeScalars.count <= longest else {
      throw fault(name, "\(text.unicodeScalars.count) characters are too many; up to \(longest) fit")
    }
    return text
  }

  mutating func number(_ name: String, in range: ClosedRange<Double>) throws(PosterError) -> Double? {
    guard let value = take(name) else { return nil }
    guard let number = value.double else { throw wrong(name, "a number", value) }
    guard range.contains(number) else {
      throw fault(name, "\(number.text()) is not \(FieldReader.words(range))")
    }
    return number
  }

  mutating func flag(_ name: String) throws(PosterError) -> Bool? {
    guard let value = take(name) else { return nil }
    guard case .bool(let flag) = value else { throw wrong(name, "true or false", value) }
    return flag
  }

  mutating func array(_ name: String) throws(PosterError) -> [JSONValue]? {
    guard let value = take(name) else { return nil }
    guard case .array(let values) = value else { throw wrong(name, "a list in brackets", value) }
    return values
  }

  mutating func color(_ name: String) throws(PosterError) -> RGBA? {
    guard let text = try text(name) else { return nil }
    return try Background.color(text, field: path(of: name))
  }

  /// Takes a pair of numbers.
  mutating func point(_ name: String) throws(PosterError) -> Point? {
    guard let values = try array(name) else { return nil }
    guard values.count == 2, let x = values[0].double, let y = values[1].double, max(abs(x), abs(y)) <= 100
    else { throw fault(name, "a place is a list of two numbers, fractions of the page") }
    return Point(x, y)
  }

  mutating func object(_ name: String) throws(PosterError) -> FieldReader? {
    guard let value = take(name) else { return nil }
    return try FieldReader(value, path: path(of: name))
  }

  static func words(_ range: ClosedRange<Double>) -> String {
    "from \(range.lowerBound.text()) to \(range.upperBound.text())"
  }
}
