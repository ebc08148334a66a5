/// A Bézier curve of degree two.
public struct QuadraticBezier: BezierCurve, Hashable {
  /// The place at t = 0.
  public var start: Point
  /// The control point, where the tangents at both ends meet.
  public var control: Point
  /// The place at t = 1.
  public var end: Point

  /// Creates a curve from its three control points, in the order in which it passes or nears them.
  @inlinable public init(_ start: Point, _ control: Point, _ end: Point) {
    self.start = start
    self.control = control
    self.end = end
  }

  /// Returns the point at `t`, from 0 at the start to 1 at the end, by Bernstein's polynomials.
  @inlinable public func point(at t: Double) -> Point {
    let u = 1 - t
    return Point(
      x: u * u * start.x + 2 * u * t * control.x + t * t * end.x,
      y: u * u * start.y + 2 * u * t * control.y + t * t * end.y)
  }

  /// Returns the derivative with respect to `t`, which goes from 0 to 1.
  @inlinable public func derivative(at t: Double) -> Vector {
    (control - start) * (2 * (1 - t)) + (end - control) * (2 * t)
  }

  @inlinable public func secondDerivative(at t: Double) -> Vector {
    ((start - control) + (end - control)) * 2
  }

  /// The same curve as a cubic.
  @inlinable public var elevated: CubicBezier {
    CubicBezier(
      start, start.interpolated(to: control, at: 2 / 3), end.interpolated(to: control, at: 2 / 3), end)
  }

  /// Returns the two parts that meet at `t`, which is in 0…1.
  @inlinable public func split(at t: Double) -> (QuadraticBezier, QuadraticBezier) {
    let a = start.interpolated(to: control, at: t)
    let b = control.interpolated(to: end, at: t)
    let middle = a.interpolated(to: b, at: t)
    return (QuadraticBezier(start, a, middle), QuadraticBezier(middle, b, end))
  }

  @inlinable public var reversed: QuadraticBezier { QuadraticBezier(end, control, start) }

  /// The tight bounding box.
  public var bounds: Rect {
    var box = Rect(start, end)
    for (p0, p1, p2) in [(start.x, control.x, end.x), (start.y, control.y, end.y)] {
      let denominator = p0 - 2 * p1 + p2
      guard denominator != 0 else { continue }
      let t = (p0 - p1) / denominator
      if t > 0 && t < 1 { box = box.union(Rect(point(at: t), point(at: t))) }
    }
    return box
  }

  /// Returns how many equal steps in t keep the chords within `tolerance` of the curve.
  ///
  /// - Parameter tolerance: The greatest distance from the curve, in points; positive.
  @inlinable public func flatteningSteps(tolerance: Double) -> Int {
    let bend = (start - control) + (end - control)
    return ChordFit(tolerance: tolerance).chords(deviationSquared: bend.lengthSquared / 16)
  }
}
