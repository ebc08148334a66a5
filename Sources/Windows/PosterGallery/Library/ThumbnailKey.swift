import Catalog
import Colors
import Geometry

/// The inputs of a poster's picture: equal keys have equal pixels.
struct ThumbnailKey: Hashable, Sendable {
  /// Identifies the poster's document.
  let digest: ContentDigest
  let size: PixelSize
  /// Physical pixels per point, which determine the corners.
  let scale: Double
  /// The gallery's background colour, which is visible at the corners.
  let ground: RGBA

  var byteCount: Int { size.width * size.height * 4 }
}
