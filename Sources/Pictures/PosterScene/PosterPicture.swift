import Application
import Colors
import Controls
import GPU
public import Geometry
public import Images
public import Posters
public import Scene
public import Typography

/// Draws posters as PNG with the programs that windows use, a tile at a time, so that memory stays small.
///
/// One context serves any number of posters; it belongs to the thread that made it.
public final class PosterPicture {
  /// A picture that has too many pixels.
  public struct TooLarge: Error, CustomStringConvertible {
    package let size: PixelSize

    public var description: String {
      "\(size.width) × \(size.height) pixels are too many; up to \(PosterPicture.largestSide) each way and "
        + "\(PosterPicture.mostPixels / 1_000_000) million in all are possible; lower the resolution"
    }
  }

  package static let largestSide = 60_000
  package static let mostPixels = 2_000_000_000

  private let offscreen: Offscreen
  private let decoder: any PictureDecoder
  /// The longest side of a tile.
  private let tileSide: Int

  /// Makes a context without a window; throws where the system has none to give.
  ///
  /// The longest side of a tile is in pixels; larger tiles take more memory.
  public init(
    typesetter: Typesetter, cacheDirectory: String?, tileSide: Int = 1024,
    by decoder: any PictureDecoder = DirectDecoder()
  ) throws {
    self.decoder = decoder
    offscreen = try Offscreen(typesetter: typesetter, cacheDirectory: cacheDirectory)
    self.tileSide = max(1, min(tileSide, offscreen.longestSide))
  }

  /// Returns how many pixels a page with its bleed has: each side in millimetres · dpi / 25.4, rounded.
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

  /// Writes a picture so that `path` holds all of it or what it held before; `progress` hears of the rows done before each
  /// tile and after the last, and ends the work by throwing.
  public func write(
    _ layout: PosterLayout, to path: String, sheet: PrintSheet = PrintSheet(), pixelsPerInch: Double,
    progress: (_ rows: Int, _ count: Int) throws -> Void = { _, _ in }
  ) throws {
    let size = try Self.size(of: layout, sheet: sheet, pixelsPerInch: pixelsPerInch)
    var file = try PNGFile(path: path, size: size, pixelsPerInch: pixelsPerInch)
    try forEachBand(of: layout, sheet: sheet, size: size, before: { try progress($0.y, size.height) }) {
      pixels, _ in try file.append(pixels)
    }
    try progress(size.height, size.height)
    try file.finish()
  }

  /// Returns a picture of so many pixels, the page and its bleed.
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
    for number in 0..<stage.entrance.frameCount(framesPerSecond: framesPerSecond) {
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
