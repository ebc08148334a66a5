import Geometry

/// The contours of a path as straight pieces, in storage that is used again for the next path.
///
/// A contour is closed: its last point is joined to its first. Points that are not finite are left out and
/// distant ones are pulled to ±`limit`, so that arithmetic on the coordinates never overflows.
struct Polylines {
  typealias Coordinates = SIMD2<Double>

  /// The points of all contours, one contour after the other.
  private(set) var points: ContiguousArray<Coordinates> = []

  /// Where each contour ends in `points`.
  private(set) var ends: ContiguousArray<Int> = []

  private static let limit = 0x1p40

  /// Replaces the contents with `path`, mapped by `transform`, its chords within `tolerance` of the curves.
  mutating func flatten(_ path: Path, by transform: AffineTransform, within tolerance: Double) {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    let columnX = Coordinates(transform.a, transform.b)
    let columnY = Coordinates(transform.c, transform.d)
    let offset = Coordinates(transform.tx, transform.ty)
    func place(_ point: Point) -> Coordinates { columnX * point.x + columnY * point.y + offset }
    let precision = 1 / tolerance
    var start = Coordinates.zero
    var current = Coordinates.zero
    for element in path.elements {
      switch element {
      case .move(let point):
        finishContour()
        start = place(point)
        current = start
        append(start)
      case .line(let point):
        current = place(point)
        append(current)
      case .quad(let control, let end):
        let (control, end) = (place(control), place(end))
        appendQuadratic(current, control, end, precision: precision)
        current = end
      case .cubic(let control1, let control2, let end):
        let (control1, control2, end) = (place(control1), place(control2), place(end))
        appendCubic(current, control1, control2, end, precision: precision)
        current = end
      case .close:
        current = start
      }
    }
    finishContour()
  }

  private mutating func finishContour() {
    let begin = ends.last ?? 0
    if points.count - begin < 3 {
      points.removeSubrange(begin...)
    } else {
      ends.append(points.count)
    }
  }

  private mutating func append(_ point: Coordinates) {
    let sum = point.x + point.y
    if sum.magnitude < Polylines.limit {
      points.append(point)
    } else if point.x.isFinite && point.y.isFinite {
      let limit = Coordinates(repeating: Polylines.limit)
      points.append(point.clamped(lowerBound: -limit, upperBound: limit))
    }
  }

  /// The distance of a curve's chords falls with the square of the number of steps (Wang's formula).
  private mutating func appendQuadratic(
    _ start: Coordinates, _ control: Coordinates, _ end: Coordinates, precision: Double
  ) {
    let bend = start - 2 * control + end
    let steps = stepCount(length(bend) * precision / 4)
    let slope = 2 * (control - start)
    let step = 1 / Double(steps)
    for index in 1..<max(steps, 1) {
      let t = Double(index) * step
      append((bend * t + slope) * t + start)
    }
    append(end)
  }

  private mutating func appendCubic(
    _ start: Coordinates, _ control1: Coordinates, _ control2: Coordinates, _ end: Coordinates,
    precision: Double
  ) {
    let first = start - 2 * control1 + control2
    let second = control1 - 2 * control2 + end
    let steps = stepCount(max(length(first), length(second)) * precision * 0.75)
    let cube = end - start + 3 * (control1 - control2)
    let square = 3 * first
    let slope = 3 * (control1 - start)
    let step = 1 / Double(steps)
    for index in 1..<max(steps, 1) {
      let t = Double(index) * step
      append(((cube * t + square) * t + slope) * t + start)
    }
    append(end)
  }
}

private func length(_ vector: SIMD2<Double>) -> Double {
  (vector.x * vector.x + vector.y * vector.y).squareRoot()
}

/// Returns the whole number of steps whose square reaches `ratio`, at least 1 and at most 4096.
private func stepCount(_ ratio: Double) -> Int {
  guard ratio > 1 else { return 1 }
  return Int(min(ratio.squareRoot().rounded(.up), 4096))
}

extension Polylines {
  /// The smallest box around all points, or nil where there is none.
  var bounds: (low: Coordinates, high: Coordinates)? {
    guard let first = points.first else { return nil }
    var (low, high) = (first, first)
    for point in points {
      low.replace(with: point, where: point .< low)
      high.replace(with: point, where: point .> high)
    }
    return (low, high)
  }
}
