#if canImport(Glibc)
  import Glibc
#endif

// Right-handed, as OpenGL, GLKit and Metal samples have them: the eye looks along −z with x to the right and y up, and
// what is seen has x and y in −1…1 once it is divided by w.
extension Transform3D {
  /// The depths that a graphics interface keeps: what a projection gives to points at the near and the far plane.
  public enum DepthRange: Hashable, Sendable {
    /// From 0 at the near plane to 1 at the far one: Metal, Vulkan and Direct3D.
    case zeroToOne
    /// From −1 at the near plane to 1 at the far one: OpenGL, and so the module GPU.
    case minusOneToOne
  }

  /// Returns what an eye at the origin sees in perspective, right-handed.
  ///
  /// With `.minusOneToOne` it is the matrix of `gluPerspective` and `GLKMatrix4MakePerspective`, with `.zeroToOne` that
  /// of `glm::perspectiveRH_ZO`, transposed, as points are rows here.
  /// - Parameters:
  ///   - fieldOfView: The vertical angle that is seen, in radians, above 0 and below π.
  ///   - aspect: The width of the view divided by its height, above 0.
  ///   - near: The distance of the near plane before the eye, above 0.
  ///   - far: The distance of the far plane, above `near`; it may be infinite.
  ///   - depth: The depths of the two planes.
  public static func perspective(
    fieldOfView: Double, aspect: Double, near: Double, far: Double, depth: DepthRange
  ) -> Transform3D {
    precondition(fieldOfView > 0 && fieldOfView < .pi, "a field of view lies between 0 and π")
    precondition(aspect > 0 && near > 0 && far > near, "a view has an extent before the eye")
    let height = 1 / tan(fieldOfView / 2)
    // The limits for a far plane that is infinitely far away are −1 and −near or −2 · near.
    let (slope, shift) =
      switch depth {
      case .zeroToOne: far.isInfinite ? (-1, -near) : (far / (near - far), far * near / (near - far))
      case .minusOneToOne:
        far.isInfinite ? (-1, -2 * near) : ((far + near) / (near - far), 2 * far * near / (near - far))
      }
    return Transform3D(
      rows: (
        SIMD4(height / aspect, 0, 0, 0), SIMD4(0, height, 0, 0), SIMD4(0, 0, slope, -1),
        SIMD4(0, 0, shift, 0)
      ))
  }

  /// Returns what an eye at the origin sees without perspective, right-handed.
  ///
  /// The box from `left` to `right`, `bottom` to `top` and from −`near` to −`far` along z goes to x and y in −1…1 and to
  /// the depths. With `.minusOneToOne` it is the matrix of `glOrtho` and `GLKMatrix4MakeOrtho`, transposed.
  /// - Parameters:
  ///   - left: The x that is seen at −1.
  ///   - right: The x that is seen at 1; it differs from `left`.
  ///   - bottom: The y that is seen at −1.
  ///   - top: The y that is seen at 1; it differs from `bottom`.
  ///   - near: The distance of the near plane before the eye; a negative one is behind it.
  ///   - far: The distance of the far plane; it differs from `near`.
  ///   - depth: The depths of the two planes.
  public static func orthographic(
    left: Double, right: Double, bottom: Double, top: Double, near: Double, far: Double, depth: DepthRange
  ) -> Transform3D {
    precondition(left != right && bottom != top && near != far, "a box has an extent along each axis")
    let (slope, shift) =
      switch depth {
      case .zeroToOne: (1 / (near - far), near / (near - far))
      case .minusOneToOne: (2 / (near - far), (near + far) / (near - far))
      }
    return Transform3D(
      rows: (
        SIMD4(2 / (right - left), 0, 0, 0), SIMD4(0, 2 / (top - bottom), 0, 0), SIMD4(0, 0, slope, 0),
        SIMD4((left + right) / (left - right), (bottom + top) / (bottom - top), shift, 1)
      ))
  }

  /// Returns the mapping from the world to an eye that looks from one point at another, right-handed: there the eye is
  /// the origin, looks along −z, and sees `up` upward (+y).
  ///
  /// It is the matrix of `gluLookAt` and `GLKMatrix4MakeLookAt`, transposed: a rotation and a shift, which a projection
  /// follows, `.lookAt(…) * .perspective(…)`.
  /// - Parameters:
  ///   - eye: The place of the eye.
  ///   - target: The point in the middle of the view; it differs from the eye.
  ///   - up: A direction that is seen upward; neither zero nor along the line of sight.
  public static func lookAt(
    from eye: SIMD3<Double>, to target: SIMD3<Double>, up: SIMD3<Double> = SIMD3(0, 1, 0)
  ) -> Transform3D {
    func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    func unit(_ a: SIMD3<Double>) -> SIMD3<Double> { a / dot(a, a).squareRoot() }
    let back = unit(eye - target)
    let right = unit(cross(up, back))
    precondition(dot(right, right) > 0.5, "an eye looks at another point, and not along its own up")
    let above = cross(back, right)
    return Transform3D(
      rows: (
        SIMD4(right.x, above.x, back.x, 0), SIMD4(right.y, above.y, back.y, 0),
        SIMD4(right.z, above.z, back.z, 0),
        SIMD4(-dot(eye, right), -dot(eye, above), -dot(eye, back), 1)
      ))
  }

  /// The mapping of the normals of surfaces, without keeping their length: the inverse of this one's linear part,
  /// transposed. Nil when this one flattens space.
  ///
  /// A turn maps normals as it maps everything; a scaling that differs by axis does not.
  public var forNormals: Transform3D? {
    let linear = Transform3D(
      rows: (
        SIMD4(m11, m12, m13, 0), SIMD4(m21, m22, m23, 0), SIMD4(m31, m32, m33, 0), SIMD4(0, 0, 0, 1)
      ))
    return linear.inverted?.transposed
  }

  /// The same numbers with rows and columns exchanged.
  public var transposed: Transform3D {
    Transform3D(
      rows: (
        SIMD4(m11, m21, m31, m41), SIMD4(m12, m22, m32, m42), SIMD4(m13, m23, m33, m43),
        SIMD4(m14, m24, m34, m44)
      ))
  }
}
