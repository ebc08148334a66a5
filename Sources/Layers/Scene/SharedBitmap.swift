public import Colors
public import Geometry

/// A bitmap with an identity: what the renderer keeps of one on the graphics card lives as long as it does.
///
/// Equal shared bitmaps have equal pixels; comparing one with itself, which is what happens from frame to frame, looks at
/// none.
public final class SharedBitmap: Sendable {
  /// The pixels.
  public let bitmap: Bitmap
  /// The number of pixels along both sides.
  public let size: PixelSize
  /// Whether no pixel lets anything through, so that what is behind need not be drawn.
  public let isOpaque: Bool
  /// Stands for a few of the pixels: equal bitmaps have equal ones.
  private let fingerprint: Int

  /// Creates a bitmap with an identity of its own, and looks once whether it is opaque.
  public init(_ bitmap: Bitmap) {
    self.bitmap = bitmap
    size = bitmap.size
    isOpaque = bitmap.isOpaque
    // A row in the middle tells most pictures apart.
    let start = size.height / 2 * size.width * 4
    var hasher = Hasher()
    hasher.combine(size)
    bitmap.bytes[start..<min(start + 64, bitmap.bytes.count)].withUnsafeBytes { hasher.combine(bytes: $0) }
    fingerprint = hasher.finalize()
  }

  /// Creates a bitmap from its size and its pixels: four bytes each, straight alpha, rows from the top.
  public convenience init(size: PixelSize, bytes: [UInt8]) { self.init(Bitmap(size: size, bytes: bytes)) }

  /// The bytes of all pixels, row by row from the top.
  public var bytes: [UInt8] { bitmap.bytes }

  /// The bytes that the pixels take in memory.
  public var byteCount: Int { 4 * size.width * size.height }
}

extension SharedBitmap: Hashable {
  public static func == (a: SharedBitmap, b: SharedBitmap) -> Bool {
    a === b || (a.fingerprint == b.fingerprint && a.bitmap == b.bitmap)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
