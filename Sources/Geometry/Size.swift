/// An extent in points.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  @inlinable public init(_ width: Double, _ height: Double) {
    self.init(width: width, height: height)
  }

  public static let zero = Size(width: 0, height: 0)

  /// Whether the size has no area.
  @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }

  @inlinable public static func * (size: Size, factor: Double) -> Size {
    Size(width: size.width * factor, height: size.height * factor)
  }
}
