import Colors
import Geometry
public import Localization
import Text

/// The error of a poster that cannot be read or is invalid, with the field and advice.
public struct PosterError: LocalizableError, Hashable {
  /// The path of the field in the document, such as `lines[2].rank`; empty for the whole document.
  public let field: String
  /// The fault and advice, without the field.
  public let reason: Message

  /// Creates an error from the path of a field and the fault.
  public init(field: String, message: Message) {
    self.field = field
    reason = message
  }

  /// The field, the fault and advice.
  public var message: Message {
    field.isEmpty ? reason : Message("{field}: {reason}", ["field": field], parts: ["reason": reason])
  }
}

extension PosterError {
  /// Creates an error from one of a JSON document.
  package init(_ error: JSONError) { self.init(field: error.field, message: error.reason) }
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
    else { throw fault(name, Message("a place is a list of two numbers, fractions of the page")) }
    return Point(x, y)
  }
}
