public import Colors
public import Controls
import GPU
public import Geometry
import Images
public import Localization
public import Renderer
public import Scene
import Terminal
public import Typography
import Windowing

/// Draws without a window, with one context and one framebuffer.
///
/// It belongs to the thread that created it. The renderer is that of windows, so that pictures and windows are
/// identical.
public final class Offscreen {
  /// A picture of a content at a time.
  public struct Picture {
    /// The pixels, straight alpha, rows from the top.
    public let bitmap: Bitmap
    /// Whether the picture equals the previous one.
    public let isRepeated: Bool
  }

  package let context: OffscreenContext
  private let surface: Surface
  private var target: Target?
  private var list = DisplayList()
  private var last: Bitmap?

  /// A framebuffer that can be shared.
  private final class Target {
    let framebuffer: Framebuffer

    init(size: PixelSize, in context: GraphicsContext) throws {
      framebuffer = try Framebuffer(size: size, in: context)
    }
  }

  /// Creates a context and makes it current on this thread; `debug` lets the driver validate calls.
  ///
  /// `cacheDirectory` holds compiled shader programs.
  ///
  /// - Parameters:
  ///   - typesetter: Sets the texts of the pictures.
  ///   - cacheDirectory: The folder in which compiled shaders are kept; nil compiles them each time.
  ///   - technique: How paths become pixels.
  ///   - debug: Whether the driver checks each call, which takes longer.
  /// - Throws: `OffscreenContextError` without EGL or a driver of OpenGL ES 3.0.
  public init(
    typesetter: Typesetter = Typesetter(), cacheDirectory: String?, technique: PathTechnique = .automatic,
    debug: Bool = GraphicsContext.isDebugBuild
  ) throws {
    context = try OffscreenContext(debug: debug)
    surface = Surface(
      typesetter: typesetter, shaders: .ofEnvironment(), cacheDirectory: cacheDirectory,
      technique: technique, textureBytes: Self.textureBytes)
  }

  /// Textures that a tile does not show are uploaded again for the next tile that shows them.
  private static let textureBytes = 64 << 20

  deinit {
    // GPU resources are released before their context.
    surface.reset()
    target = nil
  }

  /// The maximum side of a picture, in pixels.
  public var longestSide: Int { min(context.graphics.maximumTargetSize, 16384) }

  /// The maximum number of pixels of a picture that is kept as a whole, which takes some 16 bytes for each until it is
  /// a file.
  package static let mostPixels = 1 << 24

  /// Throws unless a picture of a size in points at a scale is possible, before memory is allocated for it.
  ///
  /// A picture written a tile at a time is limited only by its sides.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, in points.
  ///   - scale: The pixels per point.
  ///   - isWhole: Whether the picture is kept in memory, which limits its pixels; otherwise only its sides are limited.
  /// - Throws: ``Snapshot/ImpossibleSize``.
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

  /// Writes the picture of a content, laid out for `size` points and advanced to `time`, into a PNG, atomically; a very
  /// large picture is drawn and written a tile at a time.
  package func write(
    _ content: any WindowContent, size: Size, scale: Double, at time: Double, to path: String,
    wholeUpTo most: Int = Offscreen.mostPixels
  ) throws {
    try check(size, scale: scale, isWhole: false)
    let pixels = PixelSize(size, scale: scale)
    guard pixels.width * pixels.height > most else {
      return try PNG.write(picture(of: content, size: size, scale: scale, at: time).bitmap, to: path)
    }
    list.record(content.layer, at: time, pointer: content.pointer)
    var file = try PNGFile(path: path, size: pixels)
    try PictureTiles(pixels).forEachBand(drawing: { area in
      try self.pixels(
        of: list.moved(by: Vector(-Double(area.x), -Double(area.y)) / scale), size: area.size, scale: scale,
        background: content.background)
    }) { rows, _ in try file.append(rows) }
    try file.finish()
  }

  /// Returns the picture of a content laid out for `size` points and advanced to `time`.
  ///
  /// Throws if the picture is too large, or graphics fail.
  ///
  /// - Parameters:
  ///   - content: The content, which was laid out for the size and advanced to the time.
  ///   - size: The size of the window, in points.
  ///   - scale: The pixels per point.
  ///   - time: The time that the picture shows, in seconds.
  /// - Returns: The picture, and whether it equals the previous one, which then is not drawn again.
  /// - Throws: ``Snapshot/ImpossibleSize``, `ShaderError` for a fill that does not compile, and `GraphicsError`.
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

  /// Returns the pixels of a layer on a background, four bytes each: red, green, blue and alpha.
  ///
  /// Parts of the layer outside of `size` are cut off.
  ///
  /// - Parameters:
  ///   - layer: The layer, with its model values.
  ///   - size: The size of the picture, in pixels; its top left corner is the origin of the layer's superlayer.
  ///   - scale: The pixels per point.
  ///   - background: The colour behind the layer.
  ///   - technique: How paths become pixels; nil is that of this object.
  /// - Returns: The rows from the top, not premultiplied.
  /// - Throws: `ShaderError` for a fill that does not compile, and `GraphicsError`.
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
    // The target no longer holds the content's last picture.
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

/// The tiles of a large picture, drawn one after the other, so that memory stays small for any size.
package struct PictureTiles {
  package let size: PixelSize
  /// The maximum side of a tile.
  package let side: Int

  package init(_ size: PixelSize, side: Int = 1024) {
    self.size = size
    self.side = max(side, 1)
  }

  /// Calls `body` for each row of tiles with its pixels, four bytes each, and the index of the pixel row after it.
  package func forEachBand(
    drawing draw: (PixelRect) throws -> [UInt8], _ body: (_ pixels: [UInt8], _ end: Int) throws -> Void
  ) throws {
    let columns = Self.parts(of: size.width, atMost: side)
    for rows in Self.parts(of: size.height, atMost: side) {
      var band = [UInt8](repeating: 0, count: 4 * size.width * rows.count)
      for part in columns {
        try Interruption.check()
        let tile = try draw(
          PixelRect(x: part.lowerBound, y: rows.lowerBound, width: part.count, height: rows.count))
        for row in 0..<rows.count {
          let target = 4 * (row * size.width + part.lowerBound)
          band.replaceSubrange(
            target..<target + 4 * part.count, with: tile[4 * row * part.count..<4 * (row + 1) * part.count])
        }
      }
      try body(band, rows.upperBound)
    }
  }

  private static func parts(of length: Int, atMost longest: Int) -> [Range<Int>] {
    stride(from: 0, to: length, by: longest).map { $0..<min($0 + longest, length) }
  }
}

/// Draws a window's content into a picture, without a window.
public enum Snapshot {
  /// The technique that fills paths.
  public typealias Technique = PathTechnique

  /// A requested size that is too large for a picture.
  public struct ImpossibleSize: LocalizableError {
    package let size: Size
    package let scale: Double
    package let limit: Limit

    /// The limit that is exceeded.
    package enum Limit {
      case side(Int)
      case pixels(Int)
    }

    /// The size and the limit.
    public var message: Message {
      let (width, height, scale) = (words(size.width), words(size.height), words(scale))
      return switch limit {
      case .side(let most):
        Message(
          "a picture of {width}x{height} points at scale {scale} is not possible; each side must be from 1 to {limit} pixels",
          ["width": width, "height": height, "scale": scale, "limit": String(most)])
      case .pixels(let most):
        Message(
          "a picture of {width}x{height} points at scale {scale} is not possible; the limit is {limit} megapixels",
          ["width": width, "height": height, "scale": scale, "limit": String(most / 1_000_000)])
      }
    }

    private func words(_ value: Double) -> String {
      Int(exactly: value).map(String.init) ?? String(value)
    }
  }

  /// Plays a script into `content` up to a time and returns a picture at `scale` pixels per point.
  ///
  /// The window has `size` points until the script resizes it.
  ///
  /// - Parameters:
  ///   - content: The new content of a window.
  ///   - script: The input.
  ///   - size: The initial size of the window, in points.
  ///   - scale: The pixels per point.
  ///   - time: The time that the picture shows, in seconds; later steps are not played.
  ///   - typesetter: Sets the texts of the window.
  ///   - cacheDirectory: The folder in which compiled shaders are kept; nil compiles them each time.
  ///   - technique: How paths become pixels.
  /// - Throws: ``ImpossibleSize``, and errors while drawing.
  public static func bitmap(
    of content: any WindowContent, playing script: InputScript = InputScript(), size: Size, scale: Double,
    at time: Double = 0, typesetter: Typesetter, cacheDirectory: String?, technique: Technique = .automatic
  ) throws -> Bitmap {
    let surface = try Offscreen(
      typesetter: typesetter, cacheDirectory: cacheDirectory, technique: technique)
    try surface.check(size, scale: scale)
    var playback = Playback(of: script, into: content, size: size, scale: scale)
    playback.play(until: time)
    return try surface.picture(of: content, size: playback.size, scale: scale, at: time).bitmap
  }

  /// Plays a script into `content` up to a time and writes a picture into a PNG, atomically; a large picture is drawn
  /// and written a tile at a time.
  ///
  /// - Parameters:
  ///   - content: The new content of a window.
  ///   - script: The input.
  ///   - size: The initial size of the window, in points.
  ///   - scale: The pixels per point.
  ///   - time: The time that the picture shows, in seconds; later steps are not played.
  ///   - typesetter: Sets the texts of the window.
  ///   - cacheDirectory: The folder in which compiled shaders are kept; nil compiles them each time.
  ///   - path: The PNG, which is written completely or not at all.
  /// - Throws: ``ImpossibleSize``, errors while drawing, and `ImageError` if the file cannot be written.
  public static func write(
    _ content: any WindowContent, playing script: InputScript, size: Size, scale: Double, at time: Double,
    typesetter: Typesetter, cacheDirectory: String?, to path: String
  ) throws {
    let surface = try Offscreen(typesetter: typesetter, cacheDirectory: cacheDirectory)
    try surface.check(size, scale: scale, isWhole: false)
    for case .resize(let size) in script.steps.filter({ $0.time <= time }).map(\.action) {
      try surface.check(size, scale: scale, isWhole: false)
    }
    var playback = Playback(of: script, into: content, size: size, scale: scale)
    playback.play(until: time)
    try surface.write(content, size: playback.size, scale: scale, at: time, to: path)
  }
}

/// Plays a script into a window's content, without a window and without waiting.
///
/// The result does not depend on the times at which the playback pauses.
package struct Playback {
  package let content: any WindowContent
  package let scale: Double

  /// The current size of the window, in points.
  package private(set) var size: Size

  /// When the content next needs a frame, in seconds; nil while nothing moves.
  package private(set) var nextFrame: Double?

  private var rest: ArraySlice<InputScript.Step>

  /// Lays out the content and starts at time 0, before the first step.
  package init(of script: InputScript, into content: any WindowContent, size: Size, scale: Double) {
    self.content = content
    self.scale = scale
    self.size = size
    rest = script.steps[...]
    content.layOut(size: size, scale: scale)
    nextFrame = content.advanceAndSettle(to: 0)
  }

  /// Performs every step up to a time, each at its own time, and advances the content to that time.
  ///
  /// With `coalescesMotion`, only the last of consecutive pointer positions is used, as in a window between two frames;
  /// the result then depends on the times at which the playback pauses.
  package mutating func play(until time: Double, coalescesMotion: Bool = false) {
    while let step = rest.first, step.time <= time {
      rest = rest.dropFirst()
      if isOvertaken(step) || coalescesMotion && isFollowedByMotion(step, before: time) { continue }
      _ = content.advanceAndSettle(to: step.time)
      switch step.action {
      case .input(let input): content.handle(input, at: step.time)
      case .resize(let wanted):
        size = wanted
        content.layOut(size: size, scale: scale)
      }
      content.receiveMail(at: step.time)
      content.settle(at: step.time)
    }
    content.receiveMail(at: time)
    nextFrame = content.advanceAndSettle(to: time)
  }

  /// Returns whether a pointer movement is directly followed by another one.
  private func isFollowedByMotion(_ step: InputScript.Step, before time: Double) -> Bool {
    guard case .input(.pointerMoved(_, let held)) = step.action, let next = rest.first, next.time <= time,
      case .input(.pointerMoved(_, held)) = next.action
    else { return false }
    return true
  }

  /// Returns whether a resize is directly followed by another one within the same sixtieth of a second; the content is
  /// laid out only for the last one, as in windows on a screen.
  private func isOvertaken(_ step: InputScript.Step) -> Bool {
    guard case .resize = step.action, let next = rest.first, case .resize = next.action else { return false }
    return (step.time * 60).rounded(.down) == (next.time * 60).rounded(.down)
  }
}
