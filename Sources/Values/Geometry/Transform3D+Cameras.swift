#if canImport(Glibc)
  import Glibc
#endif

// Right-handed, as in samples for OpenGL, GLKit and Metal: the eye looks along −z, with x to the right and y up.
// Visible points have x and y in −1…1 after division by w.
extension Transform3D {
  /// The range of depths that a projection maps the near and far plane to, which depends on the graphics API.
  public enum DepthRange: Hashable, Sendable {
    /// From 0 at the near plane to 1 at the far plane: Metal, Vulkan and Direct3D.
    case zeroToOne
    /// From −1 at the near plane to 1 at the far plane: OpenGL, and therefore the module GPU.
    case minusOneToOne
  }

  /// Returns a right-handed perspective projection for an eye at the origin.
  ///
  /// It is the matrix of `gluPerspective` and `GLKMatrix4MakePerspective` with `.minusOneToOne`, and that of
  /// `glm::perspectiveRH_ZO` with `.zeroToOne`. All are transposed, since points are rows here.
  /// - Parameters:
  ///   - fieldOfView: The vertical field of view, in radians, above 0 and below π.
  ///   - aspect: The width of the view divided by its height, above 0.
  ///   - near: The distance from the eye to the near plane, above 0.
  ///   - far: The distance from the eye to the far plane, above `near`; it may be infinite.
  ///   - depth: The depths of the two planes.
  public static func perspective(
    fieldOfView: Double, aspect: Double, near: Double, far: Double, depth: DepthRange
  ) -> Transform3D {
    precondition(fieldOfView > 0 && fieldOfView < .pi, "a field of view lies between 0 and π")
    precondition(aspect > 0 && near > 0 && far > near, "a view has an extent before the eye")
    let height = 1 / tan(fieldOfView / 2)
    // The limits for an infinitely distant far plane are −1 and −near or −2 · near.
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

  /// Returns a right-handed orthographic projection for an eye at the origin.
  ///
  /// It maps the box from `left` to `right`, from `bottom` to `top` and from −`near` to −`far` along z to x and y in
  /// −1…1 and to the depths. With `.minusOneToOne` it is the matrix of `glOrtho` and `GLKMatrix4MakeOrtho`, transposed.
  /// - Parameters:
  ///   - left: The x that maps to −1.
  ///   - right: The x that maps to 1; it differs from `left`.
  ///   - bottom: The y that maps to −1.
  ///   - top: The y that maps to 1; it differs from `bottom`.
  ///   - near: The distance from the eye to the near plane; a negative plane is behind the eye.
  ///   - far: The distance from the eye to the far plane; it differs from `near`.
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

  /// Returns the right-handed view transform of an eye that looks from one point at another. It moves the eye to the
  /// origin, the line of sight to −z, and `up` upward (+y).
  ///
  /// It is the matrix of `gluLookAt` and `GLKMatrix4MakeLookAt`, transposed: a rotation and a translation. A projection
  /// follows it: `.lookAt(…) * .perspective(…)`.
  /// - Parameters:
  ///   - eye: The position of the eye.
  ///   - target: The point at the centre of the view; it differs from the eye.
  ///   - up: The direction that appears upward; neither zero nor parallel to the line of sight.
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

  /// The transform of surface normals, which does not keep their length: the transposed inverse of the linear part. Nil
  /// if the transform flattens space.
  ///
  /// A rotation maps normals like other vectors; a non-uniform scaling does not.
  public var forNormals: Transform3D? {
    let linear = Transform3D(
      rows: (
        SIMD4(m11, m12, m13, 0), SIMD4(m21, m22, m23, 0), SIMD4(m31, m32, m33, 0), SIMD4(0, 0, 0, 1)
      ))
    return linear.inverted?.transposed
  }

  /// The matrix with rows and columns exchanged.
  public var transposed: Transform3D {
    Transform3D(
      rows: (
        SIMD4(m11, m21, m31, m41), SIMD4(m12, m22, m32, m42), SIMD4(m13, m23, m33, m43),
        SIMD4(m14, m24, m34, m44)
      ))
  }
}
