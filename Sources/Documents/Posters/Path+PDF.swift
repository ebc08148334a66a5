import Geometry
import Text

extension Path {
  /// Returns the PDF operators that draw the path on a page of some height, whose y axis points up.
  func instructions(height: Double) -> String {
    var text = ""
    var current = Point.zero
    func words(_ points: Point...) -> String {
      points.map { "\($0.x.text(.fixed(4))) \((height - $0.y).text(.fixed(4)))" }.joined(separator: " ")
    }
    for element in elements {
      switch element {
      case .move(let point):
        text += words(point) + " m\n"
        current = point
      case .line(let point):
        text += words(point) + " l\n"
        current = point
      case .quad(let control, let end):
        let curve = QuadraticBezier(current, control, end).elevated
        text += words(curve.control1, curve.control2, end) + " c\n"
        current = end
      case .cubic(let control1, let control2, let end):
        text += words(control1, control2, end) + " c\n"
        current = end
      case .close: text += "h\n"
      }
    }
    return text
  }
}
