import Geometry

/// The contours of a path as straight pieces, in storage that is used again for the next path.
///
/// A contour is closed: its last point is joined to its first. Points that are not finite are left out and
/// distant ones are pulled to ±`limit`, so that arithmetic on the coordinates never overflows.
struct Polylines: ~Copyable {
  typealias Coordinates = SIMD2<Double>

  /// The points of all contours, one contour after the other.
  private(set) var points = Pile<Coordinates>(capacity: 256)

  /// Where each contour ends in `points`.
  private(set) var ends = Pile<Int>()

  static let limit = 0x1p38

  /// Replaces the contents with `path`, mapped by `transform`, with chords for its curves.
  mutating func flatten(_ path: Path, by transform: AffineTransform, _ fit: ChordFit) {
    points.removeAll()
    ends.removeAll()
    let columnX = Coordinates(transform.a, transform.b)
    let columnY = Coordinates(transform.c, transform.d)
    let offset = Coordinates(transform.tx, transform.ty)
    func place(_ point: Point) -> Coordinates { columnX * point.x + columnY * point.y + offset }
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
        appendQuadratic(current, control, end, fit)
        current = end
      case .cubic(let control1, let control2, let end):
        let (control1, control2, end) = (place(control1), place(control2), place(end))
        appendCubic(current, control1, control2, end, fit)
        current = end
      case .close:
        current = start
      }
    }
    finishContour()
  }

  private mutating func finishContour() {
    let begin = ends.count > 0 ? ends[ends.count - 1] : 0
    if points.count - begin < 3 {
      points.truncate(to: begin)
    } else {
      ends.append(points.count)
    }
  }

  @inline(__always)
  private mutating func append(_ point: Coordinates) {
    if point.x.magnitude < Polylines.limit && point.y.magnitude < Polylines.limit {
      points.append(point)
    } else if point.x.isFinite && point.y.isFinite {
      let limit = Coordinates(repeating: Polylines.limit)
      points.append(point.clamped(lowerBound: -limit, upperBound: limit))
    }
  }

  private mutating func appendQuadratic(
    _ start: Coordinates, _ control: Coordinates, _ end: Coordinates, _ fit: ChordFit
  ) {
    let bend = start - 2 * control + end
    let chords = fit.chords(deviation: length(bend) / 4)
    let slope = 2 * (control - start)
    let step = 1 / Double(chords)
    let outward = bend * (2 * fit.outwardShift(chords: chords))
    for index in 1..<max(chords, 1) {
      let t = Double(index) * step
      append((bend * t + slope) * t + start - outward)
    }
    append(end)
  }

  private mutating func appendCubic(
    _ start: Coordinates, _ control1: Coordinates, _ control2: Coordinates, _ end: Coordinates,
    _ fit: ChordFit
  ) {
    let first = start - 2 * control1 + control2
    let second = control1 - 2 * control2 + end
    let chords = fit.chords(deviation: 0.75 * max(length(first), length(second)))
    let cube = end - start + 3 * (control1 - control2)
    let square = 3 * first
    let slope = 3 * (control1 - start)
    let step = 1 / Double(chords)
    let shift = fit.outwardShift(chords: chords)
    for index in 1..<max(chords, 1) {
      let t = Double(index) * step
      append(((cube * t + square) * t + slope) * t + start - (6 * cube * t + 2 * square) * shift)
    }
    append(end)
  }
}

extension Polylines {
  /// The smallest box around all points, or nil where there is none.
  var bounds: (low: Coordinates, high: Coordinates)? {
    if points.count == 0 { return nil }
    var (low, high) = (points[0], points[0])
    for index in 1..<points.count {
      let point = points[index]
      low.replace(with: point, where: point .< low)
      high.replace(with: point, where: point .> high)
    }
    return (low, high)
  }
}

private func length(_ vector: SIMD2<Double>) -> Double {
  (vector.x * vector.x + vector.y * vector.y).squareRoot()
}
