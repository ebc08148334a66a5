import Geometry
import Localization
import Posters
import Publishing

/// The sheets of paper that an export or a print would have, with the parts of posters on them.
package struct PrintedSheets: Hashable, Sendable {
  /// A part of a poster on a sheet. Positions are in points from the upper left corner of the paper.
  package struct Piece: Hashable, Sendable {
    /// The index of the poster.
    package let poster: Int
    /// The whole poster with its bleed.
    package let frame: Rect
    /// The printed part.
    package let printed: Rect
    /// The part that remains after cutting.
    package let kept: Rect
  }

  /// One side of a sheet.
  package struct Sheet: Hashable, Sendable {
    /// The paper, in points.
    package let paper: Size
    package let pieces: [Piece]
    /// Marks for cutting and glueing.
    package let marks: Path
    /// The lines at which the sheet is cut.
    package let cells: [Rect]
    /// The name beside the number, such as C2 or the back; empty for none.
    package let name: Message?
  }

  package private(set) var sheets: [Sheet]
  /// The number of posters to a sheet and of sheets, in words.
  package private(set) var summary: Message
  /// The tiling of each poster, if posters are divided.
  package private(set) var tilings: [Tiling] = []

  /// Returns the sheets for posters; nil if each has a page of its own.
  ///
  /// - Throws: `TilingError` or `ImpositionError` for what does not fit.
  package init?(of posters: [Poster], _ options: PosterExport.Options) throws {
    let unit = Page.pointsPerMillimetre
    let bleed = options.sheet(for: posters).bleedInPoints
    if let imposition = try options.imposition(of: posters) {
      let paper = Size(imposition.paper.width * unit, imposition.paper.height * unit)
      summary = imposition.summary
      let hasOneCell = options.imposition?.cells == .sheet
      sheets = imposition.sheets.map { sheet in
        Sheet(
          paper: paper,
          pieces: sheet.cells.map { cell in
            let margin = bleed * cell.scale
            return Piece(
              poster: cell.page, frame: cell.picture.outset(by: margin), printed: cell.printed,
              kept: hasOneCell
                ? cell.picture.intersection(Rect(origin: .zero, size: paper)) ?? cell.printed : cell.place)
          }, marks: imposition.marks, cells: hasOneCell ? [] : imposition.cells,
          name: sheet.isBack ? Message("back") : nil)
      }
      return
    }
    guard let tiling = options.tiling else { return nil }
    var tilings: [Tiling] = []
    for poster in posters {
      let trim = Rect(x: bleed, y: bleed, width: poster.page.width * unit, height: poster.page.height * unit)
      tilings.append(try Tiling(Size(trim.maxX + bleed, trim.maxY + bleed), trim: trim, options: tiling))
    }
    (sheets, summary) = ([], Message("no sheets"))
    divide(by: tilings)
  }

  /// Replaces the tilings by those without blank sheets.
  package mutating func divide(by tilings: [Tiling]) {
    let unit = Page.pointsPerMillimetre
    self.tilings = tilings
    sheets = tilings.enumerated().flatMap { index, tiling in
      tiling.sheets.map { sheet in
        Sheet(
          paper: Size(tiling.paper.width * unit, tiling.paper.height * unit),
          pieces: [
            Piece(
              poster: index, frame: Rect(origin: .zero, size: tiling.size).offset(by: sheet.displacement),
              printed: sheet.printed.offset(by: sheet.displacement), kept: sheet.edges)
          ], marks: tiling.marks(of: sheet), cells: [],
          name: Message("{name}", ["name": sheet.name]))
      }
    }
    guard let first = tilings.first else { return }
    let whole = tilings.reduce(0) { $0 + $1.columns * $1.rows }
    summary =
      sheets.count == whole && tilings.count == 1
      ? first.summary
      : tilings.count == 1
        ? Message(
          "{sheets}; {count} sheet without blank ones", plural: "{sheets}; {count} sheets without blank ones",
          count: sheets.count, parts: ["sheets": first.summary])
        : Message("{count} sheet", plural: "{count} sheets", count: sheets.count)
  }
}
