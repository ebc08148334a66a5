public import Colors
public import Controls
import GPU
public import Geometry
public import Renderer
public import Scene
public import Typography
import Windowing

/// Draws without a window, with one context and one framebuffer.
///
/// It belongs to the thread that made it. Layers become pixels by the renderer that draws windows, so that pictures
/// and windows cannot differ.
public final class Offscreen {
  /// What a content shows at a time.
  public struct Picture {
    public let bitmap: Bitmap
    /// Whether nothing has changed since the picture before.
    public let isRepeated: Bool
  }

  package let context: OffscreenContext
  private let surface: Surface
  private var target: Target?
  private var list = DisplayList()
  private var last: Bitmap?

  /// A framebuffer and who owns it.
  private final class Target {
    let framebuffer: Framebuffer

    init(size: PixelSize, in context: GraphicsContext) throws {
      framebuffer = try Framebuffer(size: size, in: context)
    }
  }

  /// Makes a context and makes it current on this thread; `debug` lets the driver check what it is told.
  ///
  /// `cacheDirectory` is where programs go that the driver has compiled.
  public init(
    typesetter: Typesetter = Typesetter(), cacheDirectory: String?, technique: PathTechnique = .automatic,
    debug: Bool = GraphicsContext.isDebugBuild
  ) throws {
    context = try OffscreenContext(debug: debug)
    surface = Surface(
      typesetter: typesetter, shaders: .ofEnvironment(), cacheDirectory: cacheDirectory,
      technique: technique)
  }

  deinit {
    // Everything on the GPU goes before its context.
    surface.reset()
    target = nil
  }

  /// The longest side that a picture can have, in pixels.
  public var longestSide: Int { min(context.graphics.maximumTargetSize, 16384) }

  /// Throws unless pictures of so many points at a scale are possible.
  public func check(_ size: Size, scale: Double) throws {
    let reach = 1.0...Double(longestSide)
    guard reach.contains(size.width * scale), reach.contains(size.height * scale) else {
      throw Snapshot.ImpossibleSize(size: size, scale: scale, limit: longestSide)
    }
  }

  /// Returns the picture of a content that is laid out for `size` points and was brought to `time`.
  public func picture(
    of content: any WindowContent, size: Size, scale: Double, at time: Double
  ) throws -> Picture {
    try check(size, scale: scale)
    let pixels = PixelSize(size, scale: scale)
    let target = try aim(at: pixels)
    let isNew = try surface.draw(
      content, in: context.graphics, size: pixels, scale: scale, at: time, isForced: last == nil)
    if !isNew, let last { return Picture(bitmap: last, isRepeated: true) }
    let bitmap = Bitmap(size: pixels, bytes: target.framebuffer.readPixels())
    last = bitmap
    return Picture(bitmap: bitmap, isRepeated: false)
  }

  /// Returns the pixels of a layer on a ground, four bytes each: red, green, blue and what covers.
  ///
  /// What the layer shows outside of `size` is cut off.
  public func pixels(
    of layer: Layer, size: PixelSize, scale: Double = 1, background: RGBA,
    technique: PathTechnique? = nil
  ) throws -> [UInt8] {
    list.record(layer)
    let target = try aim(at: size)
    // What a content showed is in the target no more.
    last = nil
    try surface.draw(
      list, in: context.graphics, size: size, scale: scale, background: background, technique: technique)
    return target.framebuffer.readPixels()
  }

  private func aim(at size: PixelSize) throws -> Target {
    if target?.framebuffer.size != size { target = nil }
    let target = try self.target ?? Target(size: size, in: context.graphics)
    self.target = target
    context.graphics.setTarget(target.framebuffer)
    return target
  }
}
