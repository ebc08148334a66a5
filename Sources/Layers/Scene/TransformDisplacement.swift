import Geometry
import Motion

#if canImport(Glibc)
  import Glibc
#endif

/// How far a transform is from another one: numbers that springs and timing functions can take to nothing.
///
/// Shift, scale, skew and perspective are differences of the decomposed parts; the turn is the logarithm of the
/// rotation from the one to the other (angle times axis).
struct TransformDisplacement: Animatable {
  var translation = SIMD3(0.0, 0, 0)
  var scale = SIMD3(0.0, 0, 0)
  var skew = SIMD3(0.0, 0, 0)
  var perspective = SIMD4(0.0, 0, 0, 0)
  var turn = SIMD3(0.0, 0, 0)

  static let zero = TransformDisplacement()

  init() {}

  /// The displacement that leads from `base` to `end`.
  init(from base: DecomposedTransform, to end: DecomposedTransform) {
    translation = end.translation - base.translation
    scale = end.scale - base.scale
    skew = end.skew - base.skew
    perspective = end.perspective - base.perspective
    turn = rotationVector(end.rotation * base.rotation.conjugate)
  }

  init(components c: SIMD16<Double>) {
    translation = SIMD3(c[0], c[1], c[2])
    scale = SIMD3(c[3], c[4], c[5])
    skew = SIMD3(c[6], c[7], c[8])
    perspective = SIMD4(c[9], c[10], c[11], c[12])
    turn = SIMD3(c[13], c[14], c[15])
  }

  var components: SIMD16<Double> {
    SIMD16(
      translation.x, translation.y, translation.z, scale.x, scale.y, scale.z, skew.x, skew.y, skew.z,
      perspective.x, perspective.y, perspective.z, perspective.w, turn.x, turn.y, turn.z)
  }

  /// Returns `base` moved by the displacement.
  func applied(to base: DecomposedTransform) -> DecomposedTransform {
    var result = base
    result.translation += translation
    result.scale += scale
    result.skew += skew
    result.perspective += perspective
    let angle = length(turn)
    if angle > 0 { result.rotation = Quaternion(angle: angle, axis: turn / angle) * base.rotation }
    return result
  }

  static func + (a: TransformDisplacement, b: TransformDisplacement) -> TransformDisplacement {
    TransformDisplacement(components: a.components + b.components)
  }

  /// Returns how fast the displacement from another base changes when this one, at `place`, changes so fast.
  ///
  /// The angular velocity is the same seen from either; the rotation vector's rate differs by the Jacobian of the
  /// exponential map (Solà et al., "A micro Lie theory", 2018, eq. 145 and 146).
  func rate(at place: TransformDisplacement, seenAt other: TransformDisplacement) -> TransformDisplacement {
    let angular = leftJacobian(place.turn, times: turn)
    var rate = self
    rate.turn = inverseLeftJacobian(other.turn, times: angular)
    return rate
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
