import Colors
import Geometry
import Text

/// The error of a poster that cannot be read or is invalid, with the field and advice.
public struct PosterError: Error, Hashable, CustomStringConvertible {
  /// The path of the field in the document, such as `lines[2].rank`; empty for the whole document.
  public let field: String
  /// The fault and advice, for a person.
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

/// Reads the fields of a poster document.
typealias FieldReader = JSONFields<PosterError>

extension JSONFields<PosterError> {
  mutating func color(_ name: String) throws(PosterError) -> RGBA? {
    guard let text = try text(name) else { return nil }
    return try Background.color(text, field: path(of: name))
  }

  /// Reads a pair of numbers.
  mutating func point(_ name: String) throws(PosterError) -> Point? {
    guard let values = try array(name) else { return nil }
    guard values.count == 2, let x = values[0].double, let y = values[1].double, max(abs(x), abs(y)) <= 100
    else { throw fault(name, "a place is a list of two numbers, fractions of the page") }
    return Point(x, y)
  }
}
