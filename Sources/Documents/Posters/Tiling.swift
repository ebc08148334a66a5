public import Colors
public import Geometry
public import Localization
import Text

/// The sheets of paper on which a picture that is larger than any of them is printed in parts, to be put together again.
///
/// The upper left of the picture is on the first sheet. Sheets beside each other both show a strip as wide as the overlap:
/// there the next sheet is glued onto the one before, along its left or upper edge, on which it has been cut.
///
/// ```swift
/// let options = Tiling.Options(paper: Page(width: 210, height: 297))
/// let tiling = try Tiling(Size(1684, 2384), options: options)  // A1, in points
/// print(tiling.columns, tiling.rows, tiling.sheets.count)
/// ```
public struct Tiling: Hashable, Sendable {
  /// How a picture is divided over sheets.
  public struct Options: Hashable, Sendable {
    /// The paper, upright or on its side.
    public var paper: Page
    /// Which way the paper is turned; nil is the way that needs fewer sheets, or gives the larger picture.
    public var orientation: Orientation?
    /// The width of the strip that neighbouring sheets share, in millimetres; 0 makes their edges meet.
    public var overlap = 10.0
    /// The width of the edge of the paper on which nothing is printed, in millimetres.
    public var margin = 5.0
    /// How large the whole becomes.
    public var scaling = Scaling.actual
    /// Whether sheets on which nothing would be printed are there, too.
    public var keepsBlankSheets = false

    /// Creates options with an overlap of 10 mm and margins of 5 mm.
    public init(paper: Page) { self.paper = paper }

    /// Reads a paper as `Page` does: with `portrait` or `landscape` after it, it is turned that way.
    public init(paperNamed text: String) throws(PosterError) {
      paper = try Page(parsing: text)
      let word = text.lowercased().split(whereSeparator: \.isWhitespace).last
      orientation = word.flatMap { Orientation(rawValue: String($0)) }
    }

    /// What an overlap may measure, in millimetres.
    public static let overlaps = 0.0...100.0
    /// What a margin may measure, in millimetres.
    public static let margins = 0.0...100.0
  }

  /// Which way paper is turned.
  public enum Orientation: String, Hashable, Sendable, CaseIterable {
    /// Upright.
    case portrait
    /// On its side.
    case landscape
  }

  /// How large the picture becomes; its proportions stay.
  public enum Scaling: Hashable, Sendable {
    /// As large as it is.
    case actual
    /// As large as it can be on so many sheets beside each other and below each other.
    case sheets(columns: Int, rows: Int)
    /// As large as it can be within these sides, in millimetres, without its bleed.
    case within(width: Double, height: Double)
  }

  /// A sheet of paper with its part of the picture. Places on paper are in points from its upper left.
  public struct Sheet: Hashable, Sendable {
    /// The column, 0 at the left.
    public let column: Int
    /// The row, 0 at the top.
    public let row: Int
    /// The part of the whole that the sheet shows, in points of the whole as it is printed.
    public let part: Rect
    /// Where that part is on the paper.
    public let place: Rect
    /// What is printed, in points of the whole: the part, and a little more of the picture beyond its edges, so that no white
    /// shows where the sheet is not cut exactly.
    public let printed: Rect
    /// Where the sheet is cut or where the next sheet's edge comes to lie, on paper.
    public let edges: Rect
    /// Whether the strip beyond the right edge lies under the next sheet.
    public let isGluedAtRight: Bool
    /// Whether the strip beyond the lower edge lies under the next sheet.
    public let isGluedBelow: Bool
    /// The room for words and a small map above the picture, on paper.
    public let headroom: Rect

    /// Moves points of the whole onto the paper.
    public var displacement: Vector { Vector(place.minX - part.minX, place.minY - part.minY) }

    /// The name of the sheet: a letter for its row and a number for its column, as on a map.
    public var name: String { Self.letters(row) + String(column + 1) }

    /// Returns A…Z, AA, AB…
    private static func letters(_ index: Int) -> String {
      let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(index % 26)))
      return index < 26 ? letter : letters(index / 26 - 1) + letter
    }
  }

  /// How much larger than itself the picture is printed.
  public let scale: Double
  /// The size of the whole as it is printed, in points, its bleed included.
  public let size: Size
  /// What remains of the whole when its bleed has been cut off, in points.
  public let trim: Rect
  /// The paper as it is turned.
  public let paper: Page
  /// How many sheets are beside each other.
  public let columns: Int
  /// How many sheets are below each other.
  public let rows: Int
  /// The sheets from left to right and from top to bottom; blank ones may be left out.
  public private(set) var sheets: [Sheet]

  /// The most sheets that a picture is divided over.
  public static let mostSheets = 1000

  /// Divides a picture of a size, in points, over sheets.
  ///
  /// - Parameters:
  ///   - picture: The size of the picture in points, with its bleed.
  ///   - trim: What of it remains when its bleed has been cut off; nil is all.
  /// - Throws: `TilingError` where the paper has too little room, or too many sheets would be needed.
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

  /// Returns the tiling without the sheets on which all pixels of a picture of the whole are white; where all are, they stay.
  public func leavingOutBlankSheets(in picture: Bitmap) -> Tiling {
    let kept = sheets.filter { picture.hasInk(in: $0.part, of: size) }
    guard !kept.isEmpty else { return self }
    var tiling = self
    tiling.sheets = kept
    return tiling
  }

  // MARK: What is drawn on a sheet beside the picture

  /// Returns what is filled in black beyond the corners of a sheet's picture: whole lines where it is cut, broken ones where
  /// the edge of the next sheet comes to lie, and dots beside the strips that are glued. The middle of a line is the edge.
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

  /// Returns a small map of the whole within a room: the outlines of all sheets that are printed, and the one that this is.
  public func map(of sheet: Sheet, in room: Rect) -> (sheets: Path, this: Path) {
    let scale = min(room.width / size.width, room.height / size.height)
    func small(_ sheet: Sheet) -> Rect {
      // Each sheet's own share, without the strip that the next one covers.
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

  /// How thick the lines are that show where a sheet is cut, in points.
  private static let lineWidth = 0.25
  /// From where to where marks are beyond the picture, in millimetres.
  fileprivate static let (nearest, farthest) = (1.5, 5.5)
  /// The room that marks take along each edge of the paper, in millimetres.
  public static let marksRoom = 6.0
  /// How much of the picture is printed beyond an edge that is cut, in millimetres.
  fileprivate static let surplus = 1.0
}

/// How many sheets there are, and how far each is from the next.
private struct Grid {
  let paper: Page
  let scale: Double
  let columns: Double
  let rows: Double
  /// What one sheet shows, in points.
  let window: Size
  let overlap: Double
  /// From the edge of the paper to the picture, in points.
  let inset: Double

  var count: Double { columns * rows }

  /// The shortest way from a sheet to the next, in millimetres.
  private static let shortestStep = 10.0

  init(_ trim: Rect, on paper: Page, _ options: Tiling.Options) throws(TilingError) {
    let unit = Page.pointsPerMillimetre
    let (overlap, inset) = (options.overlap * unit, (options.margin + Tiling.marksRoom) * unit)
    let window = Size(paper.width * unit - 2 * inset, paper.height * unit - 2 * inset)
    guard min(window.width, window.height) - overlap >= Self.shortestStep * unit else {
      throw .tooLittleRoom(paper: paper, options: options)
    }
    // What the picture needs from the upper left: bleed beyond the last edge needs no sheet of its own.
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
      // A hundredth of a point is no reason for another sheet.
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
    // Between the marks above the picture, or beside them where the picture is narrow.
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

/// A picture that cannot be divided over sheets of paper as was asked.
public enum TilingError: Error, Hashable, CustomStringConvertible {
  /// What the paper has beyond its margins, marks and overlap is too little.
  case tooLittleRoom(paper: Page, options: Tiling.Options)
  /// So many sheets would be needed.
  case tooManySheets(Double, paper: Page)

  public var description: String { message.english }

  /// What a person is told, with what to do.
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
  /// Whether a pixel that touches `part` of a picture of a size is other than white.
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
