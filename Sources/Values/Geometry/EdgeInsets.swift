/// Distances from the edges of a rectangle inward, in points.
public struct EdgeInsets: Hashable, Sendable {
  /// The distance from the top edge downward.
  public var top: Double
  /// The distance from the left edge rightward.
  public var left: Double
  /// The distance from the bottom edge upward.
  public var bottom: Double
  /// The distance from the right edge leftward.
  public var right: Double

  /// Creates insets from the distance at each edge, in points; a negative distance moves the edge outward.
  @inlinable public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates the same inset on all sides, in points.
  @inlinable public init(_ all: Double) {
    self.init(top: all, left: all, bottom: all, right: all)
  }
}
