import Controls
import GPU
import Geometry
import PosterGallery
import Renderer
import Scene
import Typography
import Windowing

/// Paints pictures of posters with a context of its own, by the renderer that draws windows.
///
/// It belongs to the thread that made it.
final class ThumbnailPainter {
  private let offscreen: OffscreenContext
  private var renderer: Renderer?
  private var target: Target?
  private var list = DisplayList()

  private final class Target {
    let framebuffer: Framebuffer

    init(size: PixelSize, in context: GraphicsContext) throws {
      framebuffer = try Framebuffer(size: size, in: context)
    }
  }

  init(typesetter: Typesetter, programCache: String?) throws {
    offscreen = try OffscreenContext()
    renderer = try Renderer(
      context: offscreen.graphics, typesetter: typesetter, shaders: .ofEnvironment(),
      cacheDirectory: programCache)
  }

  deinit {
    // Everything on the GPU goes before its context.
    renderer = nil
    target = nil
  }

  /// Returns a poster as it is seen at rest on the wall, on so many pixels, `scale` of them a point.
  func paint(_ poster: GalleryPoster, _ key: ThumbnailKey) throws -> [UInt8] {
    let points = Size(
      width: Double(key.size.width) / key.scale, height: Double(key.size.height) / key.scale)
    return try picture(
      of: poster.sized(for: key.size).drawing(), in: Rect(origin: .zero, size: points), window: key.size,
      scale: key.scale)
  }

  /// Returns the pixels of a window on whose ground a poster covers a rectangle.
  func picture(
    of drawing: PosterDrawing, in frame: Rect, window: PixelSize, scale: Double
  ) throws -> [UInt8] {
    guard let renderer else { return [] }
    drawing.fit(frame)
    list.record(drawing.layer)
    if target?.framebuffer.size != window { target = nil }
    let target = try self.target ?? Target(size: window, in: offscreen.graphics)
    self.target = target
    offscreen.graphics.setTarget(target.framebuffer)
    try renderer.draw(list, size: window, scale: scale, background: Gallery.ground)
    return target.framebuffer.readPixels()
  }
}
