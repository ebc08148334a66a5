public import Geometry

/// Pixels that can be shown: straight (not premultiplied) RGBA, eight bits each, the top row first.
///
/// Equal rasters have equal pixels; comparing one with itself, which is what happens from frame to frame, looks at
/// none. What is drawn from one is kept for as long as it lives.
public final class Raster: Sendable {
  public let size: PixelSize
  public let bytes: [UInt8]

  public init(size: PixelSize, bytes: [UInt8]) {
    precondition(size.count.map { $0 * 4 } == bytes.count, "a raster has four bytes a pixel")
    self.size = size
    self.bytes = bytes
  }
}

extension Raster: Hashable {
  public static func == (a: Raster, b: Raster) -> Bool { a === b || (a.size == b.size && a.bytes == b.bytes) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    // A row in the middle tells most pictures apart.
    let start = size.height / 2 * size.width * 4
    bytes[start..<min(start + 64, bytes.count)].withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
