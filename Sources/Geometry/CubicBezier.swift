/// A Bézier curve of degree three.
public struct CubicBezier: Hashable, Sendable {
  public var start: Point
  public var control1: Point
  public var control2: Point
  public var end: Point

  @inlinable public init(_ start: Point, _ control1: Point, _ control2: Point, _ end: Point) {
    self.start = start
    self.control1 = control1
    self.control2 = control2
    self.end = end
  }

  @inlinable public func point(at t: Double) -> Point {
    let u = 1 - t
    let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return Point(
      x: a * start.x + b * control1.x + c * control2.x + d * end.x,
      y: a * start.y + b * control1.y + c * control2.y + d * end.y)
  }

  /// Returns the derivative with respect to t.
  @inlinable public func derivative(at t: Double) -> Vector {
    let u = 1 - t
    return (control1 - start) * (3 * u * u) + (control2 - control1) * (6 * u * t)
      + (end - control2) * (3 * t * t)
  }

  /// Returns the two halves that meet at t (de Casteljau).
  @inlinable public func split(at t: Double) -> (CubicBezier, CubicBezier) {
    let a = start.interpolated(to: control1, at: t)
    let b = control1.interpolated(to: control2, at: t)
    let c = control2.interpolated(to: end, at: t)
    let ab = a.interpolated(to: b, at: t)
    let bc = b.interpolated(to: c, at: t)
    let middle = ab.interpolated(to: bc, at: t)
    return (CubicBezier(start, a, ab, middle), CubicBezier(middle, bc, c, end))
  }

  /// The tight bounding box.
  public var bounds: Rect {
    var box = Rect(start, end)
    let axes = [
      (start.x, control1.x, control2.x, end.x), (start.y, control1.y, control2.y, end.y),
    ]
    for (p0, p1, p2, p3) in axes {
      // The derivative's coefficients, a third of them: a t² + b t + c.
      let a = p3 - 3 * p2 + 3 * p1 - p0
      let b = 2 * (p2 - 2 * p1 + p0)
      let c = p1 - p0
      for t in quadraticRoots(a, b, c) where t > 0 && t < 1 {
        box = box.union(Rect(point(at: t), point(at: t)))
      }
    }
    return box
  }

  /// Returns how many equal steps in t keep the chords within `tolerance` of the curve.
  @inlinable public func flatteningSteps(tolerance: Double) -> Int {
    let first = ((start - control1) + (control2 - control1)).length
    let second = ((control1 - control2) + (end - control2)).length
    return stepCount(6 * max(first, second) / (8 * tolerance))
  }
}

/// Returns the real roots of `a t² + b t + c` without cancellation.
func quadraticRoots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
  if a == 0 { return b == 0 ? [] : [-c / b] }
  let discriminant = b * b - 4 * a * c
  guard discriminant >= 0 else { return [] }
  let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
  if q == 0 { return [0] }
  return [q / a, c / q]
}
