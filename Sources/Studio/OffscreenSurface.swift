import Controls
import GPU
import Geometry
import Images
import Renderer
import Typography
import Windowing

/// Draws contents into pictures without a window, all of them with one context and one framebuffer.
final class OffscreenSurface {
  /// What a content shows at a time.
  struct Picture {
    let bitmap: Bitmap
    /// Whether nothing has changed since the picture before.
    let isRepeated: Bool
  }

  private let offscreen: OffscreenContext
  private let surface: Surface
  private var target: Target?
  private var last: Bitmap?

  /// A framebuffer and who owns it.
  private final class Target {
    let framebuffer: Framebuffer

    init(size: PixelSize, in context: GraphicsContext) throws {
      framebuffer = try Framebuffer(size: size, in: context)
    }
  }

  init(
    typesetter: Typesetter, cacheDirectory: String?, technique: PathTechnique = .automatic
  ) throws {
    offscreen = try OffscreenContext()
    surface = Surface(
      typesetter: typesetter, shaders: .ofEnvironment(), cacheDirectory: cacheDirectory,
      technique: technique)
  }

  deinit {
    // Everything on the GPU goes before its context.
    surface.reset()
    target = nil
  }

  /// Throws unless pictures of so many points at a scale are possible.
  func check(_ size: Size, scale: Double) throws {
    let limit = min(offscreen.graphics.maximumTargetSize, 16384)
    let reach = 1.0...Double(limit)
    guard reach.contains(size.width * scale), reach.contains(size.height * scale) else {
      throw Snapshot.ImpossibleSize(size: size, scale: scale, limit: limit)
    }
  }

  /// Returns the picture of a content that is laid out for `size` points and was brought to `time`.
  func picture(of content: any WindowContent, size: Size, scale: Double, at time: Double) throws -> Picture {
    try check(size, scale: scale)
    let pixels = PixelSize(size, scale: scale)
    let context = offscreen.graphics
    if target?.framebuffer.size != pixels { target = nil }
    let target = try self.target ?? Target(size: pixels, in: context)
    self.target = target
    context.setTarget(target.framebuffer)
    let isNew = try surface.draw(
      content, in: context, size: pixels, scale: scale, at: time, isForced: last == nil)
    if !isNew, let last { return Picture(bitmap: last, isRepeated: true) }
    let bitmap = Bitmap(size: pixels, bytes: target.framebuffer.readPixels())
    last = bitmap
    return Picture(bitmap: bitmap, isRepeated: false)
  }
}
