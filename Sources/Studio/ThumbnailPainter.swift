import Controls
import GPU
import Geometry
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
    guard let renderer else { return [] }
    let drawing = poster.sized(for: key.size).drawing()
    let points = Size(
      width: Double(key.size.width) / key.scale, height: Double(key.size.height) / key.scale)
    drawing.fit(Rect(origin: .zero, size: points))
    list.record(drawing.layer)
    if target?.framebuffer.size != key.size { target = nil }
    let target = try self.target ?? Target(size: key.size, in: offscreen.graphics)
    self.target = target
    offscreen.graphics.setTarget(target.framebuffer)
    try renderer.draw(list, size: key.size, scale: key.scale, background: Gallery.ground)
    return target.framebuffer.readPixels()
  }
}
