import PlanarGeometry

/// A straight piece within a bitmap, from its upper end down.
struct ClippedEdge: BitwiseCopyable {
  var x0: Double
  var y0: Double
  var x1: Double
  var y1: Double

  /// +1 where the path runs downward, −1 where it runs upward.
  var winding: Int32
}

/// The pieces of some contours that matter to the pixels of a bitmap.
///
/// Edges right of the bitmap, above or below it are left out. Edges left of it become upright on its left rim,
/// because they decide the winding of everything right of them. Heights are rounded to 1/4096 of a pixel.
struct ClippedEdges: ~Copyable {
  private(set) var edges = ScratchBuffer<ClippedEdge>(capacity: 256)

  static let rowFractions = 4096.0

  mutating func clip(_ lines: borrowing Polylines, width: Double, height: Double) {
    edges.removeAll()
    lines.forEachPiece { from, to in
      if from.y < to.y {
        add(from, to, 1, width, height)
      } else if to.y < from.y {
        add(to, from, -1, width, height)
      }
    }
  }

  /// Draws the pieces at once; those that are not wholly within the bitmap are clipped first.
  ///
  /// `sign` is −1 where the pieces run the other way than they are meant.
  mutating func draw(
    _ lines: borrowing Polylines, width: Double, height: Double, sign: Float = 1, pen: AreaAccumulator.Pen
  ) {
    edges.removeAll()
    let corner = SIMD2(width, height)
    lines.forEachPiece { from, to in
      let isOutside = (from .< 0) .| (to .< 0) .| (from .> corner) .| (to .> corner)
      if !any(isOutside) {
        pen.add(Float(from.x), Float(from.y), Float(to.x), Float(to.y), sign)
      } else if from.y < to.y {
        addClipped(from, to, 1, width, height)
      } else if to.y < from.y {
        addClipped(to, from, -1, width, height)
      }
    }
    for index in 0..<edges.count {
      let edge = edges[index]
      pen.add(Float(edge.x0), Float(edge.y0), Float(edge.x1), Float(edge.y1), sign * Float(edge.winding))
    }
  }

  @inline(__always)
  private mutating func add(
    _ upper: SIMD2<Double>, _ lower: SIMD2<Double>, _ winding: Int32, _ width: Double, _ height: Double
  ) {
    if upper.y >= 0 && lower.y <= height && min(upper.x, lower.x) >= 0 && max(upper.x, lower.x) < width {
      edges.append(ClippedEdge(x0: upper.x, y0: upper.y, x1: lower.x, y1: lower.y, winding: winding))
    } else {
      addClipped(upper, lower, winding, width, height)
    }
  }

  @inline(never)
  private mutating func addClipped(
    _ upper: SIMD2<Double>, _ lower: SIMD2<Double>, _ winding: Int32, _ width: Double, _ height: Double
  ) {
    if lower.y <= 0 || upper.y >= height || (upper.x >= width && lower.x >= width) { return }
    let top = max(upper.y, 0)
    let bottom = min(lower.y, height)
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    // The heights at which the piece passes the left and the right rim part it in three.
    var (first, second) = (top, bottom)
    if slope != 0 {
      let left = Polylines.snapped(min(max(upper.y - upper.x / slope, top), bottom))
      let right = Polylines.snapped(min(max(upper.y + (width - upper.x) / slope, top), bottom))
      (first, second) = (min(left, right), max(left, right))
    }
    func add(_ from: Double, _ to: Double) {
      let middle = upper.x + ((from + to) / 2 - upper.y) * slope
      if from >= to || middle >= width { return }
      func x(_ y: Double) -> Double { middle <= 0 ? 0 : min(max(upper.x + (y - upper.y) * slope, 0), width) }
      edges.append(ClippedEdge(x0: x(from), y0: from, x1: x(to), y1: to, winding: winding))
    }
    add(top, first)
    add(first, second)
    add(second, bottom)
  }
}
