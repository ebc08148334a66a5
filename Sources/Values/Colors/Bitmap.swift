import Geometry

/// A picture in memory: rows from top to bottom, four bytes a pixel (red, green, blue, straight alpha).
public struct Bitmap: Hashable, Sendable, CustomStringConvertible {
  /// The number of pixels along both sides.
  public let size: PixelSize

  /// The bytes of all pixels, `4 * width` a row, without any between the rows.
  public var bytes: [UInt8]

  /// Creates a picture from bytes that are already in its order.
  public init(size: PixelSize, bytes: [UInt8]) {
    precondition(size.width >= 0 && size.height >= 0, "a bitmap's sides are not negative")
    precondition(
      bytes.count % 4 == 0 && size.count == bytes.count / 4, "a bitmap has four bytes for each pixel")
    self.size = size
    self.bytes = bytes
  }

  public var description: String { "Bitmap(\(size.width) × \(size.height))" }

  /// Whether no pixel lets anything through.
  public var isOpaque: Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var index = 3
      while index < bytes.count {
        if bytes[index] != 255 { return false }
        index += 4
      }
      return true
    }
  }
}
