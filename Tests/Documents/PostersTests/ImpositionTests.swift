import Geometry
import Posters
import TestSupport
import Testing

@Suite struct ImpositionTests {
  private static let unit = Page.pointsPerMillimetre
  private static let a4 = Page(width: 210, height: 297)

  private static func page(_ width: Double, _ height: Double, bleed: Double = 0) -> PlacedPDF.Page {
    let bleed = bleed * unit
    let trim = Rect(x: bleed, y: bleed, width: width * unit, height: height * unit)
    return PlacedPDF.Page(size: Size(trim.maxX + bleed, trim.maxY + bleed), trim: trim)
  }

  private func cards(_ count: Int, bleed: Double = 0) -> [PlacedPDF.Page] {
    (0..<count).map { _ in Self.page(85, 55, bleed: bleed) }
  }

  private func options(_ cells: Imposition.Cells = .own) -> Imposition.Options {
    var options = Imposition.Options(paper: Self.a4)
    options.cells = cells
    return options
  }

  @Test func `common sizes come as often on A4 as they fit`() throws {
    for (name, count) in [("card-85x55", 10), ("ticket-a7", 8), ("postcard-a6", 4), ("badge-54x86", 10)] {
      let card = try #require(CardSize.all.first { $0.name == name })
      let imposition = try Imposition([Self.page(500, 300)], options: options(.size(card.page)))
      #expect(imposition.cells.count == count, "\(name): \(imposition.columns) × \(imposition.rows)")
      #expect(imposition.sheets[0].cells.count == count && imposition.sheetCount == 1)
    }
    #expect(try Imposition(cards(1, bleed: 3), options: options()).cells.count == 9)
  }

  @Test func `labels lie apart on their paper, which is symmetrical`() {
    for sheet in LabelSheet.all {
      #expect(
        sheet.across >= sheet.label.width - 1e-9 && sheet.down >= sheet.label.height - 1e-9, "\(sheet.name)")
      let right =
        sheet.paper.width - sheet.left - sheet.across * Double(sheet.columns - 1) - sheet.label.width
      let bottom = sheet.paper.height - sheet.top - sheet.down * Double(sheet.rows - 1) - sheet.label.height
      // A typing error in any figure moves one edge by more than the makers' tolerance.
      #expect(abs(right - sheet.left) < 0.1, "\(sheet.name): \(sheet.left) and \(right) mm beside the labels")
      #expect(abs(bottom - sheet.top) < 0.1, "\(sheet.name): \(sheet.top) and \(bottom) mm around the labels")
      #expect(LabelSheet.named(String(sheet.name.dropFirst(6)).uppercased()) == sheet)
    }
    #expect(Set(LabelSheet.all.map(\.name)).count == LabelSheet.all.count)
  }

  /// Random pages, cells, gaps and bleeds from a fixed seed.
  private static let cases: [(pages: [PlacedPDF.Page], options: Imposition.Options)] = {
    var generator = SeededGenerator(seed: 54)
    return (0..<400).map { _ in
      var options = Imposition.Options(
        paper: [a4, Page(width: 420, height: 297), Page(width: 215.9, height: 279.4)].randomElement(
          using: &generator)
          ?? a4)
      let size = (
        Double.random(in: 20...180, using: &generator), Double.random(in: 20...180, using: &generator)
      )
      let bleed: Double = [0, 3, 5].randomElement(using: &generator) ?? 0
      options.cells =
        [
          .own, .size(Page(width: .random(in: 30...100, using: &generator), height: 60)),
          .grid(columns: .random(in: 1...5, using: &generator), rows: .random(in: 1...6, using: &generator)),
          .labels(LabelSheet.all.randomElement(using: &generator) ?? LabelSheet.all[0]),
        ].randomElement(using: &generator) ?? .own
      options.scaling = Imposition.Scaling.allCases.randomElement(using: &generator) ?? .fit
      options.gap = [nil, 0, 4].randomElement(using: &generator) ?? nil
      options.order = Imposition.Order.allCases.randomElement(using: &generator) ?? .rows
      options.sides = Imposition.Sides.allCases.randomElement(using: &generator) ?? .front
      options.hasCommonBack = .random(using: &generator)
      options.hasMarks = .random(using: &generator)
      options.copies = [nil, 1, 3].randomElement(using: &generator) ?? nil
      options.firstCell = .random(in: 1...3, using: &generator)
      let count = Int.random(in: 1...40, using: &generator)
      return ((0..<count).map { _ in page(size.0, size.1, bleed: bleed) }, options)
    }
  }()

  private static let made: [(pages: [PlacedPDF.Page], options: Imposition.Options, imposition: Imposition)] =
    cases.compactMap { pages, options in
      (try? Imposition(pages, options: options)).map { (pages, options, $0) }
    }

  @Test func `nothing is printed over a neighbour or outside of the paper, and pages keep their proportions`()
  {
    #expect(Self.made.count > 100)
    var wrong = 0
    for (pages, options, imposition) in Self.made {
      let paper = Rect(
        x: 0, y: 0, width: imposition.paper.width * Self.unit, height: imposition.paper.height * Self.unit)
      for sheet in imposition.sheets {
        for (index, cell) in sheet.cells.enumerated() {
          if !paper.inset(by: -0.02).contains(cell.place) { wrong += 1 }
          for other in sheet.cells[..<index] {
            let shared = cell.printed.intersection(other.printed)
            if let shared, shared.width > 1e-6, shared.height > 1e-6 { wrong += 1 }
          }
          let trim = pages[cell.page].trim
          if abs(cell.picture.width - trim.width * cell.scale) > 1e-6 { wrong += 1 }
          if abs(cell.picture.height - trim.height * cell.scale) > 1e-6 { wrong += 1 }
          if options.scaling != .fill, !cell.place.inset(by: -0.02).contains(cell.picture) { wrong += 1 }
          if options.scaling == .fill, !cell.picture.inset(by: -0.02).contains(cell.place) { wrong += 1 }
          // Up to the edge at which it is cut the page is printed whole.
          if !cell.printed.inset(by: -1e-6).contains(cell.picture.intersection(cell.place) ?? .zero) {
            wrong += 1
          }
        }
      }
      var isCutAlready = false
      if case .labels = options.cells { isCutAlready = true }
      if !isCutAlready, let bounds = imposition.marks.bounds, !paper.inset(by: -0.2).contains(bounds) {
        wrong += 1
      }
    }
    #expect(wrong == 0)
  }

  @Test func `every page comes as often as it should, and backs lie behind their fronts`() throws {
    for (pages, options, imposition) in Self.made {
      var counts: [Int: Int] = [:]
      for cell in imposition.sheets.flatMap(\.cells) { counts[cell.page, default: 0] += 1 }
      let isSingle = pages.count == 1 || options.sides != .front && pages.count == 2
      let backs = options.sides == .front ? 0 : options.hasCommonBack && pages.count > 1 ? 1 : 0
      if let copies = options.copies ?? (isSingle ? nil : 1) {
        for page in 0..<pages.count - backs { #expect(counts[page] == copies, "\(options)") }
        if backs == 1 { #expect(counts[pages.count - 1] == copies * (pages.count - 1)) }
      }
      guard options.sides != .front else { continue }
      let width = imposition.paper.width * Self.unit
      func back(of front: Int) -> Int? {
        if backs == 1 { return front == pages.count - 1 ? nil : pages.count - 1 }
        return front % 2 == 0 && front + 1 < pages.count ? front + 1 : nil
      }
      for sheet in imposition.sheets where !sheet.isBack {
        let other =
          options.sides == .both
          ? try #require(imposition.sheets.first { $0.isBack && $0.number == sheet.number }) : sheet
        for cell in sheet.cells {
          guard let page = back(of: cell.page) else { continue }
          let mirrored = Rect(
            x: width - cell.place.maxX, y: cell.place.minY, width: cell.place.width, height: cell.place.height
          )
          let behind = other.cells.first {
            abs($0.place.minX - mirrored.minX) < 0.2 && $0.place.minY == mirrored.minY
          }
          #expect(behind?.page == page)
        }
      }
    }
  }

  @Test(arguments: [1, 7, 10, 23, 100]) func `piles that are cut apart and put on each other are in order`(
    count: Int
  ) throws {
    var options = options()
    options.order = .stack
    options.copies = 1
    let imposition = try Imposition(cards(count), options: options)
    // A person cuts the pile of sheets and takes the cells from the upper left, each pile from the top.
    let piles = imposition.cells.map { place in
      imposition.sheets.compactMap { sheet in sheet.cells.first { $0.place == place }?.page }
    }
    #expect(piles.flatMap(\.self) == Array(0..<count))
    #expect(imposition.sheetCount == (count + 9) / 10)
  }

  @Test func `labels that are missing are left free on the first sheet`() throws {
    let sheet = try #require(LabelSheet.named("L7160"))
    var options = options(.labels(sheet))
    options.firstCell = 4
    let imposition = try Imposition(cards(20), options: options)
    #expect(imposition.sheets[0].cells.first?.place == imposition.cells[3])
    #expect(imposition.sheets.map(\.cells.count) == [18, 2])
    options.firstCell = 22
    #expect(throws: ImpositionError.firstCell(22, of: 21)) { try Imposition(cards(20), options: options) }
  }

  @Test func `bleed is kept between cells as far as the gap allows`() throws {
    var options = options()
    for (gap, expected) in [(nil, 3.0), (0, 0), (4, 2), (20, 3)] as [(Double?, Double)] {
      options.gap = gap
      let imposition = try Imposition(cards(2, bleed: 3), options: options)
      let cell = imposition.sheets[0].cells[0]
      #expect(abs((cell.printed.maxX - cell.place.maxX) / Self.unit - expected) < 1e-9)
      #expect(abs((cell.place.minX - cell.printed.minX) / Self.unit - 3) < 1e-9)
    }
  }

  @Test func `a page fills its paper, fits within the margins, or is cut off in its own size`() throws {
    var options = options(.sheet)
    options.margin = 4
    let page = [Self.page(500, 700)]
    let fit = try Imposition(page, options: options).sheets[0].cells[0]
    #expect(abs(fit.picture.minY / Self.unit - 4) < 0.01 || abs(fit.picture.minX / Self.unit - 4) < 0.01)
    #expect(
      fit.printed.inset(by: -1e-6).contains(fit.picture) && fit.picture.inset(by: -1e-6).contains(fit.printed)
    )
    options.scaling = .fill
    options.margin = 0
    let fill = try Imposition(page, options: options)
    #expect(fill.paper == Self.a4)
    #expect(abs(fill.sheets[0].cells[0].printed.width / Self.unit - 210) < 1e-6)
    options.scaling = .actual
    let actual = try Imposition(page, options: options).sheets[0].cells[0]
    #expect(actual.scale == 1 && actual.printed.width < actual.picture.width)
    // A lying page turns the paper.
    #expect(try Imposition([Self.page(700, 500)], options: options).paper == Self.a4.turned)
  }

  @Test func `what does not fit is said with what to do`() {
    func words(_ pages: [PlacedPDF.Page], _ change: (inout Imposition.Options) -> Void) -> String {
      var options = options()
      change(&options)
      do {
        _ = try Imposition(pages, options: options)
        return ""
      } catch { return error.description }
    }
    #expect(words([Self.page(500, 700)]) { _ in }.contains("choose a larger paper"))
    #expect(
      words(cards(1)) { ($0.cells, $0.scaling) = (.size(Page(width: 54, height: 50)), .actual) }.contains(
        "scale it to fit"))
    #expect(
      words(cards(1)) { ($0.cells, $0.scaling) = (.grid(columns: 4, rows: 4), .actual) }.contains("4 × 4"))
    #expect(
      words(cards(2)) { ($0.cells, $0.sides) = (.grid(columns: 3, rows: 3), .workAndTurn) }.contains(
        "even number"))
    #expect(words(cards(30)) { $0.copies = 10_000 }.contains("choose fewer copies"))
    #expect(words([]) { _ in }.contains("no room"))
  }
}
