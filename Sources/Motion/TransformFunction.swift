public import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// One step of a transform list; lengths are points, angles radians.
public enum TransformFunction: Hashable, Sendable {
  case translate(x: Double, y: Double, z: Double = 0)
  case scale(x: Double, y: Double, z: Double = 1)
  /// A turn about an axis of any length; one of length 0 turns nothing.
  case rotate(angle: Double, x: Double = 0, y: Double = 0, z: Double = 1)
  case skew(x: Double, y: Double)
  case skewX(Double)
  case skewY(Double)
  /// An eye at a distance before the plane; an infinite distance is no perspective.
  case perspective(distance: Double)
  case matrix(Transform3D)

  public var transform: Transform3D {
    switch self {
    case .translate(let x, let y, let z): .translation(x: x, y: y, z: z)
    case .scale(let x, let y, let z): .scale(x: x, y: y, z: z)
    case .rotate(let angle, let x, let y, let z): .rotation(angle, x: x, y: y, z: z)
    case .skew(let x, let y): Transform3D(.skew(x: x, y: y))
    case .skewX(let angle): Transform3D(.skew(x: angle, y: 0))
    case .skewY(let angle): Transform3D(.skew(x: 0, y: angle))
    // A distance below one point counts as one (CSS Transforms 2).
    case .perspective(let distance): distance.isFinite ? .perspective(distance: max(distance, 1)) : .identity
    case .matrix(let matrix): matrix
    }
  }

  /// The function of the same kind that does nothing.
  var neutral: TransformFunction {
    switch self {
    case .translate: .translate(x: 0, y: 0)
    case .scale: .scale(x: 1, y: 1)
    case .rotate(_, let x, let y, let z): .rotate(angle: 0, x: x, y: y, z: z)
    case .skew: .skew(x: 0, y: 0)
    case .skewX: .skewX(0)
    case .skewY: .skewY(0)
    case .perspective: .perspective(distance: .infinity)
    case .matrix: .matrix(.identity)
    }
  }

  /// Returns the function on the way to another of its kind, or nil when it is of another kind.
  func interpolated(to other: TransformFunction, at t: Double) -> TransformFunction? {
    func mix(_ a: Double, _ b: Double) -> Double { a.interpolated(to: b, at: t) }
    switch (self, other) {
    case (.rotate(let a, let x, let y, let z), .rotate(let b, let u, let v, let w)):
      return Self.turn((a, SIMD3(x, y, z)), (b, SIMD3(u, v, w)), angles: mix) {
        $0.interpolated(to: $1, at: t)
      }
    case (.matrix(let a), .matrix(let b)):
      // One that flattens makes its whole list change over in the middle.
      guard a.inverted != nil, b.inverted != nil else { return nil }
      return .matrix(a.interpolated(to: b, at: t))
    case (.scale(let x, let y, let z), .scale(let u, let v, let w)):
      return .scale(x: mix(x, u), y: mix(y, v), z: mix(z, w))
    default: return combined(with: other, mix)
    }
  }

  /// Returns the function with another of its kind built up on it, or nil when that is of another kind.
  func accumulating(_ other: TransformFunction, times: Double) -> TransformFunction? {
    func sum(_ a: Double, _ b: Double) -> Double { a.accumulating(b, times: times) }
    switch (self, other) {
    case (.rotate(let a, let x, let y, let z), .rotate(let b, let u, let v, let w)):
      return Self.turn((a, SIMD3(x, y, z)), (b, SIMD3(u, v, w)), angles: sum) { $0 * $1.power(times) }
    case (.matrix(let a), .matrix(let b)): return .matrix(a.accumulating(b, times: times))
    case (.scale(let x, let y, let z), .scale(let u, let v, let w)):
      // Scales are counted from 1: twice and three times make four times.
      return .scale(x: sum(x, u - 1), y: sum(y, v - 1), z: sum(z, w - 1))
    default: return combined(with: other, sum)
    }
  }

  private func combined(
    with other: TransformFunction, _ mix: (Double, Double) -> Double
  ) -> TransformFunction? {
    switch (self, other) {
    case (.translate(let x, let y, let z), .translate(let u, let v, let w)):
      .translate(x: mix(x, u), y: mix(y, v), z: mix(z, w))
    case (.skew(let x, let y), .skew(let u, let v)): .skew(x: mix(x, u), y: mix(y, v))
    case (.skewX(let x), .skewX(let u)): .skewX(mix(x, u))
    case (.skewY(let y), .skewY(let v)): .skewY(mix(y, v))
    case (.perspective(let a), .perspective(let b)):
      // What is seen goes with 1/distance.
      .perspective(distance: Self.distance(mix(1 / max(a, 1), 1 / max(b, 1))))
    default: nil
    }
  }

  private static func distance(_ nearness: Double) -> Double { nearness > 0 ? 1 / nearness : .infinity }

  /// Combines turns by their angles where they share an axis, as quaternions where not.
  private static func turn(
    _ a: (angle: Double, axis: SIMD3<Double>), _ b: (angle: Double, axis: SIMD3<Double>),
    angles: (Double, Double) -> Double, turns: (Quaternion, Quaternion) -> Quaternion
  ) -> TransformFunction {
    let (p, q) = (unit(a.axis), unit(b.axis))
    let (from, to) = (p == nil ? 0 : a.angle, q == nil ? 0 : b.angle)
    let shared: SIMD3<Double>? =
      from == 0
      ? q ?? p
      : to == 0 ? p : p.flatMap { p in q.flatMap { q in ((p - q) * (p - q)).sum() < 1e-18 ? p : nil } }
    if from == 0 && to == 0 || shared != nil {
      let axis = shared ?? SIMD3(0, 0, 1)
      return .rotate(angle: angles(from, to), x: axis.x, y: axis.y, z: axis.z)
    }
    guard let p, let q else { return .rotate(angle: 0) }
    let turn = turns(Quaternion(angle: from, axis: p), Quaternion(angle: to, axis: q))
    let sine = (turn.x * turn.x + turn.y * turn.y + turn.z * turn.z).squareRoot()
    guard sine > 1e-15 else { return .rotate(angle: 0) }
    return .rotate(angle: 2 * atan2(sine, turn.w), x: turn.x / sine, y: turn.y / sine, z: turn.z / sine)
  }

  private static func unit(_ axis: SIMD3<Double>) -> SIMD3<Double>? {
    let length = (axis * axis).sum().squareRoot()
    return length > 0 && length.isFinite ? axis / length : nil
  }
}
