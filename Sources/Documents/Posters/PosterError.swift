import Colors
import Geometry
import Text

/// A poster that cannot be read or is not possible: which field, and what to do about it.
public struct PosterError: Error, Hashable, CustomStringConvertible {
  /// The way to the field from the top of the document, such as `lines[2].rank`; empty for all of it.
  public let field: String
  /// What is wrong and what to do, in words for a person.
  public let message: String

  public init(field: String, message: String) {
    self.field = field
    self.message = message
  }

  public var description: String { field.isEmpty ? message : "\(field): \(message)" }
}

extension PosterError {
  init(_ error: JSONError) { self.init(field: error.field, message: error.message) }
}

extension PosterError: FieldFailure {}

/// Takes the fields of a poster's document.
typealias FieldReader = JSONFields<PosterError>

extension JSONFields<PosterError> {
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
}
