public import Geometry

/// A transform with the parts it is made of, which animations interpolate every frame.
///
/// As CSS Transforms 2, 12 has it: mappings of the plane go by plane parts, others by those of space with their
/// perspective, and mappings that flatten change over in the middle.
public struct TransformFrame: Interpolatable, Hashable, Sendable {
  /// The mapping that the parts make up.
  public let transform: Transform3D
  private let parts: Parts

  private enum Parts: Hashable, Sendable {
    case plane(DecomposedAffine, DecomposedTransform?)
    case space(DecomposedTransform)
    case flattening
  }

  /// Takes a mapping apart, once for many frames.
  public init(_ transform: Transform3D) {
    self.transform = transform
    let space = DecomposedTransform(transform)
    if let plane = Self.plane(transform) {
      parts = DecomposedAffine(plane).map { .plane($0, space) } ?? .flattening
    } else {
      parts = space.map { .space($0) } ?? .flattening
    }
  }

  private init(_ transform: Transform3D, _ parts: Parts) {
    self.transform = transform
    self.parts = parts
  }

  /// The plane mapping, when z is left alone altogether.
  private static func plane(_ transform: Transform3D) -> AffineTransform? {
    transform.m31 == 0 && transform.m32 == 0 && transform.m33 == 1 ? transform.affine : nil
  }

  private var space: DecomposedTransform? {
    switch parts {
    case .plane(_, let space): space
    case .space(let space): space
    case .flattening: nil
    }
  }

  public func interpolated(to other: TransformFrame, at fraction: Double) -> TransformFrame {
    if fraction == 0 || transform == other.transform { return self }
    if fraction == 1 { return other }
    if case .plane(let start, _) = parts, case .plane(let end, _) = other.parts {
      let middle = start.interpolated(to: end, at: fraction)
      return TransformFrame(Transform3D(middle.transform), .plane(middle, nil))
    }
    guard let start = space, let end = other.space else { return fraction < 0.5 ? self : other }
    let middle = start.interpolated(to: end, at: fraction)
    return TransformFrame(middle.transform, .space(middle))
  }

  /// Returns this mapping done after `value`, as CSS adds transforms.
  public func adding(_ value: TransformFrame) -> TransformFrame {
    TransformFrame(value.transform.concatenating(transform))
  }

  /// Returns the mapping with the parts of `value` added `times` times; `value` itself where either flattens.
  public func accumulating(_ value: TransformFrame, times: Double) -> TransformFrame {
    guard times != 0 else { return self }
    guard let own = space, let its = value.space else { return value }
    let sum = own.accumulating(its, times: times)
    return TransformFrame(sum.transform, .space(sum))
  }
}

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
