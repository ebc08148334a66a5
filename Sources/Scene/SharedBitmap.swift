public import Colors
public import Geometry
import Synchronization

/// A bitmap with an identity: what the renderer keeps of one on the graphics card lives as long as it does.
///
/// Its pixels need not lie in memory: see ``provide(by:)``. Equal shared bitmaps have equal pixels; comparing one with
/// itself, which is what happens from frame to frame, looks at none.
public final class SharedBitmap: Sendable {
  /// Returns the pixels, the same ones whenever it is called, on any thread.
  public typealias Provider = @Sendable () -> Bitmap

  private enum Storage: Sendable {
    case pixels(Bitmap)
    case provider(Provider)
  }

  private let storage: Mutex<Storage>
  /// The number of pixels along both sides.
  public let size: PixelSize
  /// Whether no pixel lets anything through, so that what is behind need not be drawn.
  public let isOpaque: Bool
  /// Stands for a few of the pixels: equal bitmaps have equal ones.
  private let fingerprint: Int

  /// Creates a bitmap with an identity of its own, and looks once whether it is opaque.
  public init(_ bitmap: Bitmap) {
    storage = Mutex(.pixels(bitmap))
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

  /// The pixels, which are made anew where a provider has taken their place.
  public var bitmap: Bitmap {
    switch storage.withLock({ $0 }) {
    case .pixels(let bitmap): bitmap
    case .provider(let provider): provider()
    }
  }

  /// The bytes of all pixels, row by row from the top; they are made anew where a provider has taken their place.
  public var bytes: [UInt8] { bitmap.bytes }

  /// The bytes that the pixels take in memory, where they lie there.
  public var byteCount: Int { 4 * size.width * size.height }

  /// Whether the pixels lie in memory, so that reading them costs nothing.
  public var hasPixels: Bool {
    storage.withLock {
      if case .pixels = $0 { true } else { false }
    }
  }

  /// Lets go of the pixels, for which a provider stands from now on.
  ///
  /// It is for pictures of which the renderer has a copy on the graphics card, or that will not be drawn soon: the provider
  /// is called when they are next uploaded or compared with others, while a frame is drawn.
  public func provide(by provider: @escaping Provider) { storage.withLock { $0 = .provider(provider) } }
}

extension SharedBitmap: Hashable {
  public static func == (a: SharedBitmap, b: SharedBitmap) -> Bool {
    a === b || (a.fingerprint == b.fingerprint && a.bitmap == b.bitmap)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
