/// A straight piece of a path.
public struct LineSegment: Hashable, Sendable {
  public var start: Point
  public var end: Point

  @inlinable public init(_ start: Point, _ end: Point) {
    self.start = start
    self.end = end
  }

  @inlinable public func point(at t: Double) -> Point { start.interpolated(to: end, at: t) }

  @inlinable public var length: Double { (end - start).length }
}
