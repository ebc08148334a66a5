import CPango
import Colors
import Geometry

/// A page that cairo would not write, in its words.
public struct PathPDFError: Error, CustomStringConvertible {
  public let description: String
}

extension PathDocument {
  /// Returns `box` of a path as a page of PDF whose width and height are those of `box` in CSS pixels.
  ///
  /// The path is filled by the non-zero rule; the same path always gives the same bytes.
  public static func pdf(_ path: Path, box: Rect, color: RGBA) throws(PathPDFError) -> [UInt8] {
    // A page of PDF has 14400 points at most.
    let scale = min(0.75, 14400 / max(box.width, box.height))
    guard box.width > 0, box.height > 0, scale.isFinite, scale > 0 else {
      throw PathPDFError(description: "there is nothing to draw")
    }
    do {
      let surface = try PDFSurface()
      try surface.page(Size(box.width * scale, box.height * scale)) { cairo in
        cairo_scale(cairo, scale, scale)
        cairo_translate(cairo, -box.minX, -box.minY)
        add(path, to: cairo)
        cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
        cairo_fill(cairo)
      }
      return try surface.finished()
    } catch let failure {
      throw PathPDFError(description: failure.message)
    }
  }

  private static func add(_ path: Path, to cairo: OpaquePointer?) {
    var current = Point.zero
    for element in path.elements {
      switch element {
      case .move(let point):
        cairo_move_to(cairo, point.x, point.y)
        current = point
      case .line(let point):
        cairo_line_to(cairo, point.x, point.y)
        current = point
      case .quad(let control, let end):
        let curve = QuadraticBezier(current, control, end)
        let (first, second) = (
          curve.start + (curve.control - curve.start) * (2.0 / 3),
          curve.end + (curve.control - curve.end) * (2.0 / 3)
        )
        cairo_curve_to(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
        current = end
      case .cubic(let control1, let control2, let end):
        cairo_curve_to(cairo, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
        current = end
      case .close: cairo_close_path(cairo)
      }
    }
  }
}
