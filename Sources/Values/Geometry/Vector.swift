/// A displacement in the plane, in points.
public struct Vector: Hashable, Sendable {
  /// The displacement rightward.
  public var dx: Double
  /// The displacement downward.
  public var dy: Double

  /// Creates a displacement from its coordinates, in points.
  @inlinable public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// Creates a displacement from its parts rightward and downward, in points.
  @inlinable public init(_ dx: Double, _ dy: Double) {
    self.init(dx: dx, dy: dy)
  }

  /// The displacement that moves nothing.
  public static let zero = Vector(dx: 0, dy: 0)

  /// The square of the Euclidean length, which costs no root; it may overflow.
  @inlinable public var lengthSquared: Double { dx * dx + dy * dy }

  /// The Euclidean length; it neither overflows nor loses tiny vectors.
  @inlinable public var length: Double {
    let squared = lengthSquared
    return squared > 1e-280 && squared < 1e280 ? squared.squareRoot() : extremeLength
  }

  @usableFromInline var extremeLength: Double {
    let largest = max(dx.magnitude, dy.magnitude)
    guard largest > 0, largest.isFinite else { return largest }
    let x = dx / largest
    let y = dy / largest
    return largest * (x * x + y * y).squareRoot()
  }

  /// The vector of length one in the same direction, or nil for a vector without one.
  @inlinable public var normalized: Vector? {
    let length = self.length
    guard length > 0, length.isFinite else { return nil }
    return Vector(dx: dx / length, dy: dy / length)
  }

  /// The vector turned by a quarter from x toward y, clockwise on the screen.
  @inlinable public var perpendicular: Vector { Vector(dx: -dy, dy: dx) }

  /// Returns the dot product: both lengths times the cosine of the angle between the vectors.
  @inlinable public func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }

  /// Returns the signed area of the parallelogram that the two vectors span.
  @inlinable public func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }

  /// Returns one displacement after the other.
  @inlinable public static func + (a: Vector, b: Vector) -> Vector {
    Vector(dx: a.dx + b.dx, dy: a.dy + b.dy)
  }

  /// Returns the displacement that leads from `b` to `a`.
  @inlinable public static func - (a: Vector, b: Vector) -> Vector {
    Vector(dx: a.dx - b.dx, dy: a.dy - b.dy)
  }

  /// Returns the displacement back.
  @inlinable public static prefix func - (a: Vector) -> Vector { Vector(dx: -a.dx, dy: -a.dy) }

  /// Returns the displacement with its length multiplied; a negative factor turns it about.
  @inlinable public static func * (a: Vector, factor: Double) -> Vector {
    Vector(dx: a.dx * factor, dy: a.dy * factor)
  }

  /// Returns the displacement with its length divided.
  @inlinable public static func / (a: Vector, divisor: Double) -> Vector {
    Vector(dx: a.dx / divisor, dy: a.dy / divisor)
  }
}
