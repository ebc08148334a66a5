/// A place in the plane, in points; x grows rightward, y downward.
public struct Point: Hashable, Sendable {
  /// The distance rightward from the origin, in points.
  public var x: Double
  /// The distance downward from the origin, in points.
  public var y: Double

  /// Creates a point from its coordinates, in points.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates a point from its x and its y coordinate, in points.
  @inlinable public init(_ x: Double, _ y: Double) {
    self.init(x: x, y: y)
  }

  /// The origin, as a rule the top left corner.
  public static let zero = Point(x: 0, y: 0)

  /// Whether both coordinates are finite numbers.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// Returns the point a fraction of the way to `other`.
  ///
  /// - Parameters:
  ///   - other: The point at the fraction 1.
  ///   - fraction: Any number; this point is at 0.
  @inlinable public func interpolated(to other: Point, at fraction: Double) -> Point {
    Point(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }

  /// Returns the Euclidean distance to another point, in points.
  @inlinable public func distance(to other: Point) -> Double { (other - self).length }

  /// Returns the way from `start` to `end`.
  @inlinable public static func - (end: Point, start: Point) -> Vector {
    Vector(dx: end.x - start.x, dy: end.y - start.y)
  }

  /// Returns the point moved by a displacement.
  @inlinable public static func + (point: Point, offset: Vector) -> Point {
    Point(x: point.x + offset.dx, y: point.y + offset.dy)
  }

  /// Returns the point moved against a displacement.
  @inlinable public static func - (point: Point, offset: Vector) -> Point {
    Point(x: point.x - offset.dx, y: point.y - offset.dy)
  }

  /// Moves the point by a displacement.
  @inlinable public static func += (point: inout Point, offset: Vector) { point = point + offset }
}
