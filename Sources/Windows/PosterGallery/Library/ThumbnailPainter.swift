import Application
import Colors
import Controls
import Geometry
import Scene
import Typography

/// Paints pictures of posters, by the renderer that draws windows.
///
/// It belongs to the thread that made it.
final class ThumbnailPainter {
  private let offscreen: Offscreen

  init(typesetter: Typesetter, programCache: String?) throws {
    offscreen = try Offscreen(typesetter: typesetter, cacheDirectory: programCache)
  }

  /// Returns a poster as it is seen at rest on the wall, on so many pixels, `scale` of them a point.
  func paint(_ poster: GalleryPoster, _ key: ThumbnailKey) throws -> [UInt8] {
    let points = Size(
      width: Double(key.size.width) / key.scale, height: Double(key.size.height) / key.scale)
    return try picture(
      of: poster.sized(for: key.size).layers(), in: Rect(origin: .zero, size: points), window: key.size,
      scale: key.scale, on: key.ground)
  }

  /// Returns the pixels of a window on whose ground a poster covers a rectangle.
  func picture(
    of layers: PosterLayers, in frame: Rect, window: PixelSize, scale: Double, on ground: RGBA
  ) throws -> [UInt8] {
    layers.fit(frame)
    return try offscreen.pixels(of: layers.layer, size: window, scale: scale, background: ground)
  }
}
