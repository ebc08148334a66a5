import Geometry

/// Draws the curves that run beside a cubic at a fixed distance.
struct OffsetCurve {
  private let segment: StrokeLine.Segment
  private let curve: CubicBezier
  private let tolerance: Double
  /// The derivative's coefficients: `square · t² + linear · t + constant`.
  private let square: Vector
  private let linear: Vector
  private let constant: Vector

  init(_ segment: StrokeLine.Segment, tolerance: Double) {
    self.segment = segment
    self.tolerance = tolerance
    curve = segment.curve
    constant = (curve.control1 - curve.start) * 3
    linear = (curve.control2 - curve.control1) * 6 - constant * 2
    square = (curve.end - curve.control2) * 3 - linear - constant
  }

  @inline(__always) private func velocity(at time: Double) -> Vector {
    (square * time + linear) * time + constant
  }

  @inline(__always) private func place(at time: Double) -> Point {
    curve.start + ((square * (time / 3) + linear * 0.5) * time + constant) * time
  }

  /// Adds the curve at `distance` to the right of the way (to the left where negative).
  func add(distance: Double, to side: inout OffsetSide) {
    add(0, 1, segment.startTangent, segment.endTangent, distance, 0, &side)
  }

  private func add(
    _ from: Double, _ to: Double, _ startTangent: Vector, _ endTangent: Vector, _ distance: Double,
    _ depth: Int, _ side: inout OffsetSide
  ) {
    let (course, extent) = course(from, to, distance)
    if extent < tolerance {
      // The offset stands still: the centre of curvature itself.
      return side.line(to: curve.point(at: to) + endTangent.perpendicular * distance)
    }
    if course != .mixed, startTangent.dot(endTangent) > 0.2,
      let fit = fitted(from, to, startTangent, endTangent, distance, isForward: course == .forward)
    {
      if side.current.distance(to: fit.start) > tolerance / 8 {
        side.turn(around: curve.point(at: from), to: fit.start, crossing: nil)
      }
      if course == .forward {
        side.cubic(fit.control1, fit.control2, fit.end)
        return
      }
      if let apex = apex(from, to, startTangent, endTangent, distance) {
        addFan(fit, apex, &side)
        return
      }
    }
    if depth >= 10 {
      return addChord(from, to, endTangent, distance, &side)
    }
    let middle = (from + to) / 2
    let tangent = tangent(at: middle)
    add(from, middle, startTangent, tangent, distance, depth + 1, &side)
    add(middle, to, tangent, endTangent, distance, depth + 1, &side)
  }

  /// Whether the offset runs the same way as the curve.
  private enum Course {
    case forward, backward, mixed
  }

  /// Returns the way that the offset runs and how far it goes at most.
  ///
  /// It turns back where the curve bends more tightly than the distance.
  private func course(_ from: Double, _ to: Double, _ distance: Double) -> (Course, Double) {
    var (least, most) = (Double.infinity, -Double.infinity)
    var speed = 0.0
    for step in 0...4 {
      let time = from + (to - from) * (Double(step) * 0.25)
      let stretch = 1 - curvature(at: time) * distance
      least = min(least, stretch)
      most = max(most, stretch)
      speed = max(speed, velocity(at: time).length * stretch.magnitude)
    }
    return (least > 0.02 ? .forward : most < -0.02 ? .backward : .mixed, speed * (to - from))
  }

  /// Returns where the lines from both ends to the offset cross, if the centres of curvature are all near it.
  private func apex(
    _ from: Double, _ to: Double, _ startTangent: Vector, _ endTangent: Vector, _ distance: Double
  ) -> Point? {
    let (start, end) = (curve.point(at: from), curve.point(at: to))
    let (across, beyond) = (startTangent.perpendicular, endTangent.perpendicular)
    let turn = across.cross(beyond)
    guard turn.magnitude > 1e-9 else { return nil }
    let reach = (end - start).cross(beyond) / turn
    let backReach = (end - start).cross(across) / turn
    let (bend, backBend) = (curvature(at: from), curvature(at: to))
    guard reach / distance > 0, reach / distance < 1, backReach / distance > 0, backReach / distance < 1,
      bend != 0, backBend != 0
    else { return nil }
    let miss = max((1 / bend - reach).magnitude, (1 / backBend - backReach).magnitude)
    return miss * turn.magnitude < 8 * tolerance ? start + across * reach : nil
  }

  /// Goes over the apex to the far side and once around what lies beyond it, so that no winding turns negative.
  private func addFan(_ fit: CubicBezier, _ apex: Point, _ side: inout OffsetSide) {
    side.line(to: apex)
    side.line(to: fit.end)
    side.cubic(fit.control2, fit.control1, fit.start)
    side.line(to: apex)
    side.line(to: fit.end)
  }

  @inline(__always) private func tangent(at time: Double) -> Vector {
    let velocity = velocity(at: time)
    let speed = velocity.length
    return speed > 1e-12 && speed.isFinite ? velocity / speed : chordTangent(around: time)
  }

  private func chordTangent(around time: Double) -> Vector {
    (curve.point(at: min(time + 1e-4, 1)) - curve.point(at: max(time - 1e-4, 0))).normalized
      ?? segment.startTangent
  }

  /// How fast the offset runs against the curve, with its sign, kept away from 0.
  private func stretch(at time: Double, _ distance: Double) -> Double {
    let value = 1 - curvature(at: time) * distance
    return value < 0 ? min(value, -0.05) : max(value, 0.05)
  }

  @inline(__always) private func curvature(at time: Double) -> Double {
    let first = velocity(at: time)
    let speed = first.length
    let second = square * (2 * time) + linear
    return speed > 1e-12 ? first.cross(second) / (speed * speed * speed) : 0
  }

  /// Goes from the curve out to the rectangle beside its chord and back, so that no winding turns negative.
  private func addChord(
    _ from: Double, _ to: Double, _ endTangent: Vector, _ distance: Double, _ side: inout OffsetSide
  ) {
    let (start, end) = (curve.point(at: from), curve.point(at: to))
    if let chord = (end - start).normalized {
      let out = chord.perpendicular * distance
      side.line(to: start)
      side.line(to: start + out)
      side.line(to: end + out)
    }
    side.line(to: end)
    side.line(to: end + endTangent.perpendicular * distance)
  }

  /// Returns one cubic beside a part of the curve, or nil where none comes near enough.
  ///
  /// It leaves along the end tangents and passes through the true middle; its handles follow from that.
  private func fitted(
    _ from: Double, _ to: Double, _ startTangent: Vector, _ endTangent: Vector, _ distance: Double,
    isForward: Bool
  ) -> CubicBezier? {
    let start = curve.point(at: from) + startTangent.perpendicular * distance
    let end = curve.point(at: to) + endTangent.perpendicular * distance
    let span = (to - from) / 3
    let natural1 = curve.derivative(at: from).length * span * (1 - curvature(at: from) * distance)
    let natural2 = curve.derivative(at: to).length * span * (1 - curvature(at: to) * distance)
    var (handle1, handle2) = (natural1, natural2)
    let turn = startTangent.cross(endTangent)
    if turn.magnitude > 1e-3 {
      let time = (from + to) / 2
      let middle = curve.point(at: time) + tangent(at: time).perpendicular * distance
      let rest = (middle - start.interpolated(to: end, at: 0.5)) * (8.0 / 3)
      let (solved1, solved2) = (rest.cross(endTangent) / turn, rest.cross(startTangent) / turn)
      let sign = isForward ? 1.0 : -1.0
      let ratios = [(solved1 * sign, natural1 * sign), (solved2 * sign, natural2 * sign)]
      if ratios.allSatisfy({ $0 > $1 * 0.4 && $0 < $1 * 2.5 + tolerance }) {
        (handle1, handle2) = (solved1, solved2)
      }
    }
    let fit = CubicBezier(start, start + startTangent * handle1, end - endTangent * handle2, end)
    return isNear(fit, from, to, distance) ? fit : nil
  }

  private func isNear(_ fit: CubicBezier, _ from: Double, _ to: Double, _ distance: Double) -> Bool {
    // The error is largest near these: it vanishes twice at either end and, mostly, in the middle.
    for step in 0..<3 {
      let fraction = 0.28 + 0.22 * Double(step)
      let point = fit.point(at: fraction)
      var time = from + (to - from) * fraction
      for _ in 0..<2 {
        let velocity = velocity(at: time)
        let speed = velocity.lengthSquared * stretch(at: time, distance)
        guard speed != 0, speed.isFinite else { return false }
        time = min(max(time + (point - place(at: time)).dot(velocity) / speed, from), to)
      }
      let gap = point - place(at: time)
      let along = tangent(at: time)
      if (gap.dot(along.perpendicular) - distance).magnitude > tolerance { return false }
      if gap.dot(along).magnitude > max(tolerance, distance.magnitude * 0.05) { return false }
    }
    return true
  }
}
