import Colors
import Files
import Geometry
public import Images
public import Localization
public import Posters
import Terminal
import Text
public import Typography

/// Divides PDFs over sheets of paper, with a label on each sheet.
public enum TiledExport {
  /// The font of the labels, 6.5 points high.
  private static let font = Font(size: 6.5)

  /// Returns a file's pages on sheets, and warnings about overprint and options that could not be applied.
  ///
  /// - Throws: `PlacedPDF.Fault` for a file that cannot be tiled, `TilingError` for paper that is too small, and
  ///   `PosterPDF.Failure`.
  public static func document(
    _ file: [UInt8], options: Tiling.Options, typesetter: Typesetter, by decoder: any PictureDecoder
  ) throws -> (bytes: [UInt8], warnings: [Message]) {
    let pdf = try PlacedPDF(file)
    var warnings = pdf.overprintWarning.map { [$0] } ?? []
    var tilings = try tilings(of: pdf.pages, options)
    if !options.keepsBlankSheets, tilings.contains(where: { $0.sheets.count > 1 }) {
      do {
        tilings = try PageRaster(file, decoder: decoder).withoutBlankSheets(tilings)
      } catch let failure as PageRaster.Failure {
        warnings.append(failure.message)
      }
    }
    return (try document(pdf, tilings, typesetter), warnings)
  }

  /// Returns the pages of posters on sheets.
  static func document(
    _ file: [UInt8], of layouts: [PosterLayout], bleed: Double, options: Tiling.Options,
    typesetter: Typesetter, by decoder: any PictureDecoder
  ) throws -> [UInt8] {
    let pdf = try PlacedPDF(file)
    var tilings = try tilings(of: pdf.pages, options)
    if !options.keepsBlankSheets {
      tilings = zip(tilings, layouts).map { withoutBlankSheets($0, of: $1, bleed: bleed, by: decoder) }
    }
    return try document(pdf, tilings, typesetter)
  }

  /// Returns the tiling of a poster without its blank sheets; the bleed is in points.
  package static func withoutBlankSheets(
    _ tiling: Tiling, of layout: PosterLayout, bleed: Double, by decoder: any PictureDecoder
  ) -> Tiling {
    guard tiling.sheets.count > 1 else { return tiling }
    let area = layout.page.outset(by: bleed).size
    let scale = min(1, 4096 / max(area.width, area.height))
    let size = PixelSize(
      width: max(1, Int((area.width * scale).rounded())), height: max(1, Int((area.height * scale).rounded()))
    )
    return layout.bitmap(bleed: bleed, size: size, by: decoder).map(tiling.leavingOutBlankSheets) ?? tiling
  }

  /// Returns the sheets of each page. The limit on the sheets of one page applies to all pages together.
  static func tilings(of pages: [PlacedPDF.Page], _ options: Tiling.Options) throws(TilingError) -> [Tiling] {
    var tilings: [Tiling] = []
    var count = 0
    for page in pages {
      let tiling = try Tiling(page.size, trim: page.trim, options: options)
      count += tiling.sheets.count
      guard count <= Tiling.mostSheets else { throw .tooManySheets(Double(count), paper: options.paper) }
      tilings.append(tiling)
    }
    return tilings
  }

  private static func document(
    _ pdf: PlacedPDF, _ tilings: [Tiling], _ typesetter: Typesetter
  ) throws -> [UInt8] {
    try pdf.document(tilings) { page, tiling, sheet in
      let words = words(of: sheet, tiling, page: tilings.count > 1 ? page + 1 : nil)
      return typesetter.outline(of: typesetter.line(words, font: font))
    }
  }

  /// Returns the words in the margin of a sheet.
  static func words(of sheet: Tiling.Sheet, _ tiling: Tiling, page: Int?) -> String {
    let (row, column) = (String(sheet.row + 1), String(sheet.column + 1))
    let (rows, columns) = (String(tiling.rows), String(tiling.columns))
    let place =
      page.map {
        Message(
          "Page {page}, {name}: row {row} of {rows}, column {column} of {columns}",
          [
            "page": String($0), "name": sheet.name, "row": row, "rows": rows, "column": column,
            "columns": columns,
          ])
      }
      ?? Message(
        "{name}: row {row} of {rows}, column {column} of {columns}",
        ["name": sheet.name, "row": row, "rows": rows, "column": column, "columns": columns])
    let advice =
      sheet.isGluedAtRight || sheet.isGluedBelow
      ? Message("cut at the lines, glue the next sheet on beside the dots")
      : Message("cut at the lines")
    return place.english + " · " + advice.english
  }
}

extension Tiling {
  /// The printed size and the number of sheets, such as “59.4 × 84.1 cm on 4 × 4 A4”.
  package var summary: Message {
    let unit = 10 * Page.pointsPerMillimetre
    func centimetres(_ points: Double) -> Message { Message(number: (points / unit).text(.rounded(to: 1))) }
    let (width, height) = (centimetres(trim.width), centimetres(trim.height))
    return paper.width > paper.height
      ? Message(
        "{width} × {height} cm on {columns} × {rows} {paper} landscape",
        ["columns": String(columns), "rows": String(rows), "paper": paper.measures],
        parts: ["width": width, "height": height])
      : Message(
        "{width} × {height} cm on {columns} × {rows} {paper}",
        ["columns": String(columns), "rows": String(rows), "paper": paper.measures],
        parts: ["width": width, "height": height])
  }
}

/// Small pictures of a PDF's pages, drawn by pdftoppm; they show where the ink is.
private struct PageRaster {
  /// The reason why no pictures could be drawn; all sheets are kept then.
  struct Failure: LocalizableError {
    let message: Message
  }

  private let folder: ScratchFolder
  private let program: String
  private let decoder: any PictureDecoder

  init(_ file: [UInt8], decoder: any PictureDecoder) throws {
    guard let program = ChildProgram.find("pdftoppm") else {
      throw Failure(
        message: Message(
          "blank sheets are not left out, because pdftoppm is missing; install the package poppler-utils"))
    }
    self.program = program
    self.decoder = decoder
    folder = try ScratchFolder()
    try AtomicFile.write(file, to: folder.path + "/pages.pdf")
  }

  func withoutBlankSheets(_ tilings: [Tiling]) throws -> [Tiling] {
    try tilings.enumerated().map { index, tiling in
      guard tiling.sheets.count > 1 else { return tiling }
      return tiling.leavingOutBlankSheets(in: try picture(ofPage: index + 1))
    }
  }

  private func picture(ofPage number: Int) throws -> Bitmap {
    let path = folder.path + "/page"
    do {
      _ = try ChildProgram.output(
        of: program,
        [
          "-f", "\(number)", "-l", "\(number)", "-singlefile", "-cropbox", "-scale-to", "2400", "-png",
          folder.path + "/pages.pdf", path,
        ])
      return try Bitmap(encoded: FileBytes.read(path + ".png", atMost: 1 << 28), by: decoder)
    } catch let failure as ChildProgram.Failure {
      throw Failure(
        message: Message(
          "blank sheets are not left out, because page {page} cannot be drawn: {reason}",
          ["page": String(number)], parts: ["reason": failure.message]))
    }
  }
}
