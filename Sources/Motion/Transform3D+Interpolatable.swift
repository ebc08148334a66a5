public import Geometry

extension Transform3D: Interpolatable {
  /// Returns the mapping on the way to another by their parts, perspective included.
  ///
  /// Mappings of the plane go by plane parts; mappings that flatten change over in the middle.
  public func interpolated(to other: Transform3D, at fraction: Double) -> Transform3D {
    if fraction == 0 || self == other { return self }
    if fraction == 1 { return other }
    if let a = planar, let b = other.planar {
      guard let start = DecomposedAffine(a), let end = DecomposedAffine(b) else {
        return fraction < 0.5 ? self : other
      }
      return Transform3D(start.interpolated(to: end, at: fraction).transform)
    }
    guard let start = DecomposedTransform(self), let end = DecomposedTransform(other) else {
      return fraction < 0.5 ? self : other
    }
    return start.interpolated(to: end, at: fraction).transform
  }

  /// The plane mapping, when z is left alone altogether.
  private var planar: AffineTransform? { m31 == 0 && m32 == 0 && m33 == 1 ? affine : nil }

  /// Returns this mapping done after `value`, as CSS adds transforms.
  public func adding(_ value: Transform3D) -> Transform3D { value.concatenating(self) }

  /// Returns the mapping with the parts of `value` built up on its own; `value` where either flattens.
  public func accumulating(_ value: Transform3D, times: Double) -> Transform3D {
    guard times != 0 else { return self }
    guard let own = DecomposedTransform(self), let its = DecomposedTransform(value) else { return value }
    return own.accumulating(its, times: times).transform
  }
}
