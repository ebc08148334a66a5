import Glibc

/// One side of a stroke, collected forward and read in either direction.
struct OffsetSide {
  private var start = Point.zero
  private(set) var current = Point.zero
  private var segments: [Segment] = []

  var count: Int { segments.count }

  private struct Segment {
    var control1: Point
    var control2: Point
    var end: Point
    var isLine: Bool
  }

  mutating func reserveCapacity(_ count: Int) { segments.reserveCapacity(count) }

  mutating func begin(at point: Point) {
    segments.removeAll(keepingCapacity: true)
    start = point
    current = point
  }

  mutating func line(to end: Point) {
    guard end != current else { return }
    segments.append(Segment(control1: current, control2: end, end: end, isLine: true))
    current = end
  }

  mutating func cubic(_ control1: Point, _ control2: Point, _ end: Point) {
    segments.append(Segment(control1: control1, control2: control2, end: end, isLine: false))
    current = end
  }

  /// Passes the inside of a corner: over the crossing of both edges, or through the corner itself.
  mutating func turn(around corner: Point, to end: Point, crossing: Point?) {
    if let crossing, let last = segments.last, last.isLine {
      segments[segments.count - 1].control2 = crossing
      segments[segments.count - 1].end = crossing
      current = crossing
    } else {
      line(to: corner)
      line(to: end)
    }
  }

  /// Adds the arc between two radii, clockwise where `angle` is positive, in as few cubics as `tolerance` allows.
  mutating func arc(
    around center: Point, from: Vector, to: Vector, angle: Double, _ tolerance: Double
  ) {
    let count = arcPieces(angle: angle, radius: from.length, tolerance: tolerance)
    let step = angle / Double(count)
    let handle = 4.0 / 3 * tan(step / 4)
    var radial = from
    for index in 1...count {
      let next: Vector
      if index == count {
        next = to
      } else {
        let (sine, cosine) = (sin(step * Double(index)), cos(step * Double(index)))
        next = from * cosine + from.perpendicular * sine
      }
      cubic(
        center + radial + radial.perpendicular * handle, center + next - next.perpendicular * handle,
        center + next)
      radial = next
    }
  }

  func appendForward(to path: inout Path, continuing: Bool) {
    if continuing {
      if path.currentPoint != start { path.line(to: start) }
    } else {
      path.move(to: start)
    }
    for segment in segments {
      if segment.isLine {
        path.line(to: segment.end)
      } else {
        path.cubic(to: segment.end, control1: segment.control1, control2: segment.control2)
      }
    }
  }

  func appendBackward(to path: inout Path, continuing: Bool) {
    if continuing {
      if path.currentPoint != current { path.line(to: current) }
    } else {
      path.move(to: current)
    }
    for index in segments.indices.reversed() {
      let end = index > 0 ? segments[index - 1].end : start
      if segments[index].isLine {
        path.line(to: end)
      } else {
        path.cubic(to: end, control1: segments[index].control2, control2: segments[index].control1)
      }
    }
  }
}
