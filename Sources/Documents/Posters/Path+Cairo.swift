import CPango
import Geometry

extension Path {
  /// Appends the path to cairo's current path.
  func append(to cairo: OpaquePointer?) {
    var current = Point.zero
    for element in elements {
      switch element {
      case .move(let point):
        cairo_move_to(cairo, point.x, point.y)
        current = point
      case .line(let point):
        cairo_line_to(cairo, point.x, point.y)
        current = point
      case .quad(let control, let end):
        let curve = QuadraticBezier(current, control, end).elevated
        cairo_curve_to(
          cairo, curve.control1.x, curve.control1.y, curve.control2.x, curve.control2.y, end.x, end.y)
        current = end
      case .cubic(let control1, let control2, let end):
        cairo_curve_to(cairo, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
        current = end
      case .close: cairo_close_path(cairo)
      }
    }
  }
}
