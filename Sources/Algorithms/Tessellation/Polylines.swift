import Geometry
import PlanarGeometry

/// The contours of a path as straight pieces, in storage that is used again for the next path.
///
/// A contour is closed: its last point is joined to its first. Points that are not finite are left out and
/// distant ones are pulled to ±`limit`, so that arithmetic on the coordinates never overflows.
struct Polylines: ~Copyable {
  typealias Coordinates = SIMD2<Double>

  /// The points of all contours, one contour after the other.
  private(set) var points = ScratchBuffer<Coordinates>(capacity: 256)

  /// Where each contour ends in `points`.
  private(set) var ends = ScratchBuffer<Int>()

  static let limit = 0x1p38

  /// Replaces the contents with `path`, mapped by `transform`, with chords for its curves.
  ///
  /// Where an open contour is one half of a ring, `axis` says at which x it is closed. It ends early with more points than
  /// `most`, which then are of no use.
  mutating func flatten(
    _ path: Path, by transform: AffineTransform, _ fit: ChordFit, closingAt axis: Double? = nil,
    atMost most: Int = .max
  ) {
    points.removeAll()
    ends.removeAll()
    let columnX = Coordinates(transform.a, transform.b)
    let columnY = Coordinates(transform.c, transform.d)
    let offset = Coordinates(transform.tx, transform.ty)
    func place(_ point: Point) -> Coordinates { columnX * point.x + columnY * point.y + offset }
    var start = Coordinates.zero
    var current = Coordinates.zero
    var isOpen = false
    path.elements.withUnsafeBufferPointer { elements in
      // By index: taken out, each element would be copied.
      for index in elements.indices {
        switch elements[index] {
        case .move(let point):
          if isOpen, let axis { closeHalf(from: current, to: start, axis) }
          finishContour()
          isOpen = true
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
          if points.count > most { return }
        case .close:
          isOpen = false
          current = start
        }
      }
    }
    if isOpen, let axis { closeHalf(from: current, to: start, axis) }
    finishContour()
  }

  /// Goes level to the axis, along it, and will go level to the start.
  private mutating func closeHalf(from end: Coordinates, to start: Coordinates, _ axis: Double) {
    append(Coordinates(axis, end.y))
    append(Coordinates(axis, start.y))
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
    if isNear(point) {
      points.append(point)
    } else if point.x.isFinite && point.y.isFinite {
      let limit = Coordinates(repeating: Polylines.limit)
      points.append(point.clamped(lowerBound: -limit, upperBound: limit))
    }
  }

  @inline(__always)
  private func isNear(_ point: Coordinates) -> Bool {
    point.x.magnitude < Polylines.limit && point.y.magnitude < Polylines.limit
  }

  private mutating func appendQuadratic(
    _ start: Coordinates, _ control: Coordinates, _ end: Coordinates, _ fit: ChordFit
  ) {
    let bend = start - 2 * control + end
    let chords = fit.chords(deviationSquared: lengthSquared(bend) / 16)
    let slope = 2 * (control - start)
    let step = 1 / Double(chords)
    let outward = bend * (2 * fit.outwardShift(chords: chords))
    for index in 1..<chords {
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
    let chords = fit.chords(deviationSquared: 0.5625 * max(lengthSquared(first), lengthSquared(second)))
    if chords == 1 { return append(end) }
    let cube = end - start + 3 * (control1 - control2)
    let square = 3 * first
    let slope = 3 * (control1 - start)
    let step = 1 / Double(chords)
    // The points of the curve less a share of the second derivative, 6 cube t + 2 square.
    let shift = 2 * fit.outwardShift(chords: chords)
    let (linear, constant) = (slope - 3 * shift * cube, start - shift * square)
    if chords <= 4 && isNear(start) && isNear(end) {
      // So little bent, the curve is near as well. No branch could foretell how many chords there are, so that
      // all four are made.
      let places = points.extend(by: 4)
      places[0] = ((cube * step + square) * step + linear) * step + constant
      places[1] = ((cube * (2 * step) + square) * (2 * step) + linear) * (2 * step) + constant
      places[2] = ((cube * (3 * step) + square) * (3 * step) + linear) * (3 * step) + constant
      places[chords &- 1] = end
      points.truncate(to: points.count &- 4 &+ chords)
    } else {
      for index in 1..<chords {
        let t = Double(index) * step
        append(((cube * t + square) * t + linear) * t + constant)
      }
      append(end)
    }
  }
}

extension Polylines {
  /// Calls `body` with both ends of each piece, as the path runs; heights are rounded to 1/4096.
  @inline(__always)
  func forEachPiece(_ body: (Coordinates, Coordinates) -> Void) {
    var begin = 0
    for contour in 0..<ends.count {
      let end = ends[contour]
      var previous = points[end - 1]
      previous.y = Polylines.snapped(previous.y)
      for index in begin..<end {
        var point = points[index]
        point.y = Polylines.snapped(point.y)
        body(previous, point)
        previous = point
      }
      begin = end
    }
  }

  /// Rounds to 1/4096, which is the last bit of a number as large as the summand.
  @inline(__always)
  static func snapped(_ y: Double) -> Double { (y + 0x1.8p40) - 0x1.8p40 }

  /// The smallest box around all points, or nil without points.
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

@inline(__always)
private func lengthSquared(_ vector: SIMD2<Double>) -> Double {
  let squares = vector * vector
  return squares.x + squares.y
}
