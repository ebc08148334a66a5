import Glibc

/// Draws both sides of lines into one path whose windings all have the same sign.
///
/// The left side runs forward and the right side backward. At the inside of a corner the way goes through the
/// corner itself, which makes the outline the sum of positively wound pieces.
struct Stroker {
  private(set) var path = Path()
  private let style: StrokeStyle
  private let radius: Double
  private let tolerance: Double
  private let segmentLimit: Int
  /// Whether the outline became longer than allowed and was given up.
  private(set) var isOverfull = false
  private var left = OffsetSide()
  private var right = OffsetSide()

  init(style: StrokeStyle, tolerance: Double, segmentLimit: Int) {
    self.segmentLimit = segmentLimit
    self.style = style
    self.tolerance = tolerance
    radius = style.width / 2
  }

  /// Makes room for what most lines become, so that adding them moves little.
  mutating func reserve(for lines: [Contour]) {
    let count = lines.reduce(0) { $0 + 4 * $1.segments.count + 6 }
    path.reserveCapacity(min(count, segmentLimit))
    let longest = lines.reduce(0) { max($0, $1.segments.count) }
    left.reserveCapacity(min(2 * longest + 2, segmentLimit))
    right.reserveCapacity(min(2 * longest + 2, segmentLimit))
  }

  mutating func add(_ line: Contour) {
    if let dot = line.dot { return addDot(dot.place, dot.tangent) }
    guard let first = line.segments.first, let last = line.segments.last else { return }
    left.begin(at: first.curve.start + offset(first.startTangent, -radius))
    right.begin(at: first.curve.start + offset(first.startTangent, radius))
    for (index, segment) in line.segments.enumerated() {
      if index > 0 { join(line.segments[index - 1], segment) }
      add(segment)
      if left.count + right.count + path.elements.count > segmentLimit {
        isOverfull = true
        return
      }
    }
    if line.isClosed {
      join(last, first)
      left.appendForward(to: &path, continuing: false)
      path.close()
      right.appendBackward(to: &path, continuing: false)
      path.close()
    } else {
      left.appendForward(to: &path, continuing: false)
      cap(at: last.curve.end, last.endTangent)
      right.appendBackward(to: &path, continuing: true)
      cap(at: first.curve.start, -first.startTangent)
      path.close()
    }
  }

  private func offset(_ tangent: Vector, _ distance: Double) -> Vector { tangent.perpendicular * distance }

  private mutating func add(_ segment: Contour.Segment) {
    if segment.isLine {
      left.line(to: segment.curve.end + offset(segment.endTangent, -radius))
      right.line(to: segment.curve.end + offset(segment.endTangent, radius))
      return
    }
    OffsetCurve(segment, tolerance: tolerance).add(radius: radius, left: &left, right: &right)
  }

  private mutating func join(_ a: Contour.Segment, _ b: Contour.Segment) {
    let (before, after) = (a.endTangent, b.startTangent)
    let (sine, cosine) = (before.cross(after), before.dot(after))
    let corner = b.curve.start
    let turnsRight = sine > 0
    let outside = turnsRight ? -radius : radius
    let start = corner + offset(before, outside)
    let end = corner + offset(after, outside)
    if cosine > 0, radius * sine.magnitude < tolerance / 8 {
      left.line(to: corner + offset(after, -radius))
      right.line(to: corner + offset(after, radius))
      return
    }
    let crossing = innerCrossing(a, b, -outside, sine, cosine)
    let inner = corner + offset(after, -outside)
    if turnsRight {
      right.turn(around: corner, to: inner, crossing: crossing)
    } else {
      left.turn(around: corner, to: inner, crossing: crossing)
    }
    switch style.join {
    case .round:
      let angle = atan2(sine, cosine)
      let turn = turnsRight ? angle : -angle.magnitude
      if turnsRight {
        left.arc(around: corner, from: start - corner, to: end - corner, angle: turn, tolerance)
      } else {
        right.arc(around: corner, from: start - corner, to: end - corner, angle: turn, tolerance)
      }
      return
    case .bevel:
      break
    case .miter, .miterClip:
      for point in miterCorners(corner, before, after, outside, cosine) { outer(turnsRight, point) }
    }
    outer(turnsRight, end)
  }

  private mutating func outer(_ isLeft: Bool, _ point: Point) {
    if isLeft {
      left.line(to: point)
    } else {
      right.line(to: point)
    }
  }

  /// Returns where two straight inner edges meet, if both are long enough to reach each other.
  private func innerCrossing(
    _ a: Contour.Segment, _ b: Contour.Segment, _ distance: Double, _ sine: Double, _ cosine: Double
  ) -> Point? {
    guard a.isLine, b.isLine, cosine > -0.999 else { return nil }
    let reach = radius * sine.magnitude / (1 + cosine)
    guard reach * 2 < min((a.curve.end - a.curve.start).length, (b.curve.end - b.curve.start).length) else {
      return nil
    }
    let corner = b.curve.start
    return corner + offset(a.endTangent, distance) - a.endTangent * reach
  }

  /// Returns the corners of a miter beyond the bevel: its tip, or two where it is clipped.
  private func miterCorners(
    _ corner: Point, _ before: Vector, _ after: Vector, _ outside: Double, _ cosine: Double
  ) -> [Point] {
    // The miter's length over the width is 1 / sin(φ/2), and sin²(φ/2) = (1 + cos of the turn) / 2.
    let half = max((1 + cosine) / 2, 0).squareRoot()
    let limit = max(style.miterLimit, 1)
    if half * limit >= 1 {
      let reach = radius * ((1 - cosine) / (1 + cosine)).squareRoot()
      return [corner + offset(before, outside) + before * reach]
    }
    guard style.join == .miterClip else { return [] }
    // The clip line stands limit · width / 2 from the corner, square to the bisector.
    let bisector = (before - after).normalized ?? before
    let start = offset(before, outside)
    let along = before.dot(bisector)
    guard along > 1e-12 else { return [] }
    let reach = (limit * radius - start.dot(bisector)) / along
    guard reach > 0 else { return [] }
    return [corner + start + before * reach, corner + offset(after, outside) - after * reach]
  }

  private mutating func cap(at place: Point, _ tangent: Vector) {
    let from = offset(tangent, -radius)
    switch style.cap {
    case .butt:
      path.line(to: place - from)
    case .square:
      path.line(to: place + from + tangent * radius)
      path.line(to: place - from + tangent * radius)
      path.line(to: place - from)
    case .round:
      var side = OffsetSide()
      side.begin(at: place + from)
      side.arc(around: place, from: from, to: Vector.zero - from, angle: .pi, tolerance)
      side.appendForward(to: &path, continuing: true)
    }
  }

  private mutating func addDot(_ place: Point, _ tangent: Vector) {
    switch style.cap {
    case .butt: return
    case .round:
      path.append(
        Path(ellipse: place, radii: Vector(radius, radius), tolerance: tolerance))
    case .square:
      let (along, across) = (tangent * radius, offset(tangent, radius))
      path.move(to: place - along - across)
      path.line(to: place + along - across)
      path.line(to: place + along + across)
      path.line(to: place - along + across)
      path.close()
    }
  }
}
