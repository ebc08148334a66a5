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

  /// Returns the mapping with the parts of `value` built up on its own; `value` where either flattens.
  public func accumulating(_ value: TransformFrame, times: Double) -> TransformFrame {
    guard times != 0 else { return self }
    guard let own = space, let its = value.space else { return value }
    let sum = own.accumulating(its, times: times)
    return TransformFrame(sum.transform, .space(sum))
  }
}
