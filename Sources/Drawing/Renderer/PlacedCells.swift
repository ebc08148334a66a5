import Colors
import GPU
import Geometry

/// The cells of a fill on some pixels, each one a rectangle of those whose centres lie in it. The ends of the axes fall on
/// the centres of the outermost pixels.
struct PlacedCells {
  /// Those whose colours are cubics, as `cubic.vert.glsl` reads them.
  private(set) var cubics: [Instance] = []
  /// Those that need the fill's own program.
  private(set) var others: [Instance] = []

  init(_ cells: [ColorPlane.Cell], in area: PixelRect, _ pixelsToClip: Transform3D) {
    cubics.reserveCapacity(cells.count)
    for cell in cells {
      guard let across = Pixels(cell.across, of: area.width), let up = Pixels(cell.up, of: area.height) else {
        continue
      }
      let rect = Rect(
        x: Double(area.x + across.first), y: Double(area.y + area.height - up.end),
        width: Double(across.end - across.first), height: Double(up.end - up.first))
      if let colors = cell.colors {
        let (left, right) = across.edges(within: cell.across)
        let (bottom, top) = up.edges(within: cell.up)
        let shown = colors.inside(x: (left, right - left), y: (top, bottom - top))
        cubics.append(Instance(shown, over: rect, pixelsToClip))
      } else {
        let (left, right) = across.edges(within: 0...1)
        let (bottom, top) = up.edges(within: 0...1)
        var instance = Instance(pixelsToClip, quad: rect)
        instance.texels = SIMD4(Float(left), Float(top), Float(right - left), Float(bottom - top))
        others.append(instance)
      }
    }
  }

  /// Pixels along an axis.
  private struct Pixels {
    let first: Int
    let end: Int
    /// The number of the axis's last pixel.
    private let last: Double

    /// Creates those whose centres lie in a part of the axis; nil without any.
    init?(_ part: ClosedRange<Double>, of count: Int) {
      last = Double(max(1, count - 1))
      // A pixel whose centre lies on a border belongs to the cell before it.
      first = part.lowerBound <= 0 ? 0 : Int(part.lowerBound * last) + 1
      end = part.upperBound >= 1 ? count : Int(part.upperBound * last) + 1
      guard first < end else { return nil }
    }

    /// The places of the outer edges in a part of the axis.
    func edges(within part: ClosedRange<Double>) -> (Double, Double) {
      func place(_ edge: Int) -> Double {
        ((Double(edge) - 0.5) / last - part.lowerBound) / (part.upperBound - part.lowerBound)
      }
      return (place(first), place(end))
    }
  }
}

extension Instance {
  /// Creates a cell of colours, by the place rightward and downward in a rectangle.
  fileprivate init(_ colors: ColorPlane.Cubic, over rect: Rect, _ pixelsToClip: Transform3D) {
    let rows = pixelsToClip.rows
    let (start, end) = (
      rows.0 * rect.minX + rows.1 * rect.minY + rows.3, rows.0 * rect.maxX + rows.1 * rect.maxY + rows.3
    )
    origin = SIMD4(Float(start.x), Float(start.y), Float(end.x), Float(end.y))
    let c = colors.coefficients.map(SIMD3<Float>.init)
    (right, down, quad) = (
      SIMD4(c[0], c[1].x), SIMD4(c[1].y, c[1].z, c[2].x, c[2].y), SIMD4(c[2].z, c[3].x, c[3].y, c[3].z)
    )
    (box, fill, stroke) = (
      SIMD4(c[4], c[5].x), SIMD4(c[5].y, c[5].z, c[6].x, c[6].y), SIMD4(c[6].z, c[7].x, c[7].y, c[7].z)
    )
    (shape, texels) = (SIMD4(c[8], c[9].x), SIMD4(c[9].y, c[9].z, 0, 0))
  }
}
