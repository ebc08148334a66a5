/// An extent in points.
public struct Size: Hashable, Sendable {
  /// The extent from left to right, in points.
  public var width: Double
  /// The extent from top to bottom, in points.
  public var height: Double

  /// Creates an extent from its width and its height, in points.
  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Creates an extent from its width and its height, in points.
  @inlinable public init(_ width: Double, _ height: Double) {
    self.init(width: width, height: height)
  }

  /// The extent of a point: nothing.
  public static let zero = Size(width: 0, height: 0)

  /// Whether the size has no area.
  @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// Returns the extent with both sides multiplied.
  @inlinable public static func * (size: Size, factor: Double) -> Size {
    Size(width: size.width * factor, height: size.height * factor)
  }
}
