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
        path.append(to: cairo)
        cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
        cairo_fill(cairo)
      }
      return try surface.finished()
    } catch let failure {
      throw PathPDFError(description: failure.message)
    }
  }
}
