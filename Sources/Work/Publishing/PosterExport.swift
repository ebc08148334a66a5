import Catalog
public import ColorManagement
public import Images
import PosterScene
public import Posters
public import Typography
import Files
import Terminal

/// Writes posters into files of the kind that their names end with.
///
/// It belongs to the thread that made it; several threads have one each.
public final class PosterExport {
  /// What a poster is written as, by the ending of its file's name.
  public enum Format: String, CaseIterable, Sendable {
    /// Pages with embedded fonts, several posters in one file.
    case pdf
    /// A picture.
    case png
    /// A drawing in which text stays text unless outlines are asked for.
    case svg

    /// Returns the kind that a file's name ends with, or nil.
    public init?(path: String) {
      self.init(rawValue: FilePath(path).formatEnding)
    }
  }

  /// A side of a picture, in pixels; the other one follows the page.
  public enum Pixels: Hashable, Sendable {
    /// So many pixels from left to right.
    case wide(Int)
    /// So many pixels from top to bottom.
    case high(Int)

    /// Returns the pixels to the inch that give a sheet this size, in points.
    func perInch(of width: Double, _ height: Double) -> Double {
      switch self {
      case .wide(let pixels): Double(pixels) * 72 / width
      case .high(let pixels): Double(pixels) * 72 / height
      }
    }
  }

  /// How posters are written.
  public struct Options: Hashable, Sendable {
    /// How far the background reaches beyond the page, in millimetres; nil is as the posters say, the widest of several.
    public var bleed: Double?
    /// Whether a PDF has marks that show where to cut, and marks of register.
    public var hasMarks = false
    /// Pixels to the inch of a PNG.
    public var pixelsPerInch = 300.0
    /// How large a PNG is, its bleed included, whatever the page; nil where `pixelsPerInch` says it.
    public var pixels: Pixels?
    /// Whether letters become shapes.
    public var outlines = false
    /// The press that a PDF is made for, as PDF/X-4; nil is none, and colours as on a screen.
    public var press: PrintProfile?
    /// The sheets of paper over which each page of a PDF is divided; nil leaves it whole. They have marks of their own in the
    /// place of `hasMarks`.
    public var tiling: Tiling.Options?

    /// Creates options for a page with the bleed of its poster and without marks, at 300 pixels to the inch.
    public init() {}

    /// Returns the paper around the pages of posters.
    public func sheet(for posters: [Poster]) -> PrintSheet {
      PrintSheet(
        bleed: bleed ?? posters.map(\.bleed).max() ?? 0, hasMarks: hasMarks && tiling == nil)
    }
  }

  private let options: Options
  private let typesetter: Typesetter
  private let cacheDirectory: String?
  private let decoder: WatchedDecoder
  /// Told of the rows of a picture that are done; throws to give up. Nil tells the terminal.
  package var onProgress: ((_ rows: Int, _ count: Int) throws -> Void)?
  /// Made when it is first needed: the other formats need no GPU.
  private var picture: PosterPicture?

  /// Creates what writes posters; `cacheDirectory` is where programs go that the driver has compiled, and `decoder` makes
  /// pixels of their pictures.
  public init(
    options: Options, typesetter: Typesetter = Typesetter(), cacheDirectory: String?,
    by decoder: any PictureDecoder = DirectDecoder()
  ) {
    self.decoder = WatchedDecoder(decoder)
    self.options = options
    self.typesetter = typesetter
    self.cacheDirectory = cacheDirectory
  }

  /// Writes posters to `path`, several only as the pages of a PDF; returns what could not be done as asked.
  ///
  /// Throws a `PosterError` for a poster that is refused, and what kept the file from being written.
  public func write(_ posters: [Poster], to path: String, as format: Format) throws -> [PosterWarning] {
    if format == .pdf {
      let (bytes, warnings) = try document(posters)
      try Self.write(bytes, to: path)
      return warnings
    }
    guard let poster = posters.first else { return [] }
    let layout = PosterLayout(poster, typesetter: typesetter)
    if let refusal = layout.refusal { throw refusal }
    decoder.forget()
    if format == .png {
      try writePicture(layout, on: options.sheet(for: [poster]), to: path)
    } else {
      let text = PosterSVG.document(
        of: layout, title: poster.title, sheet: options.sheet(for: [poster]), outlines: options.outlines,
        by: decoder)
      try Self.write(Array(text.utf8), to: path)
    }
    return layout.warnings + layout.unreadablePictures(by: decoder)
  }

  /// Returns what about a poster cannot be done as asked with the fonts of this machine; throws where that is so bad
  /// that the poster is refused.
  public static func warnings(
    of poster: Poster, by decoder: any PictureDecoder = DirectDecoder()
  ) throws(PosterError) -> [PosterWarning] {
    let layout = PosterLayout(poster, typesetter: Typesetter())
    if let refusal = layout.refusal { throw refusal }
    return layout.warnings + layout.unreadablePictures(by: WatchedDecoder(decoder))
  }

  /// Returns a PDF with a page for each poster, and what could not be done as asked.
  package func document(_ posters: [Poster]) throws -> ([UInt8], [PosterWarning]) {
    let layouts = posters.map { PosterLayout($0, typesetter: typesetter) }
    for case let refusal? in layouts.map(\.refusal) { throw refusal }
    decoder.forget()
    let sheet = options.sheet(for: posters)
    var bytes = try PosterPDF.document(
      of: layouts, title: posters.first?.title ?? "", sheet: sheet,
      outlines: options.outlines, press: options.press, created: Self.present,
      typesetter: typesetter, by: decoder)
    if let tiling = options.tiling {
      bytes = try TiledExport.document(
        bytes, of: layouts, bleed: sheet.bleedInPoints, options: tiling, typesetter: typesetter)
    }
    return (bytes, layouts.flatMap { $0.warnings + $0.unreadablePictures(by: decoder) })
  }

  /// The date of a PDF for a press, in seconds since 1970: the present, or `SOURCE_DATE_EPOCH`
  /// (https://reproducible-builds.org/specs/source-date-epoch/).
  private static var present: Double {
    UserFolders.variable("SOURCE_DATE_EPOCH").flatMap { Int($0) }.map { Double(max($0, 0)) }
      ?? PosterRecord.presentTime
  }

  private func writePicture(_ layout: PosterLayout, on sheet: PrintSheet, to path: String) throws {
    let picture =
      try self.picture
      ?? PosterPicture(typesetter: typesetter, cacheDirectory: cacheDirectory, by: decoder)
    self.picture = picture
    let bleed = 2 * sheet.bleedInPoints
    let pixelsPerInch =
      options.pixels?.perInch(of: layout.page.width + bleed, layout.page.height + bleed)
      ?? options.pixelsPerInch
    let size = try PosterPicture.size(of: layout, sheet: sheet, pixelsPerInch: pixelsPerInch)
    var line = ProgressLine("Drawing", unit: "rows", count: size.height)
    try picture.write(layout, to: path, sheet: sheet, pixelsPerInch: pixelsPerInch) {
      [onProgress] rows, count in
      if let onProgress { return try onProgress(rows, count) }
      line.update(done: rows)
      try Interruption.check()
    }
  }

  package static func write(_ bytes: [UInt8], to path: String) throws {
    try AtomicFile.write(bytes, to: path)
  }
}
