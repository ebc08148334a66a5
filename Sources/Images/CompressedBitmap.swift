public import Colors
public import Geometry

/// A bitmap in as few bytes as zlib's fastest compression makes of it, without loss.
///
/// A poster of 195 × 292 pixels takes 10 KB instead of 228; that is made in .8 milliseconds and read in .3. Photographs
/// gain little.
public struct CompressedBitmap: Sendable {
  /// The number of pixels along both sides.
  public let size: PixelSize
  private let code: [UInt8]

  /// Compresses a bitmap; nil where that does not halve its bytes.
  public init?(_ bitmap: Bitmap) {
    guard let code = deflated(bitmap.bytes, level: 1), code.count <= bitmap.bytes.count / 2 else {
      return nil
    }
    size = bitmap.size
    self.code = code
  }

  /// The bytes that it takes.
  public var byteCount: Int { code.count }

  /// The bitmap as it was.
  public var bitmap: Bitmap {
    guard let bytes = inflated(code, count: 4 * size.width * size.height) else {
      preconditionFailure("what was compressed here can be read as long as there is memory")
    }
    return Bitmap(size: size, bytes: bytes)
  }
}
