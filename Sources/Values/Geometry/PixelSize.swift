/// An extent in whole physical pixels.
public struct PixelSize: Hashable, Sendable {
  /// The number of pixels from left to right.
  public var width: Int
  /// The number of pixels from top to bottom.
  public var height: Int

  /// Creates an extent from its width and its height in physical pixels.
  @inlinable public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Creates the size in pixels of `size` points drawn at `scale` pixels a point, rounded to whole pixels.
  @inlinable public init(_ size: Size, scale: Double) {
    self.init(width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
  }

  /// Whether the extent has no pixel.
  @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The number of pixels, or nil when it does not fit an `Int`.
  @inlinable public var count: Int? {
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? nil : product
  }
}
