/// A straight piece of a path.
public struct LineSegment: ParametricCurve, Hashable {
  /// The place at t = 0.
  public var start: Point
  /// The place at t = 1.
  public var end: Point

  /// Creates the straight piece between two points.
  @inlinable public init(_ start: Point, _ end: Point) {
    self.start = start
    self.end = end
  }

  /// Returns the place at t, in equal steps from the start to the end.
  @inlinable public func point(at t: Double) -> Point { start.interpolated(to: end, at: t) }

  @inlinable public func derivative(at t: Double) -> Vector { end - start }

  @inlinable public func secondDerivative(at t: Double) -> Vector { .zero }

  @inlinable public func subsegment(from: Double, to: Double) -> LineSegment {
    LineSegment(point(at: from), point(at: to))
  }

  @inlinable public var reversed: LineSegment { LineSegment(end, start) }

  @inlinable public var bounds: Rect { Rect(start, end) }

  @inlinable public func flatteningSteps(tolerance: Double) -> Int { 1 }

  /// Returns the place that is nearest to `point`, and how far it is, exactly.
  @inlinable public func nearest(to point: Point, accuracy: Double = 0) -> (
    parameter: Double, distance: Double
  ) {
    let along = end - start
    let square = along.lengthSquared
    let parameter = square > 0 ? min(max((point - start).dot(along) / square, 0), 1) : 0
    return (parameter, self.point(at: parameter).distance(to: point))
  }

  /// The distance between both ends, in points.
  @inlinable public var length: Double { (end - start).length }
}
