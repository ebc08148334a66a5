public import Colors
public import Controls
import GPU
public import Geometry
import Images
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
    /// The pixels, straight alpha, rows from the top.
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
      technique: technique, textureBytes: Self.textureBytes)
  }

  /// What a tile does not show is uploaded again for the next that does.
  private static let textureBytes = 64 << 20

  deinit {
    // Everything on the GPU goes before its context.
    surface.reset()
    target = nil
  }

  /// The longest side that a picture can have, in pixels.
  public var longestSide: Int { min(context.graphics.maximumTargetSize, 16384) }

  /// The most pixels of a picture that is kept whole: it takes some 16 bytes for each until it is a file.
  package static let mostPixels = 1 << 24

  /// Throws unless pictures of so many points at a scale are possible, before any memory is taken for them.
  ///
  /// Those that are written a tile at a time may have as many pixels as their sides allow.
  public func check(_ size: Size, scale: Double, isWhole: Bool = true) throws {
    let reach = 1.0...Double(longestSide)
    let (width, height) = (size.width * scale, size.height * scale)
    guard reach.contains(width), reach.contains(height) else {
      throw Snapshot.ImpossibleSize(size: size, scale: scale, limit: .side(longestSide))
    }
    guard !isWhole || width * height <= Double(Self.mostPixels) else {
      throw Snapshot.ImpossibleSize(size: size, scale: scale, limit: .pixels(Self.mostPixels))
    }
  }

  /// Writes the picture of a content that is laid out for `size` points and was brought to `time` into a PNG, which
  /// holds all of it or what it held before; one of very many pixels is drawn and written a tile at a time.
  package func write(
    _ content: any WindowContent, size: Size, scale: Double, at time: Double, to path: String,
    wholeUpTo most: Int = Offscreen.mostPixels
  ) throws {
    try check(size, scale: scale, isWhole: false)
    let pixels = PixelSize(size, scale: scale)
    guard pixels.width * pixels.height > most else {
      return try PNG.write(picture(of: content, size: size, scale: scale, at: time).bitmap, to: path)
    }
    list.record(content.layer, at: time)
    var file = try PNGFile(path: path, size: pixels)
    try PictureTiles(pixels).forEachBand(drawing: { area in
      try self.pixels(
        of: list.moved(by: Vector(-Double(area.x), -Double(area.y)) / scale), size: area.size, scale: scale,
        background: content.background)
    }) { rows, _ in try file.append(rows) }
    try file.finish()
  }

  /// Returns the picture of a content that is laid out for `size` points and was brought to `time`.
  ///
  /// Throws where the picture is too large, or graphics fail.
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
    return try pixels(of: list, size: size, scale: scale, background: background, technique: technique)
  }

  private func pixels(
    of list: DisplayList, size: PixelSize, scale: Double, background: RGBA, technique: PathTechnique? = nil
  ) throws -> [UInt8] {
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
