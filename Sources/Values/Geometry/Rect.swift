/// An upright rectangle in points; its width and height are never negative.
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The extent; both sides are zero or positive.
  public var size: Size

  /// Creates a rectangle from a corner and an extent; where a side is negative, the corner is not the top left one.
  @inlinable public init(origin: Point, size: Size) {
    self.origin = Point(
      x: size.width < 0 ? origin.x + size.width : origin.x,
      y: size.height < 0 ? origin.y + size.height : origin.y)
    self.size = Size(width: size.width.magnitude, height: size.height.magnitude)
  }

  /// Creates a rectangle from a corner and both sides, in points; a negative side goes leftward or upward.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// Creates a rectangle of an extent around its middle.
  @inlinable public init(center: Point, size: Size) {
    self.init(
      origin: Point(x: center.x - size.width / 2, y: center.y - size.height / 2), size: size)
  }

  /// Creates the smallest rectangle that holds both points.
  @inlinable public init(_ a: Point, _ b: Point) {
    self.init(x: min(a.x, b.x), y: min(a.y, b.y), width: (a.x - b.x).magnitude, height: (a.y - b.y).magnitude)
  }

  /// The rectangle without extent at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The x coordinate of the left edge.
  @inlinable public var minX: Double { origin.x }
  /// The y coordinate of the top edge.
  @inlinable public var minY: Double { origin.y }
  /// The x coordinate of the middle.
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  /// The y coordinate of the middle.
  @inlinable public var midY: Double { origin.y + size.height / 2 }
  /// The x coordinate of the right edge.
  @inlinable public var maxX: Double { origin.x + size.width }
  /// The y coordinate of the bottom edge.
  @inlinable public var maxY: Double { origin.y + size.height }
  /// The distance from the left edge to the right one, in points.
  @inlinable public var width: Double { size.width }
  /// The distance from the top edge to the bottom one, in points.
  @inlinable public var height: Double { size.height }
  /// The point in the middle.
  @inlinable public var center: Point { Point(x: midX, y: midY) }
  /// Whether the rectangle has no area.
  @inlinable public var isEmpty: Bool { size.isEmpty }

  /// The corners, clockwise on the screen from the top left.
  @inlinable public var corners: [Point] {
    [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
  }

  /// Returns whether the point is inside; the left and top edges are, the right and bottom ones are not.
  @inlinable public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns whether the other rectangle leaves this one at no edge; edges may coincide.
  @inlinable public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Returns whether the two have an area in common; touching edges are not enough.
  @inlinable public func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// Returns what the two have in common, or nil when that is nothing.
  @inlinable public func intersection(_ other: Rect) -> Rect? {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard left < right, top < bottom else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns the smallest rectangle that holds both.
  @inlinable public func union(_ other: Rect) -> Rect {
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns the rectangle with its edges moved inward, never past the middle.
  @inlinable public func inset(by insets: EdgeInsets) -> Rect {
    let width = max(0, size.width - insets.left - insets.right)
    let height = max(0, size.height - insets.top - insets.bottom)
    return Rect(
      x: width > 0 ? minX + insets.left : min(minX + insets.left, maxX),
      y: height > 0 ? minY + insets.top : min(minY + insets.top, maxY), width: width, height: height)
  }

  /// Returns the rectangle with all edges moved inward by the same distance, never past the middle.
  ///
  /// - Parameter distance: The distance in points; a negative one moves the edges outward.
  @inlinable public func inset(by distance: Double) -> Rect { inset(by: EdgeInsets(distance)) }

  /// Returns the rectangle with all edges moved outward by the same distance.
  ///
  /// - Parameter distance: The distance in points; a negative one moves the edges inward.
  @inlinable public func outset(by distance: Double) -> Rect {
    Rect(
      x: minX - distance, y: minY - distance, width: width + 2 * distance, height: height + 2 * distance)
  }

  /// Returns the rectangle moved as a whole.
  @inlinable public func offset(by vector: Vector) -> Rect {
    Rect(origin: origin + vector, size: size)
  }

  /// Returns the point of the rectangle that is nearest to `point`, its edges included.
  @inlinable public func clamping(_ point: Point) -> Point {
    Point(x: min(max(point.x, minX), maxX), y: min(max(point.y, minY), maxY))
  }

  /// Returns the rectangle with all edges on whole physical pixels at `scale` pixels a point.
  @inlinable public func pixelAligned(scale: Double) -> Rect {
    let left = (minX * scale).rounded() / scale
    let top = (minY * scale).rounded() / scale
    let right = (maxX * scale).rounded() / scale
    let bottom = (maxY * scale).rounded() / scale
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
