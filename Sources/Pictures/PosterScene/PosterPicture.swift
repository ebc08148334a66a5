import Application
import Colors
import Controls
import GPU
public import Geometry
public import Images
public import Localization
public import Posters
public import Scene
public import Typography

/// Draws posters as pictures with the programs that windows use, a tile at a time, so that memory stays small.
///
/// One context serves any number of posters; it belongs to the thread that made it.
public final class PosterPicture {
  /// A picture that has too many pixels.
  public struct TooLarge: LocalizableError {
    package let size: PixelSize

    public var message: Message {
      Message(
        "{width} × {height} pixels are too many; up to {limit} each way and {count} million in all are possible; lower the resolution",
        [
          "width": String(size.width), "height": String(size.height),
          "limit": String(PosterPicture.largestSide),
          "count": String(PosterPicture.mostPixels / 1_000_000),
        ])
    }
  }

  package static let largestSide = 60_000
  package static let mostPixels = 2_000_000_000

  private let offscreen: Offscreen
  private let decoder: any PictureDecoder
  /// The longest side of a tile.
  private let tileSide: Int

  /// Creates a context without a window.
  ///
  /// - Parameters:
  ///   - typesetter: The typesetter of the posters' text.
  ///   - cacheDirectory: The folder in which compiled shaders are kept; nil compiles them each time.
  ///   - tileSide: The longest side of a tile, in pixels, at least 1; larger tiles take more memory.
  ///   - decoder: The decoder of the posters' pictures.
  /// - Throws: `OffscreenContextError` without EGL or a driver of OpenGL ES 3.0.
  public init(
    typesetter: Typesetter, cacheDirectory: String?, tileSide: Int = 1024,
    by decoder: any PictureDecoder = DirectDecoder()
  ) throws {
    self.decoder = decoder
    offscreen = try Offscreen(typesetter: typesetter, cacheDirectory: cacheDirectory)
    self.tileSide = max(1, min(tileSide, offscreen.longestSide))
  }

  /// Returns the size in pixels of a page with its bleed, each side rounded.
  ///
  /// - Parameters:
  ///   - layout: The poster.
  ///   - sheet: The bleed and the marks.
  ///   - pixelsPerInch: The resolution, above 0.
  /// - Throws: ``TooLarge`` for more than 60,000 pixels along a side or 2,000 million in all.
  public static func size(
    of layout: PosterLayout, sheet: PrintSheet, pixelsPerInch: Double
  ) throws -> PixelSize {
    let area = layout.page.outset(by: sheet.bleedInPoints)
    func side(_ points: Double) -> Int { Int(min(max((points * pixelsPerInch / 72).rounded(), 1), 1e9)) }
    let size = PixelSize(width: side(area.width), height: side(area.height))
    guard max(size.width, size.height) <= largestSide, size.count.map({ $0 <= mostPixels }) == true else {
      throw TooLarge(size: size)
    }
    return size
  }

  /// Returns the layers that a poster is drawn with, a point of its page for each of theirs.
  public static func layer(
    of poster: Poster, typesetter: Typesetter = Typesetter(), by decoder: any PictureDecoder = DirectDecoder()
  ) -> Layer {
    let layout = PosterLayout(poster, typesetter: typesetter)
    let page = layout.page.size
    return Layer(
      poster: layout, size: page,
      pictures: PosterPictures(layout, page: PixelSize(page, scale: 1), by: decoder))
  }

  /// Writes a picture of a page with its bleed, a tile at a time.
  ///
  /// - Parameters:
  ///   - layout: The poster.
  ///   - path: The file, which is replaced when it is complete.
  ///   - format: The format of the file.
  ///   - quality: The quality of formats that have one, from 1 to 100.
  ///   - sheet: The bleed and the marks.
  ///   - pixelsPerInch: The resolution, above 0.
  ///   - progress: Called before each tile and after the last with the number of finished rows and of all rows.
  ///     Throwing cancels the work.
  /// - Throws: ``TooLarge``, `ImageError` if the file cannot be written in the format, the error of graphics, or that of
  ///   `progress`.
  public func write(
    _ layout: PosterLayout, to path: String, as format: PictureFormat = .png,
    quality: Int = PictureFormat.usualQuality, sheet: PrintSheet = PrintSheet(), pixelsPerInch: Double,
    progress: (_ rows: Int, _ count: Int) throws -> Void = { _, _ in }
  ) throws {
    let size = try Self.size(of: layout, sheet: sheet, pixelsPerInch: pixelsPerInch)
    func write<File: PictureOutput & ~Copyable>(_ file: consuming File) throws {
      try forEachBand(of: layout, sheet: sheet, size: size, before: { try progress($0.y, size.height) }) {
        pixels, _ in try file.append(pixels)
      }
      try progress(size.height, size.height)
      var stop: (any Error)?
      do {
        try file.finish {
          do { try progress(size.height, size.height) } catch { stop = error }
          return stop == nil
        }
      } catch {
        throw stop ?? error
      }
    }
    switch format {
    case .png: try write(PNGFile(path: path, size: size, pixelsPerInch: pixelsPerInch))
    case .jpeg: try write(JPEGFile(path: path, size: size, pixelsPerInch: pixelsPerInch, quality: quality))
    case .webp: try write(WebPFile(path: path, size: size, pixelsPerInch: pixelsPerInch, quality: quality))
    case .avif: try write(AVIFFile(path: path, size: size, pixelsPerInch: pixelsPerInch, quality: quality))
    }
  }

  /// Returns the pixels of a page with its bleed, as straight RGBA with the top row first.
  ///
  /// - Parameters:
  ///   - layout: The poster.
  ///   - sheet: The bleed and the marks.
  ///   - size: The size of the result.
  /// - Throws: The error of graphics.
  public func pixels(
    of layout: PosterLayout, sheet: PrintSheet = PrintSheet(), size: PixelSize
  ) throws -> [UInt8] {
    var all: [UInt8] = []
    try forEachBand(of: layout, sheet: sheet, size: size) { pixels, _ in all += pixels }
    return all
  }

  /// A frame of a poster's animation.
  package struct Frame {
    /// The number, from 0.
    package let number: Int
    /// The picture of the page, without its bleed.
    package let bitmap: Bitmap
    /// Whether it equals the frame before.
    package let isRepeated: Bool
  }

  /// Draws the frames of an animation one after another; each at rest, as the last, is the poster's picture.
  package func forEachFrame(
    of layout: PosterLayout, _ animation: PosterAnimation, size: PixelSize, framesPerSecond: Double,
    _ body: (Frame) throws -> Void
  ) throws {
    let (layout, pictures) = prepared(layout, sheet: PrintSheet(), size: size)
    let stage = PosterStage(
      layout, animation, size: Size(Double(size.width), Double(size.height)), pictures: pictures)
    var last: (bitmap: Bitmap, isAtRest: Bool)?
    for number in 0..<stage.entrance.animation.frameCount(framesPerSecond: framesPerSecond) {
      let time = stage.entrance.time(ofFrame: number, framesPerSecond: framesPerSecond)
      let isAtRest = stage.entrance.isAtRest(at: time)
      if isAtRest, let last, last.isAtRest {
        try body(Frame(number: number, bitmap: last.bitmap, isRepeated: true))
        continue
      }
      stage.show(at: time)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(4 * size.width * size.height)
      try forEachBand(of: stage.layer, size: size) { pixels, _ in bytes += pixels }
      let bitmap = Bitmap(size: size, bytes: bytes)
      try body(Frame(number: number, bitmap: bitmap, isRepeated: false))
      last = (bitmap, isAtRest)
    }
  }

  private func forEachBand(
    of layout: PosterLayout, sheet: PrintSheet, size: PixelSize,
    before check: (_ tile: PixelRect) throws -> Void = { _ in },
    _ body: (_ pixels: [UInt8], _ end: Int) throws -> Void
  ) throws {
    let (layout, pictures) = prepared(layout, sheet: sheet, size: size)
    let poster = Layer(
      poster: layout, size: Size(Double(size.width), Double(size.height)), pictures: pictures,
      bleed: sheet.bleedInPoints)
    try forEachBand(of: poster, size: size, before: check, body)
  }

  /// Returns a layout for so many pixels, and its pictures.
  private func prepared(
    _ layout: PosterLayout, sheet: PrintSheet, size: PixelSize
  ) -> (PosterLayout, PosterPictures) {
    let area = layout.page.outset(by: sheet.bleedInPoints)
    let grid = PosterLayout.DeviceGrid(sheet: area, width: Double(size.width), height: Double(size.height))
    let layout = layout.aligned(to: grid)
    return (layout, PosterPictures(layout, page: size, bleed: sheet.bleedInPoints, by: decoder))
  }

  private func forEachBand(
    of poster: Layer, size: PixelSize, before check: (_ tile: PixelRect) throws -> Void = { _ in },
    _ body: (_ pixels: [UInt8], _ end: Int) throws -> Void
  ) throws {
    let root = Layer()
    root.addSublayer(poster)
    try PictureTiles(size, side: tileSide).forEachBand(
      drawing: {
        try check($0)
        return try draw(root, poster, $0)
      }, body)
    poster.removeFromSuperlayer()
  }

  /// Draws what lies within a rectangle of the whole picture.
  private func draw(_ root: Layer, _ poster: Layer, _ area: PixelRect) throws -> [UInt8] {
    poster.frame.origin = Point(-Double(area.x), -Double(area.y))
    root.frame = Rect(x: 0, y: 0, width: Double(area.width), height: Double(area.height))
    return try offscreen.pixels(of: root, size: area.size, background: .white, technique: .coverage)
  }
}
