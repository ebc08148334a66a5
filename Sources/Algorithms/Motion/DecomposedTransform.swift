public import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// A mapping of space as scale, skews, turn, shift and perspective (CSS Transforms 2, 12.1, after Thomas 1991).
public struct DecomposedTransform: Hashable, Sendable {
  /// The fourth column: what x, y, z and the shift contribute to w; (0, 0, 0, 1) is none.
  public var perspective = SIMD4<Double>(0, 0, 0, 1)
  /// The shift in points.
  public var translation = SIMD3<Double>(0, 0, 0)
  /// The turn.
  public var rotation = Quaternion.identity
  /// The shears xy, xz and yz.
  public var skew = SIMD3<Double>(0, 0, 0)
  /// The factors along the three axes.
  public var scale = SIMD3<Double>(1, 1, 1)
  /// The factor of the whole matrix. It is not visible, but its sign says whether a point is before the eye.
  var weight = 1.0

  /// Creates the parts of the identity.
  public init() {}

  /// Takes a mapping apart; nil when it flattens space or has no finite parts.
  public init?(_ transform: Transform3D) {
    let rows = transform.rows
    guard rows.3.w != 0 else { return nil }
    weight = rows.3.w
    let k = 1 / weight
    let (r0, r1, r2, r3) = (rows.0 * k, rows.1 * k, rows.2 * k, rows.3 * k)

    let column = SIMD4(r0.w, r1.w, r2.w, r3.w)
    let flat = Transform3D(
      rows: (
        SIMD4(r0.x, r0.y, r0.z, 0), SIMD4(r1.x, r1.y, r1.z, 0), SIMD4(r2.x, r2.y, r2.z, 0),
        SIMD4(r3.x, r3.y, r3.z, 1)
      ))
    guard let inverse = flat.inverted else { return nil }
    if column.x != 0 || column.y != 0 || column.z != 0 {
      let (i0, i1, i2, i3) = inverse.rows
      perspective = SIMD4(
        (i0 * column).sum(), (i1 * column).sum(), (i2 * column).sum(), (i3 * column).sum())
    }
    translation = SIMD3(r3.x, r3.y, r3.z)
    orthogonalize((SIMD3(r0.x, r0.y, r0.z), SIMD3(r1.x, r1.y, r1.z), SIMD3(r2.x, r2.y, r2.z)))
    guard isFinite else { return nil }
  }

  private mutating func orthogonalize(_ rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) {
    var (a, b, c) = rows
    scale.x = length(a)
    a /= scale.x
    skew.x = dot(a, b)
    b -= a * skew.x
    scale.y = length(b)
    b /= scale.y
    skew.x /= scale.y
    skew.y = dot(a, c)
    c -= a * skew.y
    skew.z = dot(b, c)
    c -= b * skew.z
    scale.z = length(c)
    c /= scale.z
    skew.y /= scale.z
    skew.z /= scale.z
    // A mirror: what is left must be a turn.
    if dot(a, cross(b, c)) < 0 {
      scale = -scale
      (a, b, c) = (-a, -b, -c)
    }
    rotation = Quaternion(rows: (a, b, c))
  }

  private var isFinite: Bool {
    let q = rotation
    let parts = [
      perspective.sum(), translation.sum(), skew.sum(), scale.sum(), q.x + q.y + q.z + q.w,
    ]
    return parts.allSatisfy(\.isFinite)
  }

  /// The mapping put together again.
  public var transform: Transform3D {
    let (a, b, c) = rotation.rows
    // Skews act before the turn, scales before the skews; rows are images of the axes.
    let y = b + a * skew.x
    let z = c + b * skew.z + a * skew.y
    func row(_ v: SIMD3<Double>, _ factor: Double) -> SIMD4<Double> {
      SIMD4(v.x * factor, v.y * factor, v.z * factor, 0)
    }
    func seen(_ row: SIMD4<Double>) -> SIMD4<Double> {
      (perspective == SIMD4(0, 0, 0, 1) ? row : SIMD4(row.x, row.y, row.z, (row * perspective).sum()))
        * weight
    }
    return Transform3D(
      rows: (
        seen(row(a, scale.x)), seen(row(y, scale.y)), seen(row(z, scale.z)),
        seen(SIMD4(translation.x, translation.y, translation.z, 1))
      ))
  }

  /// Returns the parts between these and others: numbers linearly, turns the shorter way round.
  ///
  /// - Parameters:
  ///   - other: The parts at 1.
  ///   - t: The fraction, which may lie outside 0…1; these parts are at 0.
  public func interpolated(to other: DecomposedTransform, at t: Double) -> DecomposedTransform {
    var result = DecomposedTransform()
    result.perspective = perspective + (other.perspective - perspective) * t
    result.translation = translation + (other.translation - translation) * t
    result.rotation = rotation.interpolated(to: other.rotation, at: t)
    result.skew = skew + (other.skew - skew) * t
    result.scale = scale + (other.scale - scale) * t
    let mixed = weight + (other.weight - weight) * t
    result.weight = weight * mixed > 0 ? mixed : weight
    return result
  }

  /// Returns the parts with those of `value` built up on them: sums, scales counted from 1, turns one after
  /// the other.
  func accumulating(_ value: DecomposedTransform, times: Double) -> DecomposedTransform {
    var result = self
    result.perspective += (value.perspective - SIMD4(0, 0, 0, 1)) * times
    result.translation += value.translation * times
    result.rotation = rotation * value.rotation.power(times)
    result.skew += value.skew * times
    result.scale += (value.scale - SIMD3(1, 1, 1)) * times
    return result
  }
}

private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

private func length(_ a: SIMD3<Double>) -> Double { dot(a, a).squareRoot() }

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

#if canImport(Glibc)
  import Glibc
#endif

/// A turn of space as a quaternion of length one.
public struct Quaternion: Hashable, Sendable {
  /// The axis times the sine of half the angle, and the cosine of half the angle.
  public var x: Double, y: Double, z: Double, w: Double

  /// The turn that moves nothing.
  public static let identity = Quaternion(x: 0, y: 0, z: 0, w: 1)

  /// Creates a turn from its four parts, whose squares add up to 1; `w` is the cosine of half the angle.
  public init(x: Double, y: Double, z: Double, w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  /// Creates the turn by `angle` radians about an axis of length one.
  public init(angle: Double, axis: SIMD3<Double>) {
    let sine = sin(angle / 2)
    self.init(x: axis.x * sine, y: axis.y * sine, z: axis.z * sine, w: cos(angle / 2))
  }

  /// Creates the turn with these rows, which are orthonormal; the largest part is computed first, so that
  /// half turns lose nothing (Shepperd 1978).
  init(rows r: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) {
    let (a, b, c) = r
    let trace = a.x + b.y + c.z
    if trace > 0 {
      let s = 2 * (1 + trace).squareRoot()
      self.init(x: (b.z - c.y) / s, y: (c.x - a.z) / s, z: (a.y - b.x) / s, w: s / 4)
    } else if a.x >= b.y && a.x >= c.z {
      let s = 2 * max(1 + a.x - b.y - c.z, 0).squareRoot()
      self.init(x: s / 4, y: (a.y + b.x) / s, z: (c.x + a.z) / s, w: (b.z - c.y) / s)
    } else if b.y >= c.z {
      let s = 2 * max(1 + b.y - a.x - c.z, 0).squareRoot()
      self.init(x: (a.y + b.x) / s, y: s / 4, z: (b.z + c.y) / s, w: (c.x - a.z) / s)
    } else {
      let s = 2 * max(1 + c.z - a.x - b.y, 0).squareRoot()
      self.init(x: (c.x + a.z) / s, y: (b.z + c.y) / s, z: s / 4, w: (a.y - b.x) / s)
    }
  }

  /// The rows of the turn's matrix, for row vectors.
  var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    (
      SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
      SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
      SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y))
    )
  }

  /// Returns the Hamilton product of two turns.
  public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(
      x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
      w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
  }

  /// The turn done a number of times, from −∞ to ∞.
  func power(_ times: Double) -> Quaternion {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0 else { return .identity }
    let angle = 2 * atan2(length, w)
    return Quaternion(angle: angle * times, axis: SIMD3(x, y, z) / length)
  }

  /// Returns the turn a fraction of the shorter way to another one (slerp, Shoemake 1985).
  func interpolated(to other: Quaternion, at fraction: Double) -> Quaternion {
    var dot = x * other.x + y * other.y + z * other.z + w * other.w
    let sign = dot < 0 ? -1.0 : 1.0
    dot = min(dot.magnitude, 1)
    guard dot < 1 else { return self }
    let angle = acos(dot)
    let sine = sin(angle * fraction) / (1 - dot * dot).squareRoot()
    let own = cos(angle * fraction) - dot * sine
    let its = sine * sign
    return Quaternion(
      x: x * own + other.x * its, y: y * own + other.y * its, z: z * own + other.z * its,
      w: w * own + other.w * its)
  }
}
