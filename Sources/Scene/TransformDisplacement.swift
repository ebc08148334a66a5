import Geometry
import Motion

#if canImport(Glibc)
  import Glibc
#endif

/// How far a transform is from another one: a vector that springs and decaying differences can scale.
///
/// Shift, scale, skew and perspective are differences of the decomposed parts; the turn is the logarithm of the
/// rotation from the one to the other (angle times axis).
struct TransformDisplacement: Hashable, Sendable {
  var linear: SIMD16<Double>
  var turn: SIMD3<Double>

  static let zero = TransformDisplacement(linear: .zero, turn: .zero)

  init(linear: SIMD16<Double>, turn: SIMD3<Double>) {
    self.linear = linear
    self.turn = turn
  }

  /// The displacement that leads from `base` to `end`.
  init(from base: DecomposedTransform, to end: DecomposedTransform) {
    linear = Self.parts(end) - Self.parts(base)
    turn = rotationVector(end.rotation * base.rotation.conjugate)
  }

  private static func parts(_ d: DecomposedTransform) -> SIMD16<Double> {
    SIMD16(
      d.translation.x, d.translation.y, d.translation.z, d.scale.x, d.scale.y, d.scale.z, d.skew.x, d.skew.y,
      d.skew.z, d.perspective.x, d.perspective.y, d.perspective.z, d.perspective.w, 0, 0, 0)
  }

  /// Returns `base` moved by the displacement.
  func applied(to base: DecomposedTransform) -> DecomposedTransform {
    var result = base
    let v = linear
    result.translation += SIMD3(v[0], v[1], v[2])
    result.scale += SIMD3(v[3], v[4], v[5])
    result.skew += SIMD3(v[6], v[7], v[8])
    result.perspective += SIMD4(v[9], v[10], v[11], v[12])
    let angle = length(turn)
    if angle > 0 { result.rotation = Quaternion(angle: angle, axis: turn / angle) * base.rotation }
    return result
  }

  static func * (a: TransformDisplacement, factor: Double) -> TransformDisplacement {
    TransformDisplacement(linear: a.linear * factor, turn: a.turn * factor)
  }

  static func + (a: TransformDisplacement, b: TransformDisplacement) -> TransformDisplacement {
    TransformDisplacement(linear: a.linear + b.linear, turn: a.turn + b.turn)
  }

  /// Returns how fast the displacement from another base changes when this one, at `place`, changes so fast.
  ///
  /// The angular velocity is the same seen from either; the rotation vector's rate differs by the Jacobian of the
  /// exponential map (Solà et al., "A micro Lie theory", 2018, eq. 145 and 146).
  func rate(at place: TransformDisplacement, seenAt other: TransformDisplacement) -> TransformDisplacement {
    let angular = leftJacobian(place.turn, times: turn)
    return TransformDisplacement(linear: linear, turn: inverseLeftJacobian(other.turn, times: angular))
  }
}

private func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// Returns angle times axis of a turn, the shorter way round.
private func rotationVector(_ q: Quaternion) -> SIMD3<Double> {
  let sign = q.w < 0 ? -1.0 : 1
  let part = SIMD3(q.x, q.y, q.z) * sign
  let sine = length(part)
  guard sine > 0 else { return .zero }
  return part * (2 * atan2(sine, q.w * sign) / sine)
}

private func leftJacobian(_ turn: SIMD3<Double>, times v: SIMD3<Double>) -> SIMD3<Double> {
  let angle = length(turn)
  guard angle > 1e-6 else { return v + cross(turn, v) * 0.5 }
  let axis = turn / angle
  let s = sin(angle) / angle
  return v * s + axis * ((1 - s) * (axis * v).sum()) + cross(axis, v) * ((1 - cos(angle)) / angle)
}

private func inverseLeftJacobian(_ turn: SIMD3<Double>, times v: SIMD3<Double>) -> SIMD3<Double> {
  let angle = length(turn)
  guard angle > 1e-6 else { return v - cross(turn, v) * 0.5 }
  let axis = turn / angle
  let half = angle / 2
  // At a whole turn the cotangent has a pole that no shorter way round reaches.
  let k = half * cos(half) / max(sin(half).magnitude, 1e-12)
  return v * k + axis * ((1 - k) * (axis * v).sum()) - cross(axis, v) * half
}

extension Quaternion {
  /// The turn back.
  fileprivate var conjugate: Quaternion { Quaternion(x: -x, y: -y, z: -z, w: w) }
}
