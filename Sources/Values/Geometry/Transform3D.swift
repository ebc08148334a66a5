#if canImport(Glibc)
  import Glibc
#endif

/// A mapping of space with perspective, as Core Animation writes it: row vectors, `p' = p · M`, z toward the
/// viewer, `m34 = −1/d` for an eye at distance d.
///
/// A product applies its factors from left to right: `a * b` applies `a` first. A camera therefore comes last:
///
///     let model = Transform3D.rotation(time, x: 0, y: 1, z: 0) * .translation(x: 0, y: 0, z: -5)
///     let view = Transform3D.lookAt(from: SIMD3(0, 2, 3), to: .zero)
///     let projection = Transform3D.perspective(
///       fieldOfView: .pi / 3, aspect: 1.5, near: 0.1, far: 100, depth: .minusOneToOne)
///     let clip = SIMD4(1, 0, 0, 1) * (model * view * projection)  // w > 0: x / w and y / w are seen at −1…1
///
/// GLKit, simd and GLSL use column vectors and write the same product from right to left:
/// `projection * view * model * p`.
public struct Transform3D: Hashable, Sendable {
  /// The first row: what x contributes to the image's x, y, z and w.
  public var m11: Double, m12: Double, m13: Double, m14: Double
  /// The second row: what y contributes to the image's x, y, z and w.
  public var m21: Double, m22: Double, m23: Double, m24: Double
  /// The third row: what z contributes to the image's x, y, z and w; `m34` makes perspective.
  public var m31: Double, m32: Double, m33: Double, m34: Double
  /// The fourth row: the shift, and what w itself contributes.
  public var m41: Double, m42: Double, m43: Double, m44: Double

  /// Creates the identity.
  public init() {
    (m11, m12, m13, m14) = (1, 0, 0, 0)
    (m21, m22, m23, m24) = (0, 1, 0, 0)
    (m31, m32, m33, m34) = (0, 0, 1, 0)
    (m41, m42, m43, m44) = (0, 0, 0, 1)
  }

  /// Creates a mapping from its four rows.
  public init(rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)) {
    (m11, m12, m13, m14) = (rows.0.x, rows.0.y, rows.0.z, rows.0.w)
    (m21, m22, m23, m24) = (rows.1.x, rows.1.y, rows.1.z, rows.1.w)
    (m31, m32, m33, m34) = (rows.2.x, rows.2.y, rows.2.z, rows.2.w)
    (m41, m42, m43, m44) = (rows.3.x, rows.3.y, rows.3.z, rows.3.w)
  }

  /// Creates the mapping that does to x and y what `affine` does and leaves z alone.
  public init(_ affine: AffineTransform) {
    self.init()
    (m11, m12) = (affine.a, affine.b)
    (m21, m22) = (affine.c, affine.d)
    (m41, m42) = (affine.tx, affine.ty)
  }

  /// The mapping that leaves every point where it is.
  public static let identity = Transform3D()

  /// Returns a shift in points; z grows toward the viewer.
  public static func translation(x: Double, y: Double, z: Double = 0) -> Transform3D {
    var result = Transform3D()
    (result.m41, result.m42, result.m43) = (x, y, z)
    return result
  }

  /// Returns a scaling about the origin by a factor along each axis; a negative factor mirrors.
  public static func scale(x: Double, y: Double, z: Double = 1) -> Transform3D {
    var result = Transform3D()
    (result.m11, result.m22, result.m33) = (x, y, z)
    return result
  }

  /// Returns a turn by `angle` radians about the axis (x, y, z); the identity when the axis has no direction.
  public static func rotation(_ angle: Double, x: Double, y: Double, z: Double) -> Transform3D {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite else { return Transform3D() }
    let (x, y, z) = (x / length, y / length, z / length)
    let (s, c) = (sin(angle), cos(angle))
    let t = 1 - c
    return Transform3D(
      rows: (
        SIMD4(t * x * x + c, t * x * y + s * z, t * x * z - s * y, 0),
        SIMD4(t * x * y - s * z, t * y * y + c, t * y * z + s * x, 0),
        SIMD4(t * x * z + s * y, t * y * z - s * x, t * z * z + c, 0),
        SIMD4(0, 0, 0, 1)
      ))
  }

  /// Returns the identity with an eye at `distance` points in front of the plane; the distance is not 0.
  public static func perspective(distance: Double) -> Transform3D {
    var result = Transform3D()
    result.m34 = -1 / distance
    return result
  }

  /// The four rows, from top to bottom.
  public var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) {
    (
      SIMD4(m11, m12, m13, m14), SIMD4(m21, m22, m23, m24),
      SIMD4(m31, m32, m33, m34), SIMD4(m41, m42, m43, m44)
    )
  }

  /// Returns the mapping that does this first and `next` afterwards.
  public func concatenating(_ next: Transform3D) -> Transform3D {
    let other = next.rows
    func row(_ r: SIMD4<Double>) -> SIMD4<Double> {
      other.0 * r.x + other.1 * r.y + other.2 * r.z + other.3 * r.w
    }
    return Transform3D(rows: (row(rows.0), row(rows.1), row(rows.2), row(rows.3)))
  }

  /// Returns the transform that applies `a` first, then `b`. Points are rows: `p * (a * b) = (p * a) * b`.
  ///
  ///     let shift = Transform3D.translation(x: 10, y: 0)
  ///     let growth = Transform3D.scale(x: 2, y: 2)
  ///     (shift * growth).project(Point(1, 1))  // (22, 2): shifted to (11, 1), then doubled
  ///     (growth * shift).project(Point(1, 1))  // (12, 2): doubled to (2, 2), then shifted
  public static func * (a: Transform3D, b: Transform3D) -> Transform3D { a.concatenating(b) }

  /// Returns the image of a row vector: of a point if its w is 1, of a direction if its w is 0.
  ///
  ///     SIMD4(1, 2, 3, 1) * .translation(x: 10, y: 0)  // (11, 2, 3, 1)
  ///     SIMD4(1, 2, 3, 0) * .translation(x: 10, y: 0)  // (1, 2, 3, 0): a direction is not shifted
  public static func * (vector: SIMD4<Double>, mapping: Transform3D) -> SIMD4<Double> {
    let (r0, r1, r2, r3) = mapping.rows
    return r0 * vector.x + r1 * vector.y + r2 * vector.z + r3 * vector.w
  }

  /// Returns this mapping preceded by a turn.
  ///
  /// - Parameters:
  ///   - angle: The angle in radians, by the rule of ``rotation(_:x:y:z:)``.
  ///   - x: The x component of the axis, whose length does not matter.
  ///   - y: The y component of the axis.
  ///   - z: The z component of the axis.
  public func rotated(by angle: Double, x: Double, y: Double, z: Double) -> Transform3D {
    Transform3D.rotation(angle, x: x, y: y, z: z).concatenating(self)
  }

  /// Returns this mapping preceded by a shift in points; z grows toward the viewer.
  public func translated(x: Double, y: Double, z: Double = 0) -> Transform3D {
    Transform3D.translation(x: x, y: y, z: z).concatenating(self)
  }

  /// Returns this mapping preceded by a scaling about the origin, by a factor along each axis.
  public func scaled(x: Double, y: Double, z: Double = 1) -> Transform3D {
    Transform3D.scale(x: x, y: y, z: z).concatenating(self)
  }

  /// Returns the homogeneous image of a point in points; one with w ≤ 0 lies at or behind the eye.
  public func homogeneous(_ x: Double, _ y: Double, _ z: Double = 0) -> SIMD4<Double> {
    let (r0, r1, r2, r3) = rows
    return r0 * x + r1 * y + r2 * z + r3
  }

  /// Returns where a point of the plane z = 0 is seen, or nil when it is at or behind the eye.
  public func project(_ point: Point) -> Point? {
    let image = homogeneous(point.x, point.y)
    guard image.w > 0 else { return nil }
    return Point(x: image.x / image.w, y: image.y / image.w)
  }

  /// Returns the point of the plane z = 0 that is seen at `point`, or nil when the plane is not in front of the eye
  /// there.
  public func unproject(_ point: Point) -> Point? {
    // The columns for x, y, w restricted to z = 0 form a plane homography; invert it.
    let (a, b, c) = (m11 - point.x * m14, m21 - point.x * m24, m41 - point.x * m44)
    let (d, e, f) = (m12 - point.y * m14, m22 - point.y * m24, m42 - point.y * m44)
    let determinant = a * e - b * d
    guard determinant != 0, determinant.isFinite else { return nil }
    let result = Point(x: (b * f - c * e) / determinant, y: (c * d - a * f) / determinant)
    guard result.isFinite, homogeneous(result.x, result.y).w > 0 else { return nil }
    return result
  }

  /// The plane mapping, when this one neither leaves the plane nor has perspective.
  public var affine: AffineTransform? {
    guard m14 == 0, m24 == 0, m44 == 1, m13 == 0, m23 == 0, m43 == 0, m34 == 0 else { return nil }
    return AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
  }

  /// The mapping of the plane z = 0 as it is seen, when that has no perspective.
  public var planeAffine: AffineTransform? {
    guard m14 == 0, m24 == 0, m44 > 0 else { return nil }
    if m44 == 1 { return AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42) }
    return AffineTransform(
      a: m11 / m44, b: m12 / m44, c: m21 / m44, d: m22 / m44, tx: m41 / m44, ty: m42 / m44)
  }

  /// Whether the mapping leaves every point where it is.
  public var isIdentity: Bool { self == Transform3D() }
}

extension Transform3D {
  /// The determinant of the whole 4 × 4 matrix.
  public var determinant: Double {
    let (s0, s1, s2, s3, s4, s5) = upperMinors
    let (c0, c1, c2, c3, c4, c5) = lowerMinors
    return s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
  }

  /// The mapping back, or nil when this one flattens space.
  public var inverted: Transform3D? {
    let (s0, s1, s2, s3, s4, s5) = upperMinors
    let (c0, c1, c2, c3, c4, c5) = lowerMinors
    let determinant = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
    guard determinant != 0, determinant.isFinite, (1 / determinant).isFinite else { return nil }
    let k = 1 / determinant
    return Transform3D(
      rows: (
        SIMD4(
          m22 * c5 - m23 * c4 + m24 * c3, -m12 * c5 + m13 * c4 - m14 * c3,
          m42 * s5 - m43 * s4 + m44 * s3, -m32 * s5 + m33 * s4 - m34 * s3) * k,
        SIMD4(
          -m21 * c5 + m23 * c2 - m24 * c1, m11 * c5 - m13 * c2 + m14 * c1,
          -m41 * s5 + m43 * s2 - m44 * s1, m31 * s5 - m33 * s2 + m34 * s1) * k,
        SIMD4(
          m21 * c4 - m22 * c2 + m24 * c0, -m11 * c4 + m12 * c2 - m14 * c0,
          m41 * s4 - m42 * s2 + m44 * s0, -m31 * s4 + m32 * s2 - m34 * s0) * k,
        SIMD4(
          -m21 * c3 + m22 * c1 - m23 * c0, m11 * c3 - m12 * c1 + m13 * c0,
          -m41 * s3 + m42 * s1 - m43 * s0, m31 * s3 - m32 * s1 + m33 * s0) * k
      ))
  }

  private typealias Minors = (Double, Double, Double, Double, Double, Double)

  /// The 2 × 2 minors of the first two rows (Laplace expansion).
  private var upperMinors: Minors {
    (
      m11 * m22 - m21 * m12, m11 * m23 - m21 * m13, m11 * m24 - m21 * m14,
      m12 * m23 - m22 * m13, m12 * m24 - m22 * m14, m13 * m24 - m23 * m14
    )
  }

  /// The 2 × 2 minors of the last two rows.
  private var lowerMinors: Minors {
    (
      m31 * m42 - m41 * m32, m31 * m43 - m41 * m33, m31 * m44 - m41 * m34,
      m32 * m43 - m42 * m33, m32 * m44 - m42 * m34, m33 * m44 - m43 * m34
    )
  }
}
