import Geometry

/// A rectangle of whole pixels; `y` counts down from the top row.
public struct PixelRect: Hashable, Sendable {
  /// The column of the left edge, from 0.
  public var x: Int
  /// The row of the top edge, from 0.
  public var y: Int
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a rectangle from its upper left pixel and its size, in pixels.
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

  /// The extent alone.
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// Whether the rectangle has an area and lies within `size`.
  func fits(in size: PixelSize) -> Bool {
    width > 0 && height > 0 && x >= 0 && y >= 0 && width <= size.width && height <= size.height
      && x <= size.width - width && y <= size.height - height
  }
}
