/// A place in the plane, in points; x grows rightward, y downward.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  @inlinable public init(_ x: Double, _ y: Double) {
    self.init(x: x, y: y)
  }

  public static let zero = Point(x: 0, y: 0)

  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// Returns the point a fraction of the way to `other`.
  @inlinable public func interpolated(to other: Point, at fraction: Double) -> Point {
    Point(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }

  @inlinable public func distance(to other: Point) -> Double { (other - self).length }

  @inlinable public static func - (end: Point, start: Point) -> Vector {
    Vector(dx: end.x - start.x, dy: end.y - start.y)
  }

  @inlinable public static func + (point: Point, offset: Vector) -> Point {
    Point(x: point.x + offset.dx, y: point.y + offset.dy)
  }

  @inlinable public static func - (point: Point, offset: Vector) -> Point {
    Point(x: point.x - offset.dx, y: point.y - offset.dy)
  }

  @inlinable public static func += (point: inout Point, offset: Vector) { point = point + offset }
}
