import Colors
import Geometry
import Text

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
