import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// A mapping of the plane as scale, shear, turn and shift, in the order in which they happen.
///
/// CSS Transforms 1, 12.1, but with the shear split off as browsers do it, so that areas change evenly.
struct DecomposedAffine: Hashable, Sendable {
  var translation: SIMD2<Double>
  /// One of the two is negative in a mirror.
  var scale: SIMD2<Double>
  var skew: Double
  /// Radians.
  var angle: Double

  /// Takes a mapping apart; nil when it flattens the plane.
  init?(_ transform: AffineTransform) {
    let determinant = transform.determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    var (a, b) = (SIMD2(transform.a, transform.b), SIMD2(transform.c, transform.d))
    translation = SIMD2(transform.tx, transform.ty)
    let flipsX = determinant < 0 && a.x < b.y
    let flipsY = determinant < 0 && !flipsX
    scale = SIMD2((a * a).sum().squareRoot() * (flipsX ? -1 : 1), flipsY ? -1 : 1)
    a /= scale.x
    b *= scale.y
    skew = (a * b).sum()
    b -= a * skew
    let height = (b * b).sum().squareRoot()
    scale.y *= height
    skew /= height
    angle = atan2(a.y, a.x)
    guard skew.isFinite, angle.isFinite else { return nil }
  }

  var transform: AffineTransform {
    let (s, c) = (sin(angle), cos(angle))
    let a = SIMD2(c, s) * scale.x
    let b = (SIMD2(-s, c) + SIMD2(c, s) * skew) * scale.y
    return AffineTransform(a: a.x, b: a.y, c: b.x, d: b.y, tx: translation.x, ty: translation.y)
  }

  func interpolated(to other: DecomposedAffine, at t: Double) -> DecomposedAffine {
    var (start, end) = (self, other)
    // A mirror in x and one in y differ by half a turn only.
    if (start.scale.x < 0 && end.scale.y < 0) || (start.scale.y < 0 && end.scale.x < 0) {
      start.scale = -start.scale
      start.angle += start.angle < 0 ? .pi : -.pi
    }
    if (start.angle - end.angle).magnitude > .pi {
      if start.angle > end.angle { start.angle -= 2 * .pi } else { end.angle -= 2 * .pi }
    }
    var result = start
    result.translation += (end.translation - start.translation) * t
    result.scale += (end.scale - start.scale) * t
    result.skew += (end.skew - start.skew) * t
    result.angle += (end.angle - start.angle) * t
    return result
  }
}
