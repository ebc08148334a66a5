import Geometry
import PlanarGeometry

/// Closed contours whose corners lie on the grid, no two neighbouring corners in the same place.
struct GridContours: ~Copyable {
  var points = ScratchBuffer<GridPoint>()

  /// The corner that follows each on its contour, and the one before it.
  var next = ScratchBuffer<Int32>()
  var previous = ScratchBuffer<Int32>()

  /// Where the grid begins, and how wide its steps are (a power of two), in the path's points.
  private(set) var origin = Point.zero
  private(set) var step = 1.0

  private var contourStart = 0

  mutating func removeAll() {
    points.removeAll()
    next.removeAll()
    previous.removeAll()
    contourStart = 0
  }

  /// Adds a corner to the contour that is being made.
  @inline(__always)
  mutating func add(_ point: GridPoint) {
    if points.count > contourStart && points[points.count - 1] == point { return }
    points.append(point)
  }

  /// Closes the contour that is being made; one with fewer than three corners encloses nothing and is dropped.
  mutating func finishContour() {
    while points.count > contourStart + 1 && points[points.count - 1] == points[contourStart] {
      points.truncate(to: points.count - 1)
    }
    let count = points.count - contourStart
    if count < 3 {
      points.truncate(to: contourStart)
      return
    }
    let (first, last) = (Int32(truncatingIfNeeded: contourStart), Int32(truncatingIfNeeded: points.count - 1))
    for index in first...last {
      next.append(index &+ 1)
      previous.append(index &- 1)
    }
    next[last] = first
    previous[first] = last
    contourStart = points.count
  }

  /// Replaces the contours by ones that do not cross; returns false when they would have more than `limit` corners.
  ///
  /// The storage of `spare` is used.
  mutating func resolve(
    with rounding: inout SnapRounding, into spare: inout GridContours, limit: Int
  ) -> Bool {
    rounding.removeAll()
    for index in 0..<points.count { rounding.add(points[index], points[next[index]]) }
    // A segment may find the same bend twice, at an end and at a crossing.
    guard rounding.run(limit: 2 * limit) else { return false }
    spare.removeAll()
    for index in 0..<points.count {
      spare.add(points[index])
      rounding.forEachBend(of: index) { spare.add($0) }
      if next[index] <= Int32(truncatingIfNeeded: index) { spare.finishContour() }
    }
    swap(&self, &spare)
    (origin, step) = (spare.origin, spare.step)
    return points.count <= limit
  }

  /// Replaces the contours by ones on a grid sixteen times as coarse.
  mutating func coarsen(into result: inout GridContours) {
    result.removeAll()
    for index in 0..<points.count {
      result.add((points[index] &+ 8) &>> 4)
      if next[index] <= Int32(truncatingIfNeeded: index) { result.finishContour() }
    }
    swap(&self, &result)
    origin = result.origin
    step = result.step * 16
  }

  /// Takes over contours in points, rounded to a grid that is as fine as their box allows.
  mutating func snap(_ lines: borrowing Polylines) {
    removeAll()
    guard let box = lines.bounds else { return }
    let size = box.high - box.low
    let extent = max(size.x, size.y)
    guard extent > 0x1p-100 else { return }
    step = Double(sign: .plus, exponent: extent.exponent + 1 - GridPoint.extentBits, significand: 1)
    origin = Point(box.low.x, box.low.y)
    let scale = 1 / step
    var begin = 0
    points.reserve(lines.points.count)
    for contour in 0..<lines.ends.count {
      let end = lines.ends[contour]
      for index in begin..<end {
        let place = (lines.points[index] - box.low) * scale + 0.5
        add(GridPoint(Int32(place.x), Int32(place.y)))
      }
      finishContour()
      begin = end
    }
  }
}

extension GridPoint {
  /// How many steps the longer side of a path's box has at most.
  static let extentBits = 20

  /// The order in which the sweep meets places: from the top, on one height from the left.
  @inline(__always)
  var sweepKey: UInt64 { UInt64(UInt32(bitPattern: y)) << 21 | UInt64(UInt32(bitPattern: x)) }
}
