import Colors
import Geometry
import Images
import Posters
import Publishing
import Scene
import Typography
import Workers

/// Draws previews of sheets, and finds blank ones, beside the frame loop.
final class SheetPainter {
  /// A request for the picture of a sheet.
  struct Request: Hashable, Sendable {
    var posters: [Poster]
    var sheet: PrintedSheets.Sheet
    /// The bleed of the posters, in points.
    var bleed: Double
    /// The edge that the printer leaves white, in points.
    var margin: Double
    /// The part of the plane around the paper that is shown, in points of the paper.
    var area: Rect
    /// The pixels of the area.
    var size: PixelSize
  }

  /// The picture of a sheet, transparent around the paper.
  struct Picture: Sendable {
    let request: Request
    let bitmap: SharedBitmap
    /// Whether ink is striped because the printer leaves it out.
    let hasStripes: Bool
    /// Whether a part is pale because it is cut off.
    let hasWaste: Bool
  }

  /// A request for the sheets that are not blank.
  struct Count: Hashable, Sendable {
    var posters: [Poster]
    var tilings: [Tiling]
    var bleed: Double
  }

  enum Message: Sendable {
    case picture(Picture)
    case counted(Count, [Tiling])
    case printers(Printers)
    case media(printer: String, PrinterMedia?)
  }

  /// The layouts and pictures that the thread has made of posters.
  private struct Studio {
    let typesetter = Typesetter()
    var posters: [Poster] = []
    var layouts: [Int: PosterLayout] = [:]
    var pictures: [Key: Bitmap] = [:]
    var byteCount = 0

    struct Key: Hashable {
      let poster: Int
      let size: PixelSize
      let bleed: Double
    }

    mutating func show(_ posters: [Poster]) {
      guard posters != self.posters else { return }
      (self.posters, layouts, pictures, byteCount) = (posters, [:], [:], 0)
    }

    mutating func layout(_ index: Int) -> PosterLayout {
      if let layout = layouts[index] { return layout }
      if layouts.count > 200 { layouts = [:] }
      let layout = PosterLayout(posters[index], typesetter: typesetter)
      layouts[index] = layout
      return layout
    }

    mutating func picture(_ index: Int, size: PixelSize, bleed: Double, by decoder: any PictureDecoder)
      -> Bitmap?
    {
      let key = Key(poster: index, size: size, bleed: bleed)
      if let picture = pictures[key] { return picture }
      guard let picture = layout(index).bitmap(bleed: bleed, size: size, by: decoder) else { return nil }
      if byteCount > 64 << 20 { (pictures, byteCount) = ([:], 0) }
      pictures[key] = picture
      byteCount += picture.bytes.count
      return picture
    }
  }

  private let mail: Mailbox<Message>
  private let worker: Worker<Studio>
  private let decoder: any PictureDecoder
  /// Asks for the printers; it may take a while.
  private let findPrinters: @Sendable () -> Printers
  /// Asks for the papers of a printer.
  private let findMedia: @Sendable (_ printer: String) -> PrinterMedia?

  init(
    _ work: WorkGroup, by decoder: any PictureDecoder, findPrinters: @escaping @Sendable () -> Printers,
    findMedia: @escaping @Sendable (String) -> PrinterMedia?
  ) {
    (self.decoder, self.findPrinters, self.findMedia) = (decoder, findPrinters, findMedia)
    mail = Mailbox(wake: work.wake)
    worker = Worker(name: "print", in: work) { Studio() }
  }

  func take() -> [Message] { mail.takeAll() }

  func askForPrinters() { worker.run { [mail, findPrinters] _ in mail.send(.printers(findPrinters())) } }

  func askForMedia(of printer: String) {
    worker.run { [mail, findMedia] _ in mail.send(.media(printer: printer, findMedia(printer))) }
  }

  func count(_ count: Count) {
    worker.run { [mail, decoder] studio in
      studio.show(count.posters)
      let tilings = count.tilings.enumerated().map { index, tiling in
        TiledExport.withoutBlankSheets(tiling, of: studio.layout(index), bleed: count.bleed, by: decoder)
      }
      mail.send(.counted(count, tilings))
    }
  }

  func paint(_ request: Request) {
    worker.run { [mail, decoder] studio in
      studio.show(request.posters)
      var canvas = SheetCanvas(request)
      for piece in request.sheet.pieces {
        let size = canvas.pixels(of: piece.frame)
        guard size.width <= 8192, size.height <= 8192,
          let picture = studio.picture(piece.poster, size: size, bleed: request.bleed, by: decoder)
        else { continue }
        canvas.draw(picture, piece)
      }
      canvas.stripeMargins()
      mail.send(
        .picture(
          Picture(
            request: request, bitmap: SharedBitmap(canvas.bitmap), hasStripes: canvas.hasStripes,
            hasWaste: canvas.hasWaste)))
    }
  }

  /// Waits until the work that was asked for is done.
  func finish() { worker.finish() }
}

/// The pixels of a sheet's preview: white paper with its pieces, and a pale trace of what is beside the paper.
struct SheetCanvas {
  private let request: SheetPainter.Request
  private(set) var bitmap: Bitmap
  private(set) var hasStripes = false
  private(set) var hasWaste = false
  /// Pixels to the point.
  private let scale: Double

  /// The share of a colour that is left where it is cut off.
  private static let paleness = 0.35

  init(_ request: SheetPainter.Request) {
    self.request = request
    let (width, height) = (max(request.size.width, 1), max(request.size.height, 1))
    scale = Double(width) / max(request.area.width, 1)
    bitmap = Bitmap(
      size: PixelSize(width: width, height: height), bytes: [UInt8](repeating: 0, count: 4 * width * height))
    let paper = range(of: Rect(origin: .zero, size: request.sheet.paper))
    for y in paper.y {
      for index in 4 * (y * width + paper.x.lowerBound)..<4 * (y * width + paper.x.upperBound) {
        bitmap.bytes[index] = 255
      }
    }
  }

  /// Returns the size of a picture that covers a rectangle.
  func pixels(of rect: Rect) -> PixelSize {
    PixelSize(
      width: max(Int((rect.width * scale).rounded()), 1), height: max(Int((rect.height * scale).rounded()), 1)
    )
  }

  /// Returns the pixels whose centres are in a rectangle on the paper.
  private func range(of rect: Rect) -> (x: Range<Int>, y: Range<Int>) {
    func pixels(_ start: Double, _ end: Double, _ origin: Double, _ most: Int) -> Range<Int> {
      let first = min(max(Int(((start - origin) * scale).rounded()), 0), most)
      return first..<min(max(Int(((end - origin) * scale).rounded()), first), most)
    }
    return (
      pixels(rect.minX, rect.maxX, request.area.minX, bitmap.size.width),
      pixels(rect.minY, rect.maxY, request.area.minY, bitmap.size.height)
    )
  }

  /// Draws a poster's picture; what is not kept is pale, and beside the paper transparent as well.
  mutating func draw(_ picture: Bitmap, _ piece: PrintedSheets.Piece) {
    let paper = range(of: Rect(origin: .zero, size: request.sheet.paper))
    let (printed, kept) = (range(of: piece.printed), range(of: piece.kept))
    let showsRest = request.sheet.pieces.count == 1 && request.sheet.cells.isEmpty
    let whole = range(of: piece.frame)
    let shown = showsRest ? whole : printed
    let left = Int(((piece.frame.minX - request.area.minX) * scale).rounded())
    let top = Int(((piece.frame.minY - request.area.minY) * scale).rounded())
    for y in shown.y where (0..<picture.size.height).contains(y - top) {
      for x in shown.x where (0..<picture.size.width).contains(x - left) {
        let source = 4 * ((y - top) * picture.size.width + x - left)
        let index = 4 * (y * bitmap.size.width + x)
        let isOnPaper = paper.x.contains(x) && paper.y.contains(y)
        let isPrinted = printed.x.contains(x) && printed.y.contains(y)
        if isOnPaper, isPrinted {
          let isKept = kept.x.contains(x) && kept.y.contains(y)
          for channel in 0..<3 {
            let value = picture.bytes[source + channel]
            bitmap.bytes[index + channel] =
              isKept ? value : UInt8(255 - (255 - Double(value)) * Self.paleness)
          }
          if !isKept { hasWaste = true }
        } else if !isOnPaper, bitmap.bytes[index + 3] == 0 {
          for channel in 0..<3 { bitmap.bytes[index + channel] = picture.bytes[source + channel] }
          bitmap.bytes[index + 3] = UInt8(255 * Self.paleness)
          hasWaste = true
        }
      }
    }
  }

  /// Stripes ink on the edge that the printer leaves white, light beside dark so that it is seen on any colour.
  mutating func stripeMargins() {
    let margin = request.margin
    guard margin > 0 else { return }
    let paper = Rect(origin: .zero, size: request.sheet.paper)
    let (outer, inner) = (range(of: paper), range(of: paper.inset(by: margin)))
    for y in outer.y {
      for x in outer.x where !(inner.x.contains(x) && inner.y.contains(y)) {
        let index = 4 * (y * bitmap.size.width + x)
        let isWhite =
          bitmap.bytes[index] == 255 && bitmap.bytes[index + 1] == 255 && bitmap.bytes[index + 2] == 255
        guard !isWhite else { continue }
        hasStripes = true
        let place = (x + y) % 8
        guard place < 4 else { continue }
        for channel in 0..<3 { bitmap.bytes[index + channel] = place < 2 ? 255 : 27 }
      }
    }
  }
}
