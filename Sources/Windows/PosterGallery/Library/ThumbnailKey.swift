import Catalog
import Colors
import Geometry

/// What a picture of a poster depends on: equal keys have equal pixels.
struct ThumbnailKey: Hashable, Sendable {
  /// Stands for the poster's document.
  let digest: ContentDigest
  let size: PixelSize
  /// Physical pixels a point, on which the corners depend.
  let scale: Double
  /// The ground of the wall, on which the corners stand.
  let ground: RGBA

  var byteCount: Int { size.width * size.height * 4 }
}
