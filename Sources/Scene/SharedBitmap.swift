public import Colors
public import Geometry

/// A bitmap with an identity: what the renderer keeps of one on the graphics card lives as long as it does.
///
/// Equal shared bitmaps have equal pixels; comparing one with itself, which is what happens from frame to frame, looks
/// at none.
public final class SharedBitmap: Sendable {
  /// The pixels.
  public let bitmap: Bitmap
  /// Whether no pixel lets anything through, so that what is behind need not be drawn.
  public let isOpaque: Bool

  /// Creates a bitmap with an identity of its own, and looks once whether it is opaque.
  public init(_ bitmap: Bitmap) {
    self.bitmap = bitmap
    isOpaque = bitmap.isOpaque
  }

  /// Creates a bitmap from its size and its pixels: four bytes each, straight alpha, rows from the top.
  public convenience init(size: PixelSize, bytes: [UInt8]) { self.init(Bitmap(size: size, bytes: bytes)) }

  /// The number of pixels along both sides.
  public var size: PixelSize { bitmap.size }
  /// The bytes of all pixels, row by row from the top.
  public var bytes: [UInt8] { bitmap.bytes }
}

extension SharedBitmap: Hashable {
  public static func == (a: SharedBitmap, b: SharedBitmap) -> Bool { a === b || a.bitmap == b.bitmap }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    // A row in the middle tells most pictures apart.
    let start = size.height / 2 * size.width * 4
    bytes[start..<min(start + 64, bytes.count)].withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
