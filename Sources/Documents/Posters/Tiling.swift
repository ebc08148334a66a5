public import Colors
public import Geometry
public import Localization
import Text

/// Sheets of paper that together show a picture too large for one sheet.
///
/// The upper left corner of the picture is on the first sheet. Neighbouring sheets both show a strip as wide as the
/// overlap: the next sheet is cut at its left or upper edge and glued onto that strip of the previous sheet.
///
/// ```swift
/// let options = Tiling.Options(paper: Page(width: 210, height: 297))
/// let tiling = try Tiling(Size(1684, 2384), options: options)  // A1, in points
/// print(tiling.columns, tiling.rows, tiling.sheets.count)
/// ```
public struct Tiling: Hashable, Sendable {
  /// The options for dividing a picture over sheets.
  public struct Options: Hashable, Sendable {
    /// The paper, in portrait or landscape orientation.
    public var paper: Page
    /// The orientation of the paper; nil chooses the one that needs fewer sheets or gives a larger picture.
    public var orientation: Orientation?
    /// The width of the strip that neighbouring sheets share, in millimetres. With 0, sheets are laid edge to edge.
    public var overlap = 10.0
    /// The width of the unprintable edge of the paper, in millimetres.
    public var margin = 5.0
    /// The scaling of the picture.
    public var scaling = Scaling.actual
    /// Whether blank sheets are included.
    public var keepsBlankSheets = false

    /// Creates options with an overlap of 10 mm and margins of 5 mm.
    public init(paper: Page) { self.paper = paper }

    /// Reads a paper as `Page` does; `portrait` or `landscape` after it sets the orientation.
    ///
    /// - Throws: ``PosterError`` if the text is not a paper.
    public init(paperNamed text: String) throws(PosterError) {
      paper = try Page(parsing: text)
      let word = text.lowercased().split(whereSeparator: \.isWhitespace).last
      orientation = word.flatMap { Orientation(rawValue: String($0)) }
    }

    /// The range of overlaps, in millimetres.
    public static let overlaps = 0.0...100.0
    /// The range of margins, in millimetres.
    public static let margins = 0.0...100.0
  }

  /// The orientation of the paper.
  public enum Orientation: String, Hashable, Sendable, CaseIterable {
    /// Portrait.
    case portrait
    /// Landscape.
    case landscape
  }

  /// The size of the printed picture; its proportions are kept.
  public enum Scaling: Hashable, Sendable {
    /// The original size.
    case actual
    /// The largest size that fits on this number of sheets.
    case sheets(columns: Int, rows: Int)
    /// The largest size within these sides without bleed, in millimetres.
    case within(width: Double, height: Double)
  }

  /// A sheet of paper with its part of the picture. Positions on paper are in points from its upper left corner.
  public struct Sheet: Hashable, Sendable {
    /// The column, 0 at the left.
    public let column: Int
    /// The row, 0 at the top.
    public let row: Int
    /// The sheet's part of the picture, in points of the printed picture.
    public let part: Rect
    /// The position of that part on the paper.
    public let place: Rect
    /// The printed area, in points of the printed picture: the part and a little more beyond its edges, so that inexact
    /// cuts show no white.
    public let printed: Rect
    /// The lines on the paper where the sheet is cut or the next sheet's edge is placed.
    public let edges: Rect
    /// Whether the next sheet covers the strip beyond the right edge.
    public let isGluedAtRight: Bool
    /// Whether the next sheet covers the strip beyond the lower edge.
    public let isGluedBelow: Bool
    /// The space for text and a small map above the picture, on the paper.
    public let headroom: Rect

    /// The offset from points of the printed picture to the paper.
    public var displacement: Vector { Vector(place.minX - part.minX, place.minY - part.minY) }

    /// The name of the sheet: a letter for its row and a number for its column, as on a map.
    public var name: String { Self.letters(row) + String(column + 1) }

    /// Returns A…Z, AA, AB…
    private static func letters(_ index: Int) -> String {
      let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(index % 26)))
      return index < 26 ? letter : letters(index / 26 - 1) + letter
    }
  }

  /// The ratio of the printed size to the original size.
  public let scale: Double
  /// The size of the printed picture with its bleed, in points.
  public let size: Size
  /// The printed picture without its bleed, in points.
  public let trim: Rect
  /// The paper in the chosen orientation.
  public let paper: Page
  /// The number of columns of sheets.
  public let columns: Int
  /// The number of rows of sheets.
  public let rows: Int
  /// The sheets from left to right and top to bottom; blank ones may be omitted.
  public private(set) var sheets: [Sheet]

  /// The maximum number of sheets.
  public static let mostSheets = 1000

  /// Divides a picture over sheets.
  ///
  /// - Parameters:
  ///   - picture: The size of the picture in points, with its bleed.
  ///   - trim: The picture without its bleed; nil if it has none.
  ///   - options: The paper, the overlap and the scaling.
  /// - Throws: `TilingError` if the paper has too little space, or too many sheets would be needed.
  public init(_ picture: Size, trim: Rect? = nil, options: Options) throws(TilingError) {
    let trim = trim ?? Rect(origin: .zero, size: picture)
    let wide = options.paper.width > options.paper.height
    let upright = wide ? options.paper.turned : options.paper
    let papers =
      switch options.orientation {
      case .portrait: [upright]
      case .landscape: [upright.turned]
      case nil: [upright, upright.turned]
      }
    var best: Grid?
    for paper in papers {
      let grid = try Grid(trim, on: paper, options)
      if best.map({ grid.isBetter(than: $0, for: options.scaling) }) ?? true { best = grid }
    }
    guard let best, best.count <= Double(Self.mostSheets) else {
      throw .tooManySheets(best?.count ?? .infinity, paper: upright)
    }
    self.init(picture, trim, best)
  }

  private init(_ picture: Size, _ trim: Rect, _ grid: Grid) {
    let scale = grid.scale
    let size = Size(picture.width * scale, picture.height * scale)
    let trim = Rect(
      x: trim.minX * scale, y: trim.minY * scale, width: trim.width * scale, height: trim.height * scale)
    (self.scale, self.size, self.trim, paper) = (scale, size, trim, grid.paper)
    (columns, rows) = (Int(grid.columns), Int(grid.rows))
    let (columns, rows) = (self.columns, self.rows)
    sheets = (0..<rows).flatMap { row in
      (0..<columns).map { column in
        Sheet(
          column: column, row: row, isLastColumn: column == columns - 1, isLastRow: row == rows - 1,
          of: size, trim, grid)
      }
    }
  }

  /// Returns the tiling without its blank sheets, judged by a bitmap of the whole picture. If all sheets are blank,
  /// they are kept.
  public func leavingOutBlankSheets(in picture: Bitmap) -> Tiling {
    let kept = sheets.filter { picture.hasInk(in: $0.part, of: size) }
    guard !kept.isEmpty else { return self }
    var tiling = self
    tiling.sheets = kept
    return tiling
  }

  // MARK: Marks around the picture

  /// Returns the black marks beyond the corners of a sheet's picture: solid lines where it is cut, broken lines where
  /// the next sheet's edge is placed, and dots beside the glued strips. The edge is at the middle of each line.
  public func marks(of sheet: Sheet) -> Path {
    let unit = Page.pointsPerMillimetre
    let (near, far) = (Self.nearest * unit, Self.farthest * unit)
    let (edges, place) = (sheet.edges, sheet.place)
    var path = Path()
    func add(from start: Point, to end: Point, isBroken: Bool) {
      for (first, last) in isBroken ? [(0, 0.3), (0.7, 1)] : [(0, 1)] {
        let line = Rect(start + (end - start) * first, start + (end - start) * last)
        let (x, y) = line.width > 0 ? (0, Self.lineWidth / 2) : (Self.lineWidth / 2, 0)
        path.append(Path(rect: line.inset(by: EdgeInsets(top: -y, left: -x, bottom: -y, right: -x))))
      }
    }
    for (x, isBroken) in [(edges.minX, false), (edges.maxX, sheet.isGluedAtRight)] {
      add(from: Point(x, place.minY - near), to: Point(x, place.minY - far), isBroken: isBroken)
      add(from: Point(x, place.maxY + near), to: Point(x, place.maxY + far), isBroken: isBroken)
    }
    for (y, isBroken) in [(edges.minY, false), (edges.maxY, sheet.isGluedBelow)] {
      add(from: Point(place.minX - near, y), to: Point(place.minX - far, y), isBroken: isBroken)
      add(from: Point(place.maxX + near, y), to: Point(place.maxX + far, y), isBroken: isBroken)
    }
    let (middle, radius) = ((near + far) / 2, 0.6 * unit)
    if sheet.isGluedAtRight {
      let x = (edges.maxX + place.maxX) / 2
      for y in [place.minY - middle, place.maxY + middle] {
        path.append(Path(circle: Point(x, y), radius: radius))
      }
    }
    if sheet.isGluedBelow {
      let y = (edges.maxY + place.maxY) / 2
      for x in [place.minX - middle, place.maxX + middle] {
        path.append(Path(circle: Point(x, y), radius: radius))
      }
    }
    return path
  }

  /// Returns a small map within `room`: the outlines of all printed sheets, and that of this sheet.
  public func map(of sheet: Sheet, in room: Rect) -> (sheets: Path, this: Path) {
    let scale = min(room.width / size.width, room.height / size.height)
    func small(_ sheet: Sheet) -> Rect {
      // The sheet's own area, without the strip that the next sheet covers.
      let (part, edges, move) = (sheet.part, sheet.edges, sheet.displacement)
      let right = sheet.isGluedAtRight ? edges.maxX - move.dx : part.maxX
      let bottom = sheet.isGluedBelow ? edges.maxY - move.dy : part.maxY
      return Rect(
        x: room.minX + part.minX * scale, y: room.minY + part.minY * scale,
        width: (right - part.minX) * scale, height: (bottom - part.minY) * scale)
    }
    let outlines = Path { path in for sheet in sheets { path.append(Path(rect: small(sheet))) } }
    return (outlines, Path(rect: small(sheet)))
  }

  /// The thickness of the mark lines, in points.
  private static let lineWidth = 0.25
  /// The distances from the picture at which marks begin and end, in millimetres.
  fileprivate static let (nearest, farthest) = (1.5, 5.5)
  /// The space that marks take along each edge of the paper, in millimetres.
  public static let marksRoom = 6.0
  /// The width of the picture printed beyond a cut edge, in millimetres.
  fileprivate static let surplus = 1.0
}

/// The number of sheets, and their distances.
private struct Grid {
  let paper: Page
  let scale: Double
  let columns: Double
  let rows: Double
  /// The largest part of the picture on one sheet, in points.
  let window: Size
  let overlap: Double
  /// The distance from the paper's edge to the picture, in points.
  let inset: Double

  var count: Double { columns * rows }

  /// The minimum distance between neighbouring sheets, in millimetres.
  private static let shortestStep = 10.0

  init(_ trim: Rect, on paper: Page, _ options: Tiling.Options) throws(TilingError) {
    let unit = Page.pointsPerMillimetre
    let (overlap, inset) = (options.overlap * unit, (options.margin + Tiling.marksRoom) * unit)
    let window = Size(paper.width * unit - 2 * inset, paper.height * unit - 2 * inset)
    guard min(window.width, window.height) - overlap >= Self.shortestStep * unit else {
      throw .tooLittleRoom(paper: paper, options: options)
    }
    // The size needed from the upper left corner. Bleed beyond the last edge does not require another sheet.
    let needed = Size(trim.maxX, trim.maxY)
    func reach(_ sheets: Int, _ side: Double) -> Double { Double(sheets) * (side - overlap) + overlap }
    let scale =
      switch options.scaling {
      case .actual: 1.0
      case .sheets(let columns, let rows):
        min(reach(columns, window.width) / needed.width, reach(rows, window.height) / needed.height)
      case .within(let width, let height): min(width * unit / trim.width, height * unit / trim.height)
      }
    guard scale.isFinite, scale > 0 else { throw .tooLittleRoom(paper: paper, options: options) }
    func count(_ needed: Double, _ side: Double) -> Double {
      // An excess of a hundredth of a point does not require another sheet.
      max(1, ((needed * scale - overlap - 0.01) / (side - overlap)).rounded(.up))
    }
    (self.paper, self.scale, self.window, self.overlap, self.inset) = (paper, scale, window, overlap, inset)
    (columns, rows) = (count(needed.width, window.width), count(needed.height, window.height))
  }

  func isBetter(than other: Grid, for scaling: Tiling.Scaling) -> Bool {
    if case .sheets = scaling, abs(scale - other.scale) > 1e-9 { return scale > other.scale }
    return count < other.count
  }
}

extension Tiling.Sheet {
  fileprivate init(
    column: Int, row: Int, isLastColumn: Bool, isLastRow: Bool, of size: Size, _ trim: Rect, _ grid: Grid
  ) {
    let unit = Page.pointsPerMillimetre
    let (window, overlap, inset) = (grid.window, grid.overlap, grid.inset)
    let origin = Point(
      Double(column) * (window.width - overlap), Double(row) * (window.height - overlap))
    let end = Point(min(origin.x + window.width, size.width), min(origin.y + window.height, size.height))
    let part = Rect(origin, end)
    let place = Rect(origin: Point(inset, inset), size: part.size)
    let move = Vector(place.minX - part.minX, place.minY - part.minY)
    (self.column, self.row, self.part, self.place) = (column, row, part, place)
    let reach = Tiling.surplus * unit
    printed = part.outset(by: reach).intersection(Rect(origin: .zero, size: size)) ?? part
    let isGluedAtRight = !isLastColumn && overlap > 0
    let isGluedBelow = !isLastRow && overlap > 0
    (self.isGluedAtRight, self.isGluedBelow) = (isGluedAtRight, isGluedBelow)
    let remaining = trim.offset(by: move)
    edges = Rect(
      Point(
        column == 0 ? max(place.minX, remaining.minX) : place.minX,
        row == 0 ? max(place.minY, remaining.minY) : place.minY),
      Point(
        isGluedAtRight ? place.maxX - overlap : isLastColumn ? min(place.maxX, remaining.maxX) : place.maxX,
        isGluedBelow ? place.maxY - overlap : isLastRow ? min(place.maxY, remaining.maxY) : place.maxY))
    // Between the marks above the picture, or beside them if the picture is narrow.
    let gap = 2 * unit
    let top = place.minY - Tiling.farthest * unit
    let height = (Tiling.farthest - Tiling.nearest) * unit
    let right = grid.paper.width * unit - inset + Tiling.marksRoom * unit
    let between = Rect(x: edges.minX + gap, y: top, width: edges.width - 2 * gap, height: height)
    let beside = Rect(
      x: place.maxX + gap, y: top, width: right - place.maxX - gap, height: height)
    headroom = between.width >= beside.width ? between : beside
  }
}

/// A reason why a picture cannot be divided over sheets as requested.
public enum TilingError: LocalizableError, Hashable {
  /// Too little space remains within the margins, marks and overlap.
  case tooLittleRoom(paper: Page, options: Tiling.Options)
  /// The given number of sheets would be needed, which is more than the maximum.
  case tooManySheets(Double, paper: Page)

  /// The problem and its remedy, for a person.
  public var message: Message {
    switch self {
    case .tooLittleRoom(let paper, let options):
      Message(
        "paper of {paper} has too little room within margins of {margin} mm, {marks} mm of marks along each edge and an overlap of {overlap} mm; choose a larger paper, a smaller overlap or smaller margins",
        [
          "paper": paper.measures, "margin": options.margin.text(.rounded(to: 2)),
          "marks": Tiling.marksRoom.text(.rounded(to: 2)), "overlap": options.overlap.text(.rounded(to: 2)),
        ])
    case .tooManySheets(let count, let paper):
      Message(
        "{count} sheets of {paper} would be needed, and {limit} is the most; choose a larger paper or a smaller size",
        [
          "count": count.isFinite ? count.text(.rounded(to: 0)) : "∞", "paper": paper.measures,
          "limit": String(Tiling.mostSheets),
        ])
    }
  }
}

extension Page {
  /// The name of a paper, or both its sides in millimetres.
  public var measures: String {
    let upright = width > height ? turned : self
    return name ?? upright.name ?? "\(width.text(.rounded(to: 2))) × \(height.text(.rounded(to: 2))) mm"
  }
}

extension Bitmap {
  /// Whether any pixel that touches `part` is neither white nor transparent; `whole` is the size of the picture.
  fileprivate func hasInk(in part: Rect, of whole: Size) -> Bool {
    guard whole.width > 0, whole.height > 0 else { return true }
    func range(_ start: Double, _ end: Double, _ whole: Double, _ count: Int) -> Range<Int> {
      let first = Int((start / whole * Double(count)).rounded(.down))
      let last = Int((end / whole * Double(count)).rounded(.up))
      return min(max(first, 0), count)..<min(max(last, first, 0), count)
    }
    let columns = range(part.minX, part.maxX, whole.width, size.width)
    return bytes.withUnsafeBufferPointer { bytes in
      range(part.minY, part.maxY, whole.height, size.height).contains { y in
        let start = 4 * (y * size.width)
        return columns.contains { x in
          let pixel = start + 4 * x
          let isWhite = bytes[pixel] == 255 && bytes[pixel + 1] == 255 && bytes[pixel + 2] == 255
          return bytes[pixel + 3] > 0 && !isWhite
        }
      }
    }
  }
}
