public import Geometry

/// Pixels that can be shown: straight (not premultiplied) RGBA, eight bits each, the top row first.
///
/// Rasters are compared by identity: what is drawn from one is kept for as long as it lives.
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
  public static func == (a: Raster, b: Raster) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
