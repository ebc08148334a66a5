import Geometry

#if canImport(Glibc)
  import Glibc
#endif

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

/// Returns how many equal cubics draw an arc within `tolerance`; each spans at most a quarter.
///
/// The error of one over an angle θ is near 2/27 · sin⁶(θ/4) / cos²(θ/4) of the radius.
func arcPieces(angle: Double, radius: Double, tolerance: Double) -> Int {
  let total = angle.magnitude
  guard total.isFinite else { return 1 }
  let quarters = Int((total / (Double.pi / 2) - 1e-9).rounded(.up))
  for count in max(1, quarters)..<(max(1, quarters) + 32) {
    let (sine, cosine) = (sin(total / Double(count) / 4), cos(total / Double(count) / 4))
    let cube = sine * sine * sine
    if radius * 2 / 27 * cube * cube / (cosine * cosine) <= tolerance { return count }
  }
  return max(1, quarters) + 32
}

extension Path {
  /// Creates a closed ellipse, clockwise on the screen from its rightmost point, true within `tolerance`.
  init(ellipse center: Point, radii: Vector, tolerance: Double) {
    self.init()
    let count = arcPieces(angle: 2 * .pi, radius: max(radii.dx, radii.dy), tolerance: tolerance)
    // A multiple of four keeps the extremes on ends, where no coding can move them.
    let pieces = (count + 3) / 4 * 4
    let step = 2 * Double.pi / Double(pieces)
    let handle = 4.0 / 3 * tan(step / 4)
    func radial(_ index: Int) -> Vector {
      let quarter = pieces / 4
      let within = Double(index % quarter) * step
      let unit = Vector(cos(within), sin(within))
      return switch index / quarter % 4 {
      case 0: unit
      case 1: unit.perpendicular
      case 2: Vector.zero - unit
      default: Vector.zero - unit.perpendicular
      }
    }
    func place(_ unit: Vector) -> Point {
      Point(center.x + unit.dx * radii.dx, center.y + unit.dy * radii.dy)
    }
    var from = radial(0)
    move(to: place(from))
    for index in 1...pieces {
      let to = radial(index)
      cubic(
        to: place(to), control1: place(from + from.perpendicular * handle),
        control2: place(to - to.perpendicular * handle))
      from = to
    }
    close()
  }
}
