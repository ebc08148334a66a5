/// Distances from the edges of a rectangle inward, in points.
public struct EdgeInsets: Hashable, Sendable {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  @inlinable public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates the same inset on all sides.
  @inlinable public init(_ all: Double) {
    self.init(top: all, left: all, bottom: all, right: all)
  }
}
