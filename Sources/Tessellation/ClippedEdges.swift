/// A line piece within a bitmap, from its upper end down.
struct ClippedEdge {
  var x0: Double
  var y0: Double
  var x1: Double
  var y1: Double

  /// +1 where the path runs downward, −1 where it runs upward.
  var winding: Int32

  /// What the sweep has found the piece to be since `roleStart`: +1 the left rim of the fill, −1 the right, 0 none.
  var role: Int32 = 0
  var roleStart = 0.0

  /// Where the piece is at the top and at the bottom of the slab that is swept.
  var top = 0.0
  var bottom = 0.0

  func x(at y: Double) -> Double {
    y >= y1 ? x1 : x0 + (x1 - x0) * ((y - y0) / (y1 - y0))
  }
}

/// The pieces of some contours that matter to the pixels of a bitmap.
///
/// What lies right of the bitmap, above or below it is left out; what lies left of it becomes upright on its left
/// rim, because it decides the winding of what lies right of it. Heights are rounded to 1/4096 of a pixel.
struct ClippedEdges {
  private(set) var edges: ContiguousArray<ClippedEdge> = []

  static let rowFractions = 4096.0

  mutating func clip(_ lines: Polylines, width: Double, height: Double) {
    edges.removeAll(keepingCapacity: true)
    var begin = 0
    lines.points.withUnsafeBufferPointer { points in
      for end in lines.ends {
        var previous = points[end - 1]
        for index in begin..<end {
          let point = points[index]
          add(previous, point, width, height)
          previous = point
        }
        begin = end
      }
    }
  }

  mutating func withMutableEdges<Result>(
    _ body: (UnsafeMutableBufferPointer<ClippedEdge>) -> Result
  ) -> Result {
    edges.withUnsafeMutableBufferPointer { body($0) }
  }

  private func snapped(_ y: Double) -> Double {
    (y * ClippedEdges.rowFractions).rounded() / ClippedEdges.rowFractions
  }

  @inline(__always)
  private mutating func add(_ p: SIMD2<Double>, _ q: SIMD2<Double>, _ width: Double, _ height: Double) {
    let (start, end) = (snapped(p.y), snapped(q.y))
    if start < end {
      addDownward(p.x, start, q.x, end, 1, width, height)
    } else if end < start {
      addDownward(q.x, end, p.x, start, -1, width, height)
    }
  }

  @inline(__always)
  private mutating func addDownward(
    _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ winding: Int32, _ width: Double,
    _ height: Double
  ) {
    if y1 <= 0 || y0 >= height || (x0 >= width && x1 >= width) { return }
    if y0 >= 0 && y1 <= height && min(x0, x1) >= 0 && max(x0, x1) < width {
      edges.append(ClippedEdge(x0: x0, y0: y0, x1: x1, y1: y1, winding: winding))
    } else {
      addClipped(x0, y0, x1, y1, winding, width, height)
    }
  }

  private mutating func addClipped(
    _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ winding: Int32, _ width: Double,
    _ height: Double
  ) {
    let top = max(y0, 0)
    let bottom = min(y1, height)
    let slope = (x1 - x0) / (y1 - y0)
    // The heights at which the piece passes the left and the right rim part it in three.
    var (first, second) = (top, bottom)
    if slope != 0 {
      let left = snapped(min(max(y0 - x0 / slope, top), bottom))
      let right = snapped(min(max(y0 + (width - x0) / slope, top), bottom))
      (first, second) = (min(left, right), max(left, right))
    }
    for (upper, lower) in [(top, first), (first, second), (second, bottom)] where upper < lower {
      let middle = x0 + ((upper + lower) / 2 - y0) * slope
      if middle >= width { continue }
      let isLeft = middle <= 0
      edges.append(
        ClippedEdge(
          x0: isLeft ? 0 : min(max(x0 + (upper - y0) * slope, 0), width), y0: upper,
          x1: isLeft ? 0 : min(max(x0 + (lower - y0) * slope, 0), width), y1: lower, winding: winding))
    }
  }
}
