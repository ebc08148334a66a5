import Geometry

/// A rectangle of whole pixels; `y` counts down from the top row.
public struct PixelRect: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates the rectangle that covers all of `size`.
  public init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// Whether the rectangle has an area and lies within `size`.
  func fits(in size: PixelSize) -> Bool {
    width > 0 && height > 0 && x >= 0 && y >= 0 && width <= size.width && height <= size.height
      && x <= size.width - width && y <= size.height - height
  }
}
