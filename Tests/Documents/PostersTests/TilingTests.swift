import Colors
import Geometry
import Posters
import TestSupport
import Testing

@Suite struct TilingTests {
  private static let unit = Page.pointsPerMillimetre

  private func points(_ width: Double, _ height: Double) -> Size {
    Size(width * Self.unit, height * Self.unit)
  }

  private func options(
    _ paper: String, overlap: Double = 10, margin: Double = 5, _ scaling: Tiling.Scaling = .actual
  ) throws -> Tiling.Options {
    var options = try Tiling.Options(paperNamed: paper)
    (options.overlap, options.margin, options.scaling) = (overlap, margin, scaling)
    return options
  }

  /// Random papers, sizes, overlaps and margins from a fixed seed.
  private static let cases: [(paper: Page, size: Page, overlap: Double, margin: Double)] = {
    var generator = SeededGenerator(seed: 53)
    let papers = Page.formats.filter { !$0.isForScreens }.map(\.page)
    return (0..<200).map { _ in
      (
        papers.randomElement(using: &generator) ?? .poster,
        Page(
          width: .random(in: 50...1500, using: &generator), height: .random(in: 50...1500, using: &generator)),
        [0, .random(in: 0...40, using: &generator)].randomElement(using: &generator) ?? 0,
        .random(in: 0...20, using: &generator)
      )
    }
  }()

  @Test func `sheets show all of the picture, and neighbours share just the overlap`() throws {
    for (paper, size, overlap, margin) in Self.cases {
      var options = Tiling.Options(paper: paper)
      (options.overlap, options.margin) = (overlap, margin)
      let whole = points(size.width, size.height)
      let tiling = try Tiling(whole, options: options)

      #expect(tiling.sheets.count == tiling.columns * tiling.rows)
      for sheet in tiling.sheets {
        let (part, column, row) = (sheet.part, sheet.column, sheet.row)
        #expect(column > 0 || part.minX == 0)
        #expect(row > 0 || part.minY == 0)
        if column == tiling.columns - 1 { #expect(abs(part.maxX - whole.width) < 0.011) }
        if row == tiling.rows - 1 { #expect(abs(part.maxY - whole.height) < 0.011) }
        for other in tiling.sheets where other.row == row && other.column == column + 1 {
          #expect(abs(part.maxX - other.part.minX - overlap * Self.unit) < 1e-6)
        }
        for other in tiling.sheets where other.column == column && other.row == row + 1 {
          #expect(abs(part.maxY - other.part.minY - overlap * Self.unit) < 1e-6)
        }
      }
    }
  }

  @Test func `nothing is printed within the margins of the paper`() throws {
    for (paper, size, overlap, margin) in Self.cases {
      var options = Tiling.Options(paper: paper)
      (options.overlap, options.margin) = (overlap, margin)
      let tiling = try Tiling(points(size.width, size.height), options: options)
      let free = Rect(origin: .zero, size: points(tiling.paper.width, tiling.paper.height)).inset(
        by: margin * Self.unit - 1e-6)

      for sheet in tiling.sheets {
        let marks = try #require(tiling.marks(of: sheet).bounds)
        let map = try #require(tiling.map(of: sheet, in: sheet.headroom).sheets.bounds)
        #expect(free.contains(sheet.printed.offset(by: sheet.displacement)))
        #expect(free.contains(marks) && free.contains(map) && free.contains(sheet.headroom))
      }
    }
  }

  @Test func `no other way to turn the paper needs fewer sheets, and none of them is spare`() throws {
    for (paper, size, overlap, margin) in Self.cases {
      var options = Tiling.Options(paper: paper)
      (options.overlap, options.margin) = (overlap, margin)
      let whole = points(size.width, size.height)
      let chosen = try Tiling(whole, options: options)
      for orientation in Tiling.Orientation.allCases {
        options.orientation = orientation
        #expect(try Tiling(whole, options: options).sheets.count >= chosen.sheets.count)
      }
      // Without the last column, the sheets do not reach the edge of the picture.
      for sheet in chosen.sheets where sheet.column == chosen.columns - 2 {
        #expect(sheet.part.maxX < whole.width)
      }
    }
  }

  @Test func `A1 is on four by four A4, upright or lying as asked`() throws {
    let whole = points(594, 841)
    let tiling = try Tiling(whole, options: options("A4 portrait"))
    #expect(tiling.columns == 4 && tiling.rows == 4 && tiling.paper == Page(width: 210, height: 297))
    let lying = try Tiling(whole, options: options("A4 landscape"))
    #expect(lying.paper == Page(width: 297, height: 210) && lying.columns == 3 && lying.rows == 5)
    #expect(try Tiling(whole, options: options("A4")) == lying)
    #expect(tiling.sheets.map(\.name).prefix(5) == ["A1", "A2", "A3", "A4", "B1"])
  }

  @Test func `a poster fills the sheets that are asked for and no more`() throws {
    for (columns, rows) in [(4, 4), (2, 3), (1, 5), (3, 1)] {
      let whole = points(508, 762)
      let scaling = Tiling.Scaling.sheets(columns: columns, rows: rows)
      let tiling = try Tiling(whole, options: options("A4", scaling))
      #expect(tiling.columns <= columns && tiling.rows <= rows)
      #expect(tiling.columns == columns || tiling.rows == rows)

      var larger = try options("A4")
      larger.scaling = .within(
        width: 1.001 * tiling.size.width / Self.unit, height: 1.001 * tiling.size.height / Self.unit)
      larger.orientation = tiling.paper.width > tiling.paper.height ? .landscape : .portrait
      let next = try Tiling(whole, options: larger)
      #expect(next.columns > columns || next.rows > rows)
    }
  }

  @Test func `a size is that of the trimmed picture, whose proportions stay`() throws {
    let trim = Rect(x: 10, y: 10, width: 200, height: 300)
    let tiling = try Tiling(
      Size(220, 320), trim: trim, options: options("A4", .within(width: 900, height: 900)))
    #expect(abs(tiling.trim.height - 900 * Self.unit) < 1e-9)
    #expect(abs(tiling.trim.width - 600 * Self.unit) < 1e-9)
    #expect(abs(tiling.size.width - 220 * 3 * tiling.trim.width / 600) < 1e-9)
  }

  @Test func `sheets are cut where the bleed begins, and bleed alone needs no sheet`() throws {
    let bleed = 3 * Self.unit
    // The maximum width of two neighbouring sheets.
    let width = try 2 * (Tiling(points(10, 10), options: options("A4")).paper.width - 22) - 10
    let trim = Rect(x: bleed, y: bleed, width: width * Self.unit - bleed, height: 400)
    let tiling = try Tiling(
      Size(trim.width + 2 * bleed, 400 + 2 * bleed), trim: trim, options: options("A4 portrait"))
    #expect(tiling.columns == 2)
    let (first, last) = (tiling.sheets[0], tiling.sheets[1])
    #expect(abs(first.edges.minX - first.place.minX - bleed) < 1e-9)
    #expect(abs(first.edges.minY - first.place.minY - bleed) < 1e-9)
    #expect(abs(last.edges.maxX - last.displacement.dx - trim.maxX) < 1e-9)
    #expect(first.isGluedAtRight && !last.isGluedAtRight)
  }

  @Test func `too little room and too many sheets are refused with what to do`() throws {
    func refusal(_ size: Size, _ options: Tiling.Options) -> String {
      do {
        _ = try Tiling(size, options: options)
        return ""
      } catch { return "\(error)" }
    }
    let house = points(20_000, 20_000)
    #expect(try refusal(house, options("A4")).contains("larger paper"))
    #expect(try refusal(house, options("A4")).contains("1000 is the most"))
    #expect(try refusal(points(300, 300), options("30x40mm")).contains("30 × 40 mm"))
    #expect(
      try refusal(points(300, 300), options("A5", overlap: 100, margin: 15)).contains("overlap of 100 mm"))
    #expect(try refusal(points(300, 300), options("A4", margin: 100)).contains("margins of 100 mm"))
    #expect(throws: PosterError.self) { try Tiling.Options(paperNamed: "A44") }
  }

  @Test func `sheets without ink are left out, and one dot keeps a sheet`() throws {
    let side = 300
    let whole = points(300, 300)
    let tiling = try Tiling(whole, options: options("A5", overlap: 0))
    var bitmap = Bitmap(
      size: PixelSize(width: side, height: side), bytes: [UInt8](repeating: 255, count: 4 * side * side))
    #expect(tiling.leavingOutBlankSheets(in: bitmap) == tiling)
    for sheet in tiling.sheets {
      var marked = bitmap
      let (x, y) = (Int(sheet.part.midX / Self.unit), Int(sheet.part.midY / Self.unit))
      marked.bytes[4 * (y * side + x)] = 254
      #expect(tiling.leavingOutBlankSheets(in: marked).sheets == [sheet])
    }
    // Fully transparent pixels have no ink either.
    for pixel in 0..<side * side { bitmap.bytes[4 * pixel + 3] = 0 }
    for pixel in 0..<side * side { bitmap.bytes[4 * pixel] = 0 }
    #expect(tiling.leavingOutBlankSheets(in: bitmap) == tiling)
  }

  @Test func `the map shows the sheets that are printed, each beside the others`() throws {
    let tiling = try Tiling(points(594, 841), options: options("A4"))
    let room = Rect(x: 0, y: 0, width: 100, height: 100)
    for sheet in tiling.sheets {
      let (sheets, this) = tiling.map(of: sheet, in: room)
      let (all, one) = (try #require(sheets.bounds), try #require(this.bounds))
      #expect(room.outset(by: 1e-9).contains(all) && all.outset(by: 1e-9).contains(one))
      #expect(abs(all.height - 100) < 1e-9)
      #expect(abs(one.minX - all.width * sheet.part.minX / tiling.size.width) < 1e-9)
    }
  }
}
