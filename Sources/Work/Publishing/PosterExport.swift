import Catalog
public import ColorManagement
import Geometry
public import Images
import Localization
import PosterScene
public import Posters
public import Typography
import Files
import Terminal

/// Writes posters to files in the format of their extension.
///
/// It belongs to the thread that created it; each thread has its own.
public final class PosterExport {
  /// The file format of a poster, by the extension.
  public enum Format: String, CaseIterable, Sendable {
    /// Pages with embedded fonts, with several posters in one file.
    case pdf
    /// A lossless picture.
    case png
    /// A drawing in which text stays text unless outlines are requested.
    case svg
    /// A picture for everything that shows pictures.
    case jpeg
    /// A small picture for the web.
    case webp
    /// The smallest picture for the web, which takes the longest to write.
    case avif

    /// Returns the format of a file's extension, or nil.
    public init?(path: String) {
      let ending = FilePath(path).formatEnding
      self.init(rawValue: ending == "jpg" ? "jpeg" : ending)
    }

    /// The format of the picture; nil for pages and drawings.
    public var picture: PictureFormat? { PictureFormat(rawValue: rawValue) }

    /// The extension of files.
    public var ending: String { picture?.ending ?? rawValue }

    /// The format's name for a person.
    public var title: String { picture?.title ?? rawValue.uppercased() }

    /// The extensions of all formats, separated by commas.
    public static let endings = allCases.map { "." + $0.ending }.joined(separator: ", ")
  }

  /// A side of a picture, in pixels; the other side follows from the page.
  public enum Pixels: Hashable, Sendable {
    /// The width in pixels.
    case wide(Int)
    /// The height in pixels.
    case high(Int)

    /// Returns the pixels per inch that give a sheet, in points, this size.
    func perInch(of width: Double, _ height: Double) -> Double {
      switch self {
      case .wide(let pixels): Double(pixels) * 72 / width
      case .high(let pixels): Double(pixels) * 72 / height
      }
    }
  }

  /// Options for writing posters.
  public struct Options: Hashable, Sendable {
    /// How far the background extends beyond the page, in millimetres; nil uses the posters' own value, the largest of
    /// several.
    public var bleed: Double?
    /// Whether a PDF has crop and registration marks.
    public var hasMarks = false
    /// The resolution of a picture in pixels per inch.
    public var pixelsPerInch = 300.0
    /// The size of a picture including its bleed, whatever the page; nil uses `pixelsPerInch`.
    public var pixels: Pixels?
    /// The quality of a JPEG, WebP or AVIF, from 1 to 100.
    public var quality = PictureFormat.usualQuality
    /// Whether text becomes outlines.
    public var outlines = false
    /// The press profile of a PDF/X-4; nil for a PDF with screen colours.
    public var press: PrintProfile?
    /// The sheets of paper over which each page of a PDF is divided; nil keeps it whole. Their own marks replace
    /// `hasMarks`.
    public var tiling: Tiling.Options?
    /// The sheets of paper on which the pages of a PDF are placed, several to a sheet; nil gives each its own. Their
    /// marks replace `hasMarks`.
    public var imposition: Imposition.Options?

    /// Creates options with the poster's own bleed, without marks, at 300 pixels per inch.
    public init() {}

    /// Returns the sheet around the pages of posters.
    public func sheet(for posters: [Poster]) -> PrintSheet {
      PrintSheet(
        bleed: bleed ?? posters.map(\.bleed).max() ?? 0,
        hasMarks: hasMarks && tiling == nil && imposition == nil)
    }

    /// The paper of the sheets over which posters are divided or on which they are placed, in either orientation; nil
    /// if each poster has its own.
    public var sheetPaper: Page? { tiling?.paper ?? imposition?.sheetPaper }

    /// Returns the places of posters on sheets; nil if each has its own.
    ///
    /// - Throws: `ImpositionError` if the posters do not fit on the sheets.
    public func imposition(of posters: [Poster]) throws(ImpositionError) -> Imposition? {
      guard let imposition else { return nil }
      return try Imposition(pages(of: posters), options: imposition)
    }

    /// Throws a `TilingError` or an `ImpositionError` for posters that do not fit on the sheets, before anything is drawn.
    func checkSheets(for posters: [Poster]) throws {
      _ = try imposition(of: posters)
      if let tiling { _ = try TiledExport.tilings(of: pages(of: posters), tiling) }
    }

    private func pages(of posters: [Poster]) -> [PlacedPDF.Page] {
      let bleed = sheet(for: posters).bleedInPoints
      let unit = Page.pointsPerMillimetre
      return posters.map { poster in
        let trim = Rect(
          x: bleed, y: bleed, width: poster.page.width * unit, height: poster.page.height * unit)
        return PlacedPDF.Page(size: Size(trim.maxX + bleed, trim.maxY + bleed), trim: trim)
      }
    }
  }

  /// The options of the next file.
  package var options: Options
  private let typesetter: Typesetter
  private let cacheDirectory: String?
  private let decoder: WatchedDecoder
  /// Told of the rows of a picture that are done; throws to give up. Nil tells the terminal.
  package var onProgress: ((_ rows: Int, _ count: Int) throws -> Void)?
  /// Created on first use: the other formats need no GPU.
  private var picture: PosterPicture?

  /// Creates an exporter. `cacheDirectory` caches compiled programs of the graphics driver, and `decoder` decodes the
  /// pictures of posters.
  public init(
    options: Options, typesetter: Typesetter = Typesetter(), cacheDirectory: String?,
    by decoder: any PictureDecoder = DirectDecoder()
  ) {
    self.decoder = WatchedDecoder(decoder)
    self.options = options
    self.typesetter = typesetter
    self.cacheDirectory = cacheDirectory
  }

  /// Writes posters to `path`; only a PDF can have several, as its pages. Returns warnings about requests that could
  /// not be met.
  ///
  /// - Throws: `PosterError` for a refused poster, `ImpositionError` or `TilingError` if posters do not fit on the
  ///   sheets, `PosterPicture.TooLarge` for too many pixels, `PosterPDF.Failure` or `ProfileError` if a PDF cannot be
  ///   made, and `ImageError` or `AtomicFile.Failure` if the file cannot be written.
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
    if let format = format.picture {
      try writePicture(layout, as: format, on: options.sheet(for: [poster]), to: path)
    } else {
      let text = PosterSVG.document(
        of: layout, title: poster.title, sheet: options.sheet(for: [poster]), outlines: options.outlines,
        by: decoder)
      try Self.write(Array(text.utf8), to: path)
    }
    return layout.warnings + layout.unreadablePictures(by: decoder)
  }

  /// Returns warnings about requests of a poster that cannot be met with the fonts of this machine.
  ///
  /// - Throws: `PosterError` if the poster is refused.
  public static func warnings(
    of poster: Poster, by decoder: any PictureDecoder = DirectDecoder()
  ) throws(PosterError) -> [PosterWarning] {
    let layout = PosterLayout(poster, typesetter: Typesetter())
    if let refusal = layout.refusal { throw refusal }
    return layout.warnings + layout.unreadablePictures(by: WatchedDecoder(decoder))
  }

  /// Returns a PDF with a page for each poster, and warnings.
  package func document(_ posters: [Poster]) throws -> ([UInt8], [PosterWarning]) {
    try options.checkSheets(for: posters)
    let layouts = posters.map { PosterLayout($0, typesetter: typesetter) }
    for case let refusal? in layouts.map(\.refusal) { throw refusal }
    var rest = layouts[...]
    return try document(titled: posters.first?.title ?? "", on: options.sheet(for: posters)) {
      rest.popFirst()
    }
  }

  /// Returns a PDF with a page for each layout that `next` returns until it returns nil, and warnings.
  package func document(
    titled title: String, on sheet: PrintSheet, next: () throws -> PosterLayout?
  ) throws -> ([UInt8], [PosterWarning]) {
    decoder.forget()
    var warnings: [PosterWarning] = []
    var layouts: [PosterLayout] = []
    var drawn: PosterLayout?
    // Which pictures cannot be read is known when the page is drawn.
    func note() {
      if let drawn { warnings += drawn.warnings + drawn.unreadablePictures(by: decoder) }
    }
    var bytes = try PosterPDF.document(
      title: title, sheet: sheet, outlines: options.outlines, press: options.press, created: Self.present,
      typesetter: typesetter, by: decoder
    ) {
      note()
      drawn = try next()
      if let drawn, options.tiling != nil { layouts.append(drawn) }
      return drawn
    }
    if let tiling = options.tiling {
      bytes = try TiledExport.document(
        bytes, of: layouts, bleed: sheet.bleedInPoints, options: tiling, typesetter: typesetter, by: decoder)
    } else if let imposition = options.imposition {
      bytes = try PlacedPDF.imposed(bytes, options: imposition)
    }
    return (bytes, warnings)
  }

  /// The date of a PDF for a press, in seconds since 1970: the current time, or `SOURCE_DATE_EPOCH`
  /// (https://reproducible-builds.org/specs/source-date-epoch/).
  private static var present: Double {
    UserFolders.variable("SOURCE_DATE_EPOCH").flatMap { Int($0) }.map { Double(max($0, 0)) }
      ?? PosterRecord.presentTime
  }

  private func writePicture(
    _ layout: PosterLayout, as format: PictureFormat, on sheet: PrintSheet, to path: String
  ) throws {
    let bleed = 2 * sheet.bleedInPoints
    let pixelsPerInch =
      options.pixels?.perInch(of: layout.page.width + bleed, layout.page.height + bleed)
      ?? options.pixelsPerInch
    let size = try PosterPicture.size(of: layout, sheet: sheet, pixelsPerInch: pixelsPerInch)
    // Before anything is drawn.
    try format.check(size, path: path)
    let picture =
      try self.picture
      ?? PosterPicture(typesetter: typesetter, cacheDirectory: cacheDirectory, by: decoder)
    self.picture = picture
    var line = ProgressLine(
      Language.english.localized("Drawing"), unit: Language.english.localized("rows"), count: size.height)
    try picture.write(
      layout, to: path, as: format, quality: options.quality, sheet: sheet, pixelsPerInch: pixelsPerInch
    ) { [onProgress] rows, count in
      if let onProgress { return try onProgress(rows, count) }
      line.update(done: rows)
      try Interruption.check()
    }
  }

  /// Returns a PNG of a poster without its bleed, so many pixels wide, and warnings.
  package static func picture(
    of poster: Poster, width: Int = 2000, cacheDirectory: String?, by decoder: any PictureDecoder,
    onProgress: ((_ rows: Int, _ count: Int) throws -> Void)? = { _, _ in }
  ) throws -> (bytes: [UInt8], warnings: [PosterWarning]) {
    var options = Options()
    (options.bleed, options.pixels) = (0, .wide(width))
    let export = PosterExport(options: options, cacheDirectory: cacheDirectory, by: decoder)
    export.onProgress = onProgress
    let folder = try ScratchFolder()
    let path = folder.path + "/poster.png"
    let warnings = try export.write([poster], to: path, as: .png)
    return (try FileBytes.read(path, atMost: 1 << 30), warnings)
  }

  package static func write(_ bytes: [UInt8], to path: String) throws {
    try AtomicFile.write(bytes, to: path)
  }
}
