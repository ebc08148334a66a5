import Glibc

/// Draws the curves that run beside a cubic at a fixed distance.
struct OffsetCurve {
  private let segment: Contour.Segment
  private let curve: CubicBezier
  private let tolerance: Double
  private let motion: CubicMotion

  init(_ segment: Contour.Segment, tolerance: Double) {
    self.segment = segment
    self.tolerance = tolerance
    curve = segment.curve
    motion = CubicMotion(curve)
  }

  /// Adds the curves at `radius` to the left and to the right of the way.
  ///
  /// Both are cut at the same times, so that what is known about a part serves both.
  func add(radius: Double, left: inout OffsetSide, right: inout OffsetSide) {
    let ends = (curve.point(at: 0), curve.point(at: 1))
    let whole = part(0, 1, from: ends.0, segment.startTangent, to: ends.1, segment.endTangent)
    add(whole, radius, 0, (true, true), &left, &right)
  }

  /// Adds a part to those sides that are still open.
  private func add(
    _ part: Part, _ radius: Double, _ depth: Int, _ open: (left: Bool, right: Bool),
    _ left: inout OffsetSide, _ right: inout OffsetSide
  ) {
    var open = open
    if open.left { open.left = !add(part, -radius, &left) }
    if open.right { open.right = !add(part, radius, &right) }
    guard open.left || open.right else { return }
    if depth >= 10 {
      if open.left { addChord(part, -radius, &left) }
      if open.right { addChord(part, radius, &right) }
      return
    }
    let first = self.part(
      part.from, part.middleTime, from: part.start, part.startTangent, to: part.middle, part.middleTangent)
    add(first, radius, depth + 1, open, &left, &right)
    let second = self.part(
      part.middleTime, part.to, from: part.middle, part.middleTangent, to: part.end, part.endTangent)
    add(second, radius, depth + 1, open, &left, &right)
  }

  /// Adds the offset of a part in one piece, or returns false where that is not good enough.
  private func add(_ part: Part, _ distance: Double, _ side: inout OffsetSide) -> Bool {
    let (course, extent) = course(part, distance)
    if extent < tolerance {
      // The offset stands still: the centre of curvature itself.
      side.line(to: part.end + part.endTangent.perpendicular * distance)
      return true
    }
    guard course != .mixed, part.startTangent.dot(part.endTangent) > 0.2,
      let fit = fitted(part, distance, isForward: course == .forward)
    else { return false }
    if side.current.distance(to: fit.start) > tolerance / 8 {
      side.turn(around: part.start, to: fit.start, crossing: nil)
    }
    if course == .forward {
      side.cubic(fit.control1, fit.control2, fit.end)
      return true
    }
    guard let apex = apex(part, distance) else { return false }
    addFan(fit, apex, &side)
    return true
  }

  /// A piece of the curve, with what its offsets at any distance need to know.
  private struct Part {
    let from: Double
    let to: Double
    let start: Point
    let end: Point
    let startTangent: Vector
    let endTangent: Vector
    let middle: Point
    let middleTangent: Vector
    /// The curvature and the speed at both ends and at both quarters, and in the middle.
    let curvatures: SIMD4<Double>
    let speeds: SIMD4<Double>
    let middleCurvature: Double
    let middleSpeed: Double

    var middleTime: Double { (from + to) / 2 }
  }

  private func part(
    _ from: Double, _ to: Double, from start: Point, _ startTangent: Vector, to end: Point,
    _ endTangent: Vector
  ) -> Part {
    let times = SIMD4(0, 0.25, 0.75, 1) * (to - from) + from
    let (dx, dy) = motion.velocities(at: times)
    let speeds = (dx * dx + dy * dy).squareRoot()
    let middleTime = (from + to) / 2
    let velocity = motion.velocity(at: middleTime)
    let speed = velocity.length
    return Part(
      from: from, to: to, start: start, end: end, startTangent: startTangent, endTangent: endTangent,
      middle: curve.point(at: middleTime),
      middleTangent: speed > 1e-12 && speed.isFinite ? velocity / speed : chordTangent(around: middleTime),
      curvatures: motion.curvatures(at: times, dx, dy, speeds), speeds: speeds,
      middleCurvature: motion.curvature(at: middleTime, velocity, speed), middleSpeed: speed)
  }

  /// Whether the offset runs the same way as the curve.
  private enum Course {
    case forward, backward, mixed
  }

  /// Returns the way that the offset runs and how far it goes at most.
  ///
  /// It turns back where the curve bends more tightly than the distance.
  private func course(_ part: Part, _ distance: Double) -> (Course, Double) {
    let stretches = 1 - part.curvatures * distance
    let middleStretch = 1 - part.middleCurvature * distance
    let extents = part.speeds * pointwiseMax(stretches, -stretches)
    let least = min(stretches.min(), middleStretch)
    let most = max(stretches.max(), middleStretch)
    let speed = max(extents.max(), part.middleSpeed * middleStretch.magnitude)
    return (least > 0.02 ? .forward : most < -0.02 ? .backward : .mixed, speed * (part.to - part.from))
  }

  /// Returns where the lines from both ends to the offset cross, if the centres of curvature are all near it.
  private func apex(_ part: Part, _ distance: Double) -> Point? {
    let (across, beyond) = (part.startTangent.perpendicular, part.endTangent.perpendicular)
    let turn = across.cross(beyond)
    guard turn.magnitude > 1e-9 else { return nil }
    let reach = (part.end - part.start).cross(beyond) / turn
    let backReach = (part.end - part.start).cross(across) / turn
    let (bend, backBend) = (part.curvatures[0], part.curvatures[3])
    guard reach / distance > 0, reach / distance < 1, backReach / distance > 0, backReach / distance < 1,
      bend != 0, backBend != 0
    else { return nil }
    let miss = max((1 / bend - reach).magnitude, (1 / backBend - backReach).magnitude)
    return miss * turn.magnitude < 8 * tolerance ? part.start + across * reach : nil
  }

  /// Goes over the apex to the far side and once around what lies beyond it, so that no winding turns negative.
  private func addFan(_ fit: CubicBezier, _ apex: Point, _ side: inout OffsetSide) {
    side.line(to: apex)
    side.line(to: fit.end)
    side.cubic(fit.control2, fit.control1, fit.start)
    side.line(to: apex)
    side.line(to: fit.end)
  }

  private func chordTangent(around time: Double) -> Vector {
    (curve.point(at: min(time + 1e-4, 1)) - curve.point(at: max(time - 1e-4, 0))).normalized
      ?? segment.startTangent
  }

  /// Goes along the chord of a part that bends too tightly to be followed, and round the bends at its ends.
  private func addChord(_ part: Part, _ distance: Double, _ side: inout OffsetSide) {
    let chord = (part.end - part.start).normalized ?? part.endTangent
    turn(around: part.start, from: part.startTangent, to: chord, distance, &side)
    side.line(to: part.end + chord.perpendicular * distance)
    turn(around: part.end, from: chord, to: part.endTangent, distance, &side)
  }

  /// Turns at a place of the curve: by an arc on the outside of the bend, and on its inside through the place itself, so
  /// that no winding turns negative.
  private func turn(
    around place: Point, from: Vector, to: Vector, _ distance: Double, _ side: inout OffsetSide
  ) {
    let angle = atan2(from.cross(to), from.dot(to))
    let (first, last) = (from.perpendicular * distance, to.perpendicular * distance)
    if angle * distance < 0 {
      side.line(to: place + first)
      side.arc(around: place, from: first, to: last, angle: angle, tolerance)
    } else {
      side.line(to: place)
      side.line(to: place + last)
    }
  }

  /// Returns one cubic beside a part of the curve, or nil where none comes near enough.
  ///
  /// It leaves along the end tangents and passes through the true middle; its handles follow from that.
  private func fitted(_ part: Part, _ distance: Double, isForward: Bool) -> CubicBezier? {
    let (startTangent, endTangent) = (part.startTangent, part.endTangent)
    let start = part.start + startTangent.perpendicular * distance
    let end = part.end + endTangent.perpendicular * distance
    let span = (part.to - part.from) / 3
    let natural1 = curve.derivative(at: part.from).length * span * (1 - part.curvatures[0] * distance)
    let natural2 = curve.derivative(at: part.to).length * span * (1 - part.curvatures[3] * distance)
    var (handle1, handle2) = (natural1, natural2)
    let turn = startTangent.cross(endTangent)
    if turn.magnitude > 1e-3 {
      let middle = part.middle + part.middleTangent.perpendicular * distance
      let rest = (middle - start.interpolated(to: end, at: 0.5)) * (8.0 / 3)
      let (solved1, solved2) = (rest.cross(endTangent) / turn, rest.cross(startTangent) / turn)
      let sign = isForward ? 1.0 : -1.0
      if isPlausible(solved1 * sign, natural1 * sign), isPlausible(solved2 * sign, natural2 * sign) {
        (handle1, handle2) = (solved1, solved2)
      }
    }
    let fit = CubicBezier(start, start + startTangent * handle1, end - endTangent * handle2, end)
    return isNear(fit, part, distance) ? fit : nil
  }

  private func isPlausible(_ handle: Double, _ natural: Double) -> Bool {
    handle > natural * 0.4 && handle < natural * 2.5 + tolerance
  }

  /// Whether a cubic stays beside the part of the curve, looked at in three places at once.
  private func isNear(_ fit: CubicBezier, _ part: Part, _ distance: Double) -> Bool {
    // The error is largest near these: it vanishes twice at either end and, mostly, in the middle.
    let fractions = SIMD4(0.28, 0.5, 0.72, 0.72)
    let rests = 1 - fractions
    let (a, b) = (rests * rests * rests, 3 * rests * rests * fractions)
    let (c, d) = (3 * rests * fractions * fractions, fractions * fractions * fractions)
    let x = a * fit.start.x + b * fit.control1.x + c * fit.control2.x + d * fit.end.x - curve.start.x
    let y = a * fit.start.y + b * fit.control1.y + c * fit.control2.y + d * fit.end.y - curve.start.y
    let slack = max(tolerance, distance.magnitude * 0.05)
    var times = part.from + (part.to - part.from) * fractions
    for step in 0...2 {
      let (dx, dy) = motion.velocities(at: times)
      let way = motion.ways(at: times)
      let (gapX, gapY) = (x - way.x, y - way.y)
      let speeds = (dx * dx + dy * dy).squareRoot()
      let onward = gapX * dx + gapY * dy
      if step > 0 {
        // A place where the curve stands still has no direction: the comparisons fail there.
        let (across, along) = ((gapY * dx - gapX * dy) / speeds - distance, onward / speeds)
        // A curve this near before its points have settled needs no further step.
        let reach = step == 1 ? tolerance / 2 : tolerance
        let farReach = step == 1 ? tolerance / 2 : slack
        let isBeside = across .<= reach .& across .>= -reach
        let isAlong = along .<= farReach .& along .>= -farReach
        if all(isBeside .& isAlong) { return true }
      }
      // How fast the offset runs against the curve, with its sign, kept away from 0.
      var stretches = 1 - motion.curvatures(at: times, dx, dy, speeds) * distance
      stretches.replace(with: 0.05, where: stretches .>= 0 .& stretches .< 0.05)
      stretches.replace(with: -0.05, where: stretches .< 0 .& stretches .> -0.05)
      times += onward / ((dx * dx + dy * dy) * stretches)
      times.clamp(lowerBound: SIMD4(repeating: part.from), upperBound: SIMD4(repeating: part.to))
    }
    return false
  }
}

extension CubicBezier {
  /// Returns the curve that runs beside this one at a distance, as cubics (Tiller and Hanson, "Offsets of
  /// two-dimensional profiles", 1984, with handles solved for the true middle).
  ///
  /// Where the curve bends more tightly than the distance, the offset turns back on itself.
  ///
  /// - Parameters:
  ///   - distance: The distance in points, positive to the right of the direction of travel.
  ///   - tolerance: The greatest distance from the true offset, in points; positive.
  public func offset(by distance: Double, tolerance: Double) -> Path {
    guard let (first, last) = endTangents else { return Path() }
    let segment = Contour.Segment(curve: self, isLine: false, startTangent: first, endTangent: last)
    var (left, right) = (OffsetSide(), OffsetSide())
    left.begin(at: start - first.perpendicular * distance.magnitude)
    right.begin(at: start + first.perpendicular * distance.magnitude)
    OffsetCurve(segment, tolerance: tolerance).add(radius: distance.magnitude, left: &left, right: &right)
    return Path { (distance < 0 ? left : right).appendForward(to: &$0, continuing: false) }
  }
}

/// How a point travels along a cubic, as polynomials of the time; four times are looked at at once.
struct CubicMotion {
  /// The velocity's coefficients: `square · t² + linear · t + constant`.
  private let square: Vector
  private let linear: Vector
  private let constant: Vector

  init(_ curve: CubicBezier) {
    constant = (curve.control1 - curve.start) * 3
    linear = (curve.control2 - curve.control1) * 6 - constant * 2
    square = (curve.end - curve.control2) * 3 - linear - constant
  }

  @inline(__always) func velocity(at time: Double) -> Vector {
    (square * time + linear) * time + constant
  }

  /// Returns the curvature where velocity and speed are known; 0 where the point stands still.
  @inline(__always) func curvature(at time: Double, _ velocity: Vector, _ speed: Double) -> Double {
    let second = square * (2 * time) + linear
    return speed > 1e-12 ? velocity.cross(second) / (speed * speed * speed) : 0
  }

  @inline(__always)
  func velocities(at times: SIMD4<Double>) -> (dx: SIMD4<Double>, dy: SIMD4<Double>) {
    (
      (square.dx * times + linear.dx) * times + constant.dx,
      (square.dy * times + linear.dy) * times + constant.dy
    )
  }

  @inline(__always)
  func curvatures(
    at times: SIMD4<Double>, _ dx: SIMD4<Double>, _ dy: SIMD4<Double>, _ speeds: SIMD4<Double>
  ) -> SIMD4<Double> {
    let (x, y) = (square.dx * (2 * times) + linear.dx, square.dy * (2 * times) + linear.dy)
    let values = (dx * y - dy * x) / (speeds * speeds * speeds)
    return values.replacing(with: 0, where: speeds .<= 1e-12)
  }

  /// How far the point has come from the curve's start.
  @inline(__always)
  func ways(at times: SIMD4<Double>) -> (x: SIMD4<Double>, y: SIMD4<Double>) {
    (
      ((square.dx / 3 * times + linear.dx * 0.5) * times + constant.dx) * times,
      ((square.dy / 3 * times + linear.dy * 0.5) * times + constant.dy) * times
    )
  }
}
