public import Geometry
public import Localization
import Text

/// The places of pages on sheets of paper, several to a sheet, to be cut apart.
///
/// ```swift
/// var options = Imposition.Options(paper: Page(width: 210, height: 297))
/// options.cells = .size(Page(width: 85, height: 55))
/// let card = PlacedPDF.Page(size: Size(241, 156))  // 85 × 55 mm, in points
/// let imposition = try Imposition([card], options: options)
/// print(imposition.columns, imposition.rows, imposition.sheets.count)  // 2 5 1
/// ```
public struct Imposition: Hashable, Sendable {
  /// The options for placing pages on sheets.
  public struct Options: Hashable, Sendable {
    /// The paper; a label sheet has its own.
    public var paper: Page
    /// The orientation of the paper; nil chooses the one that holds more, or larger, pages.
    public var orientation: Tiling.Orientation?
    /// The cells into which a sheet is divided.
    public var cells = Cells.own
    /// The size of a page in its cell.
    public var scaling = Scaling.fit
    /// The distance between cells in millimetres; nil leaves room for the bleed of both neighbours.
    public var gap: Double?
    /// The edge of the paper without cells, in millimetres; nil is 5 mm for a grid, and none for other cells.
    public var margin: Double?
    /// Whether lines beside the cells show where to cut.
    public var hasMarks = false
    /// The order in which cells are filled.
    public var order = Order.rows
    /// The sides of the paper that are printed.
    public var sides = Sides.front
    /// Whether the last page is the back of all others; otherwise every second page is the back of the one before it.
    public var hasCommonBack = false
    /// The number of copies of each page; nil fills a sheet with a single page, and places several pages once.
    public var copies: Int?
    /// The number of the first cell that is used, from 1: on a label sheet, earlier ones may be missing.
    public var firstCell = 1

    /// Creates options for as many pages as fit.
    public init(paper: Page) { self.paper = paper }

    /// Reads a paper as `Page` does; `portrait` or `landscape` after it sets the orientation.
    ///
    /// - Throws: ``PosterError`` if the text is not a paper.
    public init(paperNamed text: String) throws(PosterError) {
      let tiling = try Tiling.Options(paperNamed: text)
      (paper, orientation) = (tiling.paper, tiling.orientation)
    }

    /// The paper of the sheets, in either orientation.
    public var sheetPaper: Page {
      if case .labels(let sheet) = cells { sheet.paper } else { paper }
    }

    /// The range of gaps, in millimetres.
    public static let gaps = 0.0...100.0
    /// The range of margins, in millimetres.
    public static let margins = 0.0...100.0
    /// The range of the number of columns, and of rows.
    public static let counts = 1...100
    /// The range of copies.
    public static let copies = 1...10_000
  }

  /// The cells of a sheet.
  public enum Cells: Hashable, Sendable {
    /// As many cells of the pages' own size as fit.
    case own
    /// As many cells of this size as fit, upright or lying as the pages are.
    case size(Page)
    /// A number of columns and rows.
    case grid(columns: Int, rows: Int)
    /// One cell, as large as the paper within its margins. A larger page of its own size is cut off at the paper's edge.
    case sheet
    /// The labels of a sheet.
    case labels(LabelSheet)
  }

  /// The size of a page in its cell; its proportions are kept.
  public enum Scaling: String, Hashable, Sendable, CaseIterable {
    /// The original size.
    case actual
    /// The largest size that the cell contains.
    case fit
    /// The smallest size that covers the cell; what exceeds it is cut off.
    case fill
  }

  /// The order in which cells are filled.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// Row by row.
    case rows
    /// Column by column.
    case columns
    /// So that the sheets are cut as a pile, and the piles of the cells put on each other follow the pages' order.
    case stack
  }

  /// The sides of the paper that are printed.
  public enum Sides: String, Hashable, Sendable, CaseIterable {
    /// The front alone.
    case front
    /// Fronts on one side and their backs on the other, each sheet turned like a page of a book.
    case both
    /// Fronts in the left half and their backs in the right half, the same on both sides of the paper, which is turned
    /// like a page of a book and cut in two.
    case workAndTurn = "work-and-turn"
  }

  /// A page in a cell. Positions on paper are in points from its upper left corner.
  public struct Cell: Hashable, Sendable {
    /// The number of the page, from 0.
    public let page: Int
    /// The cell on the paper, at whose edges it is cut.
    public let place: Rect
    /// The trimmed page on the paper.
    public let picture: Rect
    /// The ratio of the printed size to the original size.
    public let scale: Double
    /// The printed area: the cell with as much bleed as the page and the gaps have.
    public let printed: Rect
  }

  /// One side of a sheet of paper.
  public struct Sheet: Hashable, Sendable {
    /// The number of the sheet, from 0; front and back have the same.
    public let number: Int
    /// Whether this is the back of the sheet before it.
    public let isBack: Bool
    /// The pages on this side.
    public let cells: [Cell]
  }

  /// The paper in the chosen orientation.
  public let paper: Page
  /// The number of columns.
  public let columns: Int
  /// The number of rows.
  public let rows: Int
  /// The sides to print in their order.
  public let sheets: [Sheet]
  /// The lines, on every sheet, where it is cut; empty unless requested.
  public let marks: Path
  /// The cells of a sheet, in rows from the upper left.
  public let cells: [Rect]

  /// The number of sheets of paper.
  public var sheetCount: Int { (sheets.last?.number ?? -1) + 1 }

  /// The maximum number of printed cells.
  public static let mostCells = 200_000

  /// Places pages on sheets.
  ///
  /// - Throws: `ImpositionError` if a page or cell is too large, or cells cannot have backs as requested.
  public init(_ pages: [PlacedPDF.Page], options: Options) throws(ImpositionError) {
    let grid = try CellGrid.best(for: pages, options)
    let arrangement = try Arrangement(pages.count, grid, options)
    paper = grid.paper
    (columns, rows, cells) = (grid.columns, grid.rows, grid.places)
    sheets = arrangement.sides.map { side in
      Sheet(
        number: side.number, isBack: side.isBack,
        cells: side.pages.map { slot, page in grid.cell(slot, page, pages[page]) })
    }
    marks = options.hasMarks ? grid.marks(bleed: grid.bleed(of: pages)) : Path()
  }
}

/// The cells of a sheet, in points.
private struct CellGrid {
  let paper: Page
  let columns: Int
  let rows: Int
  let cell: Size
  let origin: Point
  /// The distances from a cell to the next one.
  let across: Double
  let down: Double
  let scaling: Imposition.Scaling
  /// Whether the cell is the whole sheet, at whose edge the printer cuts off.
  let isWhole: Bool

  private static let unit = Page.pointsPerMillimetre
  /// An excess of a hundredth of a point does not matter.
  private static let slack = 0.01
  /// The distances from the bleed at which marks begin and end, in millimetres.
  private static let (nearest, farthest) = (1.5, 5.5)

  /// Returns the grid on the orientation of the paper that holds more, or larger, pages.
  static func best(
    for pages: [PlacedPDF.Page], _ options: Imposition.Options
  ) throws(ImpositionError) -> CellGrid {
    if case .labels(let sheet) = options.cells { return try CellGrid(sheet, pages, options) }
    let wide = options.paper.width > options.paper.height
    let upright = wide ? options.paper.turned : options.paper
    let papers =
      switch options.orientation {
      case .portrait: [upright]
      case .landscape: [upright.turned]
      case nil: [upright, upright.turned]
      }
    var best: CellGrid?
    var fault: ImpositionError?
    for paper in papers {
      do throws(ImpositionError) {
        let grid = try CellGrid(pages, on: paper, options)
        if best.map({ grid.value(pages) > $0.value(pages) + slack }) ?? true { best = grid }
      } catch {
        fault = fault ?? error
      }
    }
    guard let best else { throw fault ?? .noRoom(paper: upright, cell: upright) }
    return best
  }

  /// The number of cells, and among equals the size of the pages that they show. A page that is as large as the paper, or
  /// larger, takes the orientation in which less of it is cut off.
  private func value(_ pages: [PlacedPDF.Page]) -> Double {
    guard let page = pages.first?.trim.size else { return 0 }
    let picture = page * Self.scale(of: page, in: cell, scaling)
    let shown = min(picture.width, cell.width) * min(picture.height, cell.height)
    let excess = isWhole && scaling == .fill ? picture.width * picture.height - shown : 0
    let isAlike = (page.width > page.height) == (cell.width > cell.height)
    return Double(columns * rows) * 1e9 + shown - excess + (isAlike ? 1 : 0)
  }

  private init(
    _ sheet: LabelSheet, _ pages: [PlacedPDF.Page], _ options: Imposition.Options
  ) throws(ImpositionError) {
    let unit = Self.unit
    (paper, columns, rows) = (sheet.paper, sheet.columns, sheet.rows)
    cell = Size(sheet.label.width * unit, sheet.label.height * unit)
    origin = Point(sheet.left * unit, sheet.top * unit)
    (across, down, scaling, isWhole) = (sheet.across * unit, sheet.down * unit, options.scaling, false)
    try check(pages)
    guard options.sides != .workAndTurn || columns % 2 == 0 else { throw .oddColumns(columns) }
  }

  private init(
    _ pages: [PlacedPDF.Page], on paper: Page, _ options: Imposition.Options
  ) throws(ImpositionError) {
    let unit = Self.unit
    let largest = Size(
      pages.map(\.trim.width).max() ?? 0, pages.map(\.trim.height).max() ?? 0)
    let bleed = pages.map(\.bleed).max() ?? 0
    let gap = options.gap.map { $0 * unit }
    let marksRoom = options.hasMarks ? Self.farthest * unit : 0
    (self.paper, scaling) = (paper, options.scaling)
    let whole = Size(paper.width * unit, paper.height * unit)
    func noRoom(_ cell: Size) -> ImpositionError {
      .noRoom(paper: paper, cell: Page(width: cell.width / unit, height: cell.height / unit))
    }
    guard largest.width > 0, largest.height > 0 else { throw noRoom(largest) }

    if case .sheet = options.cells {
      let edge = (options.margin ?? 0) * unit
      cell = Size(whole.width - 2 * edge, whole.height - 2 * edge)
      guard cell.width >= unit, cell.height >= unit else { throw noRoom(Size(unit, unit)) }
      (columns, rows, across, down, origin) = (1, 1, cell.width, cell.height, Point(edge, edge))
      isWhole = true
      return
    }
    isWhole = false
    if case .grid(let columns, let rows) = options.cells, options.scaling != .actual {
      guard options.sides != .workAndTurn || columns % 2 == 0 else { throw .oddColumns(columns) }
      let edge = (options.margin ?? 5) * unit + marksRoom
      let room = Size(whole.width - 2 * edge, whole.height - 2 * edge)
      let (m, n) = (Double(columns), Double(rows))
      // The bleed is scaled with the page; without a gap of its own, each gap is two bleeds.
      func scale(_ room: Double, _ count: Double, _ side: Double) -> Double {
        (room - (gap ?? 0) * (count - 1)) / (count * side + 2 * bleed * (gap == nil ? count : 1))
      }
      let scale = min(scale(room.width, m, largest.width), scale(room.height, n, largest.height))
      guard scale > 0 else { throw noRoom(Size(Self.unit, Self.unit)) }
      let between = gap ?? 2 * bleed * scale
      if options.scaling == .fit {
        cell = largest * scale
      } else {
        cell = Size(
          (room.width - 2 * bleed * scale - between * (m - 1)) / m,
          (room.height - 2 * bleed * scale - between * (n - 1)) / n)
      }
      guard cell.width >= Self.unit, cell.height >= Self.unit else {
        throw noRoom(Size(Self.unit, Self.unit))
      }
      (self.columns, self.rows) = (columns, rows)
      (across, down) = (cell.width + between, cell.height + between)
    } else {
      var cell = largest
      if case .size(let page) = options.cells {
        cell = Size(page.width * unit, page.height * unit)
        if (cell.width > cell.height) != (largest.width > largest.height) {
          cell = Size(cell.height, cell.width)
        }
      }
      // The bleed of the outer cells stays on the paper as well.
      let outer = bleed * Self.scale(of: largest, in: cell, options.scaling)
      let between = gap ?? 2 * outer
      let edge = (options.margin ?? 0) * unit + marksRoom + outer
      let room = Size(whole.width - 2 * edge, whole.height - 2 * edge)
      func count(_ room: Double, _ side: Double) -> Int {
        max(0, Int(((room + between + Self.slack) / (side + between)).rounded(.down)))
      }
      let most = Imposition.Options.counts.upperBound
      var (columns, rows) = (
        min(count(room.width, cell.width), most), min(count(room.height, cell.height), most)
      )
      if case .grid(let m, let n) = options.cells {
        guard m <= columns, n <= rows else { throw .gridTooLarge(columns: m, rows: n, paper: paper) }
        guard options.sides != .workAndTurn || m % 2 == 0 else { throw .oddColumns(m) }
        (columns, rows) = (m, n)
      }
      if options.sides == .workAndTurn { columns -= columns % 2 }
      guard columns > 0, rows > 0 else { throw noRoom(cell) }
      (self.cell, self.columns, self.rows) = (cell, columns, rows)
      (across, down) = (cell.width + between, cell.height + between)
    }
    origin = Point(
      (whole.width - across * Double(self.columns - 1) - cell.width) / 2,
      (whole.height - down * Double(self.rows - 1) - cell.height) / 2)
    try check(pages)
  }

  private func check(_ pages: [PlacedPDF.Page]) throws(ImpositionError) {
    guard scaling == .actual else { return }
    for page in pages
    where page.trim.width > cell.width + Self.slack || page.trim.height > cell.height + Self.slack {
      throw .pageTooLarge(page: Self.page(page.trim.size), cell: Self.page(cell))
    }
  }

  private static func page(_ size: Size) -> Page {
    Page(width: size.width / unit, height: size.height / unit)
  }

  private static func scale(of page: Size, in cell: Size, _ scaling: Imposition.Scaling) -> Double {
    guard page.width > 0, page.height > 0 else { return 1 }
    let (across, down) = (cell.width / page.width, cell.height / page.height)
    return switch scaling {
    case .actual: 1
    case .fit: min(across, down)
    case .fill: max(across, down)
    }
  }

  /// The cells in rows from the upper left.
  var places: [Rect] {
    (0..<rows).flatMap { row in
      (0..<columns).map { column in
        Rect(
          origin: Point(origin.x + Double(column) * across, origin.y + Double(row) * down), size: cell)
      }
    }
  }

  /// Returns the page in the cell of a number.
  func cell(_ slot: Int, _ number: Int, _ page: PlacedPDF.Page) -> Imposition.Cell {
    let column = slot % columns
    let row = slot / columns
    let place = Rect(
      origin: Point(origin.x + Double(column) * across, origin.y + Double(row) * down), size: cell)
    let scale = Self.scale(of: page.trim.size, in: cell, scaling)
    let picture = Rect(center: place.center, size: page.trim.size * scale)
    let drawn = Rect(
      x: picture.minX - page.trim.minX * scale, y: picture.minY - page.trim.minY * scale,
      width: page.size.width * scale, height: page.size.height * scale)
    if isWhole {
      let sheet = Rect(x: 0, y: 0, width: paper.width * Self.unit, height: paper.height * Self.unit)
      return Imposition.Cell(
        page: number, place: place, picture: picture, scale: scale,
        printed: drawn.intersection(sheet) ?? picture)
    }
    // Between neighbours each bleed has half of the gap.
    func side(_ bleed: Double, _ gap: Double, _ isOuter: Bool) -> Double {
      isOuter ? bleed : min(bleed, max(gap / 2, 0))
    }
    let (gapX, gapY) = (across - cell.width, down - cell.height)
    let trim = page.trim
    let allowed = place.inset(
      by: EdgeInsets(
        top: -side(trim.minY * scale, gapY, row == 0), left: -side(trim.minX * scale, gapX, column == 0),
        bottom: -side((page.size.height - trim.maxY) * scale, gapY, row == rows - 1),
        right: -side((page.size.width - trim.maxX) * scale, gapX, column == columns - 1)))
    return Imposition.Cell(
      page: number, place: place, picture: picture, scale: scale,
      printed: drawn.intersection(allowed) ?? picture)
  }

  /// Returns the cell that lies on the other side of the paper, which is turned like a page of a book.
  func opposite(_ slot: Int) -> Int { slot - slot % columns + (columns - 1 - slot % columns) }

  /// The largest bleed of the outer cells, in points.
  func bleed(of pages: [PlacedPDF.Page]) -> Double {
    pages.map { $0.bleed * Self.scale(of: $0.trim.size, in: cell, scaling) }.max() ?? 0
  }

  /// Returns thin black bars beyond the outer cells, centred on the edges at which the sheet is cut.
  func marks(bleed: Double) -> Path {
    let (near, far) = (bleed + Self.nearest * Self.unit, bleed + Self.farthest * Self.unit)
    let half = 0.125
    let places = places
    guard let first = places.first, let last = places.last else { return Path() }
    func edges(_ start: Double, _ step: Double, _ side: Double, _ count: Int) -> [Double] {
      (0..<count).flatMap { [start + Double($0) * step, start + Double($0) * step + side] }
        .reduce(into: []) { edges, edge in
          if edges.last.map({ edge - $0 > Self.slack }) ?? true { edges.append(edge) }
        }
    }
    let sheet = Rect(x: 0, y: 0, width: paper.width * Self.unit, height: paper.height * Self.unit)
    return Path { path in
      // Cells that their pages fill may leave less room for marks than their length.
      func add(_ mark: Rect) { if let mark = mark.intersection(sheet) { path.append(Path(rect: mark)) } }
      for x in edges(origin.x, across, cell.width, columns) {
        for y in [first.minY - far, last.maxY + near] {
          add(Rect(x: x - half, y: y, width: 2 * half, height: far - near))
        }
      }
      for y in edges(origin.y, down, cell.height, rows) {
        for x in [first.minX - far, last.maxX + near] {
          add(Rect(x: x, y: y - half, width: far - near, height: 2 * half))
        }
      }
    }
  }
}

/// The pages in the cells of each sheet.
private struct Arrangement {
  struct Side {
    let number: Int
    let isBack: Bool
    var pages: [(slot: Int, page: Int)]
  }

  private(set) var sides: [Side] = []

  init(_ count: Int, _ grid: CellGrid, _ options: Imposition.Options) throws(ImpositionError) {
    let units = Self.units(count, options)
    let fronts = Self.fronts(grid, options)
    guard (1...fronts.count).contains(options.firstCell) else {
      throw .firstCell(options.firstCell, of: fronts.count)
    }
    let free = options.firstCell - 1
    let copies = options.copies ?? (units.count == 1 ? fronts.count - free : 1)
    let total = units.count * copies
    guard total <= Imposition.mostCells else { throw .tooMany(total) }
    let isStack = options.order == .stack
    // Piles are as high as there are sheets, and a cell that is missing is missing in the whole pile.
    let perSheet = isStack ? fronts.count - free : fronts.count
    let sheets = ((isStack ? total : total + free) + perSheet - 1) / perSheet
    for sheet in 0..<sheets {
      var front = Side(number: sheet, isBack: false, pages: [])
      var back = Side(number: sheet, isBack: true, pages: [])
      for (position, slot) in fronts.enumerated() {
        let index =
          isStack
          ? (position < free ? -1 : (position - free) * sheets + sheet) : sheet * perSheet + position - free
        guard index >= 0, index < total else { continue }
        let unit = units[index / copies]
        front.pages.append((slot, unit.front))
        guard let page = unit.back else { continue }
        let opposite = (grid.opposite(slot), page)
        if options.sides == .workAndTurn { front.pages.append(opposite) } else { back.pages.append(opposite) }
      }
      sides.append(front)
      if options.sides == .both { sides.append(back) }
    }
  }

  /// The pages that belong to each other as front and back.
  private static func units(
    _ count: Int, _ options: Imposition.Options
  ) -> [(front: Int, back: Int?)] {
    if options.sides == .front { return (0..<count).map { ($0, nil) } }
    if options.hasCommonBack, count > 1 { return (0..<count - 1).map { ($0, count - 1) } }
    return stride(from: 0, to: count, by: 2).map { ($0, $0 + 1 < count ? $0 + 1 : nil) }
  }

  /// The cells of the fronts in the order in which they are filled.
  private static func fronts(_ grid: CellGrid, _ options: Imposition.Options) -> [Int] {
    let columns = options.sides == .workAndTurn ? grid.columns / 2 : grid.columns
    if options.order == .columns {
      return (0..<columns).flatMap { column in (0..<grid.rows).map { $0 * grid.columns + column } }
    }
    return (0..<grid.rows).flatMap { row in (0..<columns).map { row * grid.columns + $0 } }
  }
}

extension PlacedPDF.Page {
  /// The widest bleed of its four sides, in points.
  fileprivate var bleed: Double {
    max(0, trim.minX, trim.minY, size.width - trim.maxX, size.height - trim.maxY)
  }
}

/// A reason why pages cannot be placed on sheets as requested.
public enum ImpositionError: LocalizableError, Hashable {
  /// Not even one cell of this size fits.
  case noRoom(paper: Page, cell: Page)
  /// The pages in their own size are larger than the cells.
  case pageTooLarge(page: Page, cell: Page)
  /// So many cells in the pages' own size do not fit.
  case gridTooLarge(columns: Int, rows: Int, paper: Page)
  /// Work and turn needs as many columns of backs as of fronts.
  case oddColumns(Int)
  /// The first cell is not one of a sheet's.
  case firstCell(Int, of: Int)
  /// So many cells would be printed.
  case tooMany(Int)

  /// The problem and its remedy, for a person.
  public var message: Message {
    func size(_ page: Page) -> String {
      "\(page.width.text(.rounded(to: 1))) × \(page.height.text(.rounded(to: 1)))"
    }
    return switch self {
    case .noRoom(let paper, let cell):
      Message(
        "paper of {paper} has no room for {cell} mm with its bleed, margins and marks; choose a larger paper, smaller margins or smaller cells",
        ["paper": paper.measures, "cell": size(cell)])
    case .pageTooLarge(let page, let cell):
      Message(
        "a page of {page} mm does not fit in a cell of {cell} mm; scale it to fit, or choose larger cells",
        ["page": size(page), "cell": size(cell)])
    case .gridTooLarge(let columns, let rows, let paper):
      Message(
        "{columns} × {rows} pages of their own size do not fit on {paper}; scale them to fit, or choose fewer or a larger paper",
        ["columns": String(columns), "rows": String(rows), "paper": paper.measures])
    case .oddColumns(let columns):
      Message(
        "work and turn needs an even number of columns, and there are {columns}; print both sides of the paper instead, or choose other cells",
        ["columns": String(columns)])
    case .firstCell(let number, let count):
      Message(
        "the first cell is {number}, but a sheet has {count}; choose a number from 1 to {count}",
        ["number": String(number), "count": String(count)])
    case .tooMany(let count):
      Message(
        "{count} places would be printed, and {limit} is the most; choose fewer copies",
        ["count": String(count), "limit": String(Imposition.mostCells)])
    }
  }
}

extension Imposition {
  /// The cells and sheets in words, such as “2 × 5 on A4, 50 sheets”.
  public var summary: Message {
    let (columns, rows, paper) = (String(columns), String(rows), self.paper.measures)
    return self.paper.width > self.paper.height
      ? Message(
        "{columns} × {rows} on {paper} landscape, {count} sheet",
        plural: "{columns} × {rows} on {paper} landscape, {count} sheets", count: sheetCount,
        ["columns": columns, "rows": rows, "paper": paper])
      : Message(
        "{columns} × {rows} on {paper}, {count} sheet",
        plural: "{columns} × {rows} on {paper}, {count} sheets",
        count: sheetCount, ["columns": columns, "rows": rows, "paper": paper])
  }
}
