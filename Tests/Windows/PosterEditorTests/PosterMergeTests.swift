import Catalog
import Colors
import Controls
import Files
import Foundation
import Geometry
import Input
import Posters
import Publishing
import TestSupport
import Testing
import WindowSupport

@testable import PosterEditor

/// A poster that is filled from a table, in the window.
@Suite struct PosterMergeTests {
  private let home: Home
  private let folders: UserFolders

  init() throws {
    let home = try Home()
    self.home = home
    folders = UserFolders { $0 == "HOME" ? home.path("") : nil }
    let state = try #require(folders.state)
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try Data("{\"format\": \"svg\", \"folder\": \"\(home.path("exports"))\"}".utf8).write(
      to: URL(filePath: state + "/export.json"))
  }

  private func write(_ text: String, to name: String = "people.csv") throws -> String {
    try Data(text.utf8).write(to: home.folder.appending(path: name))
    return home.path(name)
  }

  private func driver(
    _ lines: [String] = ["{name}", "from"], home document: PosterHome = .stream,
    size: Size = PosterEditor.defaultSize
  ) -> EditorDriver {
    let poster = Poster(title: "Badge", lines: lines.map { Poster.Line($0) })
    return EditorDriver(EditedDocument(poster, home: document), size: size, folders: folders)
  }

  /// Drops a file on the middle of the page.
  private func drop(_ path: String, on driver: EditorDriver) {
    let place = driver.editor.open.pageFrame.center
    driver.send(.dragMoved(.files([path]), place))
    driver.send(.dropped(.files([path]), place))
  }

  private func merge(_ driver: EditorDriver) -> PosterMerge { driver.session.merge }

  /// The texts of the row that the page shows.
  private func shown(_ driver: EditorDriver) -> [String] {
    driver.session.shownLayout.lines.map(\.setting.text)
  }

  private func made(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: home.path(folder))) ?? []).sorted()
  }

  // MARK: By the mouse

  @Test func `a table is dropped, its rows are seen and exported by the mouse alone`() throws {
    let driver = driver()
    let path = try write("name,city\nAnn,Bonn\nBen,Kiel\nCy,Ulm\n")

    drop(path, on: driver)
    #expect(merge(driver).count == 3 && shown(driver).first == "Ann")

    driver.click(try driver.node("Next row").frame.center)
    #expect(merge(driver).row == 1 && shown(driver).first == "Ben")
    let strip = try driver.node("Row 3", .listItem)
    driver.click(strip.frame.center)
    #expect(shown(driver).first == "Cy")
    driver.click(try driver.node("Previous row").frame.center)
    #expect(shown(driver).first == "Ben")

    // A column is dragged behind the second line, which is where the caret goes.
    let line = try driver.node("Line 2").frame
    let chip = try driver.node("city", .button).frame.center
    driver.drag(from: chip, through: Point(chip.x + 20, chip.y - 20), Point(line.maxX - 1, line.midY))
    #expect(driver.poster.lines.map(\.text) == ["{name}", "from{city}"])
    #expect(driver.steps.count == 1)
    driver.click(try driver.node("Next row").frame.center)
    #expect(shown(driver) == ["Cy", "fromUlm"])

    driver.click(try driver.node("Export rows…").frame.center)
    let button = try #require(driver.nodes.last { $0.label == "Export" && $0.role == .button })
    driver.click(button.frame.center)
    driver.wait(1)

    #expect(made(in: "exports/badge") == ["badge-1.svg", "badge-2.svg", "badge-3.svg"])
    let file = try String(contentsOfFile: home.path("exports/badge/badge-3.svg"), encoding: .utf8)
      .replacing(#/<[^>]*>/#, with: "")
    #expect(file.contains("Cy") && file.contains("fromUlm"))
    #expect(driver.nodes.contains { $0.role == .notification && $0.label.hasPrefix("3 files in ") })
  }

  @Test func `a column that is pressed goes to the caret, and the page shows placeholders while typing`()
    throws
  {
    let driver = driver(["HELLO "])
    drop(try write("name\nAnn\n"), on: driver)
    #expect(shown(driver) == ["HELLO"])

    driver.click(try driver.node("name", .button).frame.center)

    #expect(driver.poster.lines.map(\.text) == ["HELLO {name}"] && driver.session.draft.isTyping)
    #expect(shown(driver) == ["HELLO {name}"])
    driver.type("!")
    driver.key(.escape)
    #expect(shown(driver) == ["HELLO Ann!"])
    driver.key(.character("z"), .control)
    driver.key(.character("z"), .control)
    #expect(driver.poster.lines.map(\.text) == ["HELLO "])
  }

  @Test func `a cancelled drag of a column leaves text and caret as they were`() throws {
    let driver = driver()
    drop(try write("name,city\nAnn,Bonn\n"), on: driver)
    let chip = try driver.node("city", .button).frame.center
    driver.move(to: chip)
    driver.press(chip)
    driver.move(to: Point(chip.x + 30, chip.y - 30))
    driver.move(to: driver.editor.open.pageFrame.center)
    #expect(driver.session.draft.isTyping)
    driver.key(.escape)

    #expect(!driver.session.draft.isTyping && driver.steps.isEmpty && shown(driver).first == "Ann")
  }

  // MARK: On sheets, by the mouse

  /// Opens a choice, turns the wheel until one of its words is visible, and clicks on it.
  private func choose(_ word: String, of label: String, _ driver: EditorDriver) throws {
    var choice = try #require(driver.nodes.last { $0.label == label && $0.role == .button })
    let bottom = try #require(driver.nodes.last { $0.label == "Export" && $0.role == .button }).frame.minY
    for _ in 0..<40 where choice.frame.maxY > bottom - 12 {
      driver.wheel(-0.5, at: Point(choice.frame.midX, bottom - 60))
      driver.wait(0.3)
      choice = try #require(driver.nodes.last { $0.label == label && $0.role == .button })
    }
    driver.click(choice.frame.center)
    driver.wait(0.5)
    var item = try driver.node(word, .menuItem)
    for _ in 0..<100 {
      let menu = try #require(driver.nodes.last { $0.role == .menu })
      item = try driver.node(word, .menuItem)
      // Marks for more rows cover the ends of the menu.
      if menu.frame.inset(by: 17).contains(item.frame.center) { break }
      driver.wheel(item.frame.midY > menu.frame.midY ? -1 : 1, at: menu.frame.center)
      driver.wait(0.1)
    }
    driver.click(item.frame.center)
    driver.wait(0.5)
  }

  private func clickExport(_ driver: EditorDriver) throws {
    let button = try #require(driver.nodes.last { $0.label == "Export" && $0.role == .button })
    driver.click(button.frame.center)
    driver.wait(1)
  }

  /// Returns the red grounds on each sheet, in points from the upper left corner, as MuPDF finds them.
  private func grounds(in path: String) throws -> [[Rect]] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/mutool")
    process.arguments = ["trace", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let trace = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return trace.components(separatedBy: "<page ").dropFirst().map { page in
      var (grounds, clips): ([Rect], [Rect]) = ([], [])
      var box: Rect?
      // Foundation has a type of this name.
      var transform = Geometry.AffineTransform.identity
      var isRed = false
      for tag in page.components(separatedBy: "<") {
        func values(_ name: String) -> [Double] {
          let parts = tag.components(separatedBy: " \(name)=\"")
          return parts.count == 2
            ? parts[1].prefix { $0 != "\"" }.split(separator: " ").compactMap { Double($0) } : []
        }
        switch String(tag.prefix { !" >\n".contains($0) }) {
        case "clip_path", "fill_path":
          let (m, color) = (values("transform"), values("color"))
          guard m.count == 6 else { continue }
          transform = Geometry.AffineTransform(a: m[0], b: m[1], c: m[2], d: m[3], tx: m[4], ty: m[5])
          (box, isRed) = (
            nil, color.count == 3 && abs(color[0] - 208.0 / 255) < 0.01 && color[1] + color[2] < 0.01
          )
        case "moveto", "lineto":
          guard let x = values("x").first, let y = values("y").first else { continue }
          let place = transform.apply(to: Point(x, y))
          box = (box ?? Rect(place, place)).union(Rect(place, place))
        case "/clip_path": clips.append(box ?? .zero)
        case "pop_clip", "pop_clip/": _ = clips.popLast()
        case "/fill_path":
          let seen = clips.reduce(box) { $0?.intersection($1) }
          if isRed, let seen { grounds.append(seen) }
        default: continue
        }
      }
      return grounds
    }
  }

  private func expectEqual(_ found: Rect, _ wanted: Rect, _ words: String) {
    let hundredth = 0.01 * Page.pointsPerMillimetre
    let distances = [
      found.minX - wanted.minX, found.minY - wanted.minY, found.maxX - wanted.maxX, found.maxY - wanted.maxY,
    ]
    #expect(distances.allSatisfy { abs($0) < hundredth }, "\(words): \(found) instead of \(wanted)")
  }

  private func badge(_ page: Page) -> Poster {
    var poster = Poster(title: "Badge", lines: [Poster.Line("{name}")])
    (poster.page, poster.background, poster.emblem) = (page, .color(RGBA(hex: 0xd00000)), .none)
    return poster
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mutool")))
  func `a table is dropped, seen, placed on a label sheet and written as a PDF by the mouse alone`() throws {
    let label = try #require(LabelSheet.named("L7160"))
    let driver = EditorDriver(EditedDocument(badge(label.label), home: .stream), folders: folders)
    drop(try write("name\n" + (1...25).map { "Guest \($0)\n" }.joined()), on: driver)
    #expect(shown(driver) == ["Guest 1"])
    driver.click(try driver.node("Next row").frame.center)
    #expect(shown(driver) == ["Guest 2"])

    driver.click(try driver.node("Export rows…").frame.center)
    driver.click(try driver.node("One PDF", .radioButton).frame.center)
    try choose("Several to a sheet", of: "Sheets", driver)
    try choose("Avery L7160, 63.5 × 38.1 mm", of: "Cells", driver)
    #expect(driver.nodes.contains { $0.label == "3 × 7 on A4, 2 sheets" })
    try clickExport(driver)

    #expect(made(in: "exports") == ["badge.pdf"])
    #expect(notices(driver).contains { $0.hasPrefix("25 posters on sheets in ") })
    let unit = Page.pointsPerMillimetre
    func cell(_ index: Int) -> Rect {
      Rect(
        x: (label.left + label.across * Double(index % 3)) * unit,
        y: (label.top + label.down * Double(index / 3)) * unit, width: label.label.width * unit,
        height: label.label.height * unit)
    }
    let sheets = try grounds(in: home.path("exports/badge.pdf"))
    #expect(sheets.map(\.count) == [21, 4])
    for sheet in sheets {
      for (index, ground) in sheet.enumerated() { expectEqual(ground, cell(index), "label \(index)") }
    }
    let bytes = try Data(contentsOf: URL(filePath: home.path("exports/badge.pdf")))
    let pages = try PlacedPDF(Array(bytes)).pages
    for page in pages { expectEqual(page.trim, cell(0).union(cell(20)), "trim box") }
    // The sheets are remembered, but not for single posters.
    var next = MergeSettings()
    next.readSheets(in: folders)
    #expect(next.sheets.layout == .cells && next.sheets.cells == .labels(label))
    #expect(ExportSettings(rememberedIn: folders).sheets.layout == .whole)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mutool")))
  func `a poster of the wall is the back of all rows`() throws {
    let library = try Library(path: home.path("library.regalia"), access: .writing)
    let card = badge(Page(width: 85, height: 55))
    var back = Poster(title: "Terms", lines: [Poster.Line("BACK")])
    (back.page, back.background, back.emblem) = (card.page, .color(RGBA(hex: 0x00305a)), .none)
    let id = try GalleryPosters(library).add([card, back])[0]
    let document = try EditedDocument(GalleryPosters(library).entry(named: id), of: library)
    let driver = EditorDriver(document, size: Size(1280, 1600), folders: folders)
    drop(try write("name\nAnn\nBen\nCy\n"), on: driver)

    driver.click(try driver.node("Export rows…").frame.center)
    driver.click(try driver.node("One PDF", .radioButton).frame.center)
    try choose("Several to a sheet", of: "Sheets", driver)
    try choose("Size of the poster", of: "Cells", driver)
    try choose("Front and back", of: "Sides", driver)
    #expect(driver.nodes.contains { $0.label == "2 × 5 on A4, 1 sheet" })
    try choose("Terms", of: "Back", driver)
    try clickExport(driver)
    let sheets = try grounds(in: home.path("exports/badge.pdf"))
    // The back has no red ground.
    #expect(sheets.map(\.count) == [3, 0])
  }

  // MARK: Columns

  @Test func `a placeholder takes the column that is called alike, or the one that is chosen`() throws {
    let driver = driver(["{First name}", "{town}"])
    drop(try write("first_name,city\nAnn,Bonn\n"), on: driver)

    #expect(merge(driver).mapping == ["First name": "first_name"])
    #expect(shown(driver) == ["Ann", "{town}"])
    #expect(driver.nodes.contains { $0.label == "1 fault" })
    driver.click(try driver.node("{town} has no column").frame.center)
    driver.click(try #require(driver.nodes.last { $0.label == "city" }).frame.center)

    #expect(merge(driver).mapping["town"] == "city" && shown(driver) == ["Ann", "Bonn"])
    #expect(!driver.nodes.contains { $0.label == "1 fault" })
    #expect(driver.nodes.contains { $0.label == "{town} ← city" })
    // The document has only its placeholders.
    #expect(driver.poster.lines.map(\.text) == ["{First name}", "{town}"] && driver.steps.isEmpty)
  }

  @Test func `faults are listed by row, line and column, and a press shows the row`() throws {
    let driver = driver(["{n:000}", "{name|}"])
    drop(try write("name,n\nAnn,1\n\nBen,x\nCy\nDi,4\n"), on: driver)

    #expect(merge(driver).faults.map(\.row) == [2, 3])
    driver.click(try driver.node("2 faults").frame.center)
    let titles = driver.nodes.filter { $0.role == .listItem }.map(\.label)
    #expect(
      titles.contains("Row 2, line 4, n: “x” is no number, which the format 000 needs"), "\(titles)")
    let second = try #require(driver.nodes.first { $0.label.hasPrefix("Row 3, line 5, n: 1 values stand") })
    driver.click(second.frame.center)
    #expect(merge(driver).row == 2)
    driver.key(.escape)
    // A row with a fault shows the placeholders, and why.
    #expect(shown(driver) == ["{n:000}", "{name|}"])
    #expect(driver.nodes.contains { $0.label.hasPrefix("1 values stand under 2 columns") })
  }

  @Test(arguments: [
    ("", "the names of the columns are missing"), ("a,a\n1,2\n", "the columns 1 and 2 are both called “a”"),
    ("a\n", "the table has no rows"), ("a\n\"x\n", "a quotation mark is not closed"),
  ])
  func `a table that cannot be read is told of, and the last one stays`(text: String, words: String) throws {
    let driver = driver()
    drop(try write("name\nAnn\n", to: "good.csv"), on: driver)
    drop(try write(text, to: "bad.csv"), on: driver)

    #expect(driver.nodes.contains { $0.role == .notification && $0.label.contains(words) })
    #expect(merge(driver).source?.name == "good.csv" && shown(driver).first == "Ann")
  }

  @Test func `cells of a spreadsheet are pasted as a table, other text as text`() throws {
    let driver = driver()
    driver.session.clipboard.write("name\tcity\nAnn\tBonn\nBen\tKiel\n")
    driver.key(.character("v"), .control)
    #expect(merge(driver).count == 2 && driver.poster.lines.map(\.text) == ["{name}", "from"])

    #expect(!MergeDrops.isTable("one\ttwo") && !MergeDrops.isTable("one\ntwo"))
    #expect(!MergeDrops.isTable("a\tb\nc\n") && MergeDrops.isTable("a\tb\r\nc\td"))
    driver.key(.enter)
    driver.session.clipboard.write("!")
    driver.key(.character("v"), .control)
    #expect(driver.poster.lines.map(\.text) == ["{name}", "from!"])
  }

  @Test func `closing the table shows the poster, which keeps its placeholders`() throws {
    let driver = driver()
    let before = driver.editor.open.pageFrame
    drop(try write("name\nAnn\n"), on: driver)
    #expect(driver.editor.open.pageFrame.height < before.height)
    driver.click(try driver.node("Close the table").frame.center)

    #expect(!merge(driver).isOpen && shown(driver) == ["{name}", "from"])
    #expect(driver.editor.open.pageFrame == before)
  }

  // MARK: Many rows

  @Test func `of five thousand rows only visible ones have thumbnails, and all are checked`() throws {
    let driver = driver(["{name}", "{n:0000}"])
    drop(
      try write("name,n\n" + (1...5000).map { "Guest \($0),\($0 == 4321 ? "x" : "\($0)")\n" }.joined()),
      on: driver)

    #expect(merge(driver).checked == 5000 && merge(driver).faults.map(\.row) == [4321])
    func drawn() -> [Int] { (0..<5000).filter { merge(driver).thumbnail(ofRow: $0) != nil } }
    #expect(drawn().first == 0 && drawn().count < 40)
    let strip = try driver.node("Rows", .list).frame.center
    driver.click(strip)
    driver.key(.end)
    driver.wait(2)
    #expect(merge(driver).row == 4999 && drawn().contains(4999) && drawn().count < 80)
    #expect(shown(driver) == ["Guest 5000", "5000"])
  }

  // MARK: Exports

  /// Opens the export and chooses an output.
  private func export(_ output: String, _ driver: EditorDriver) throws {
    driver.click(try driver.node("Export rows…").frame.center)
    driver.click(try driver.node(output, .radioButton).frame.center)
    let button = try #require(driver.nodes.last { $0.label == "Export" && $0.role == .button })
    driver.click(button.frame.center)
    driver.wait(1)
  }

  private func notices(_ driver: EditorDriver) -> [String] {
    driver.nodes.filter { $0.role == .notification }.map(\.label)
  }

  @Test func `all rows become one PDF, and none while a row has a fault`() throws {
    let driver = driver(["{name}", "{n:00}"])
    drop(try write("name,n\nAnn,1\nBen,x\nCy,3\n", to: "bad.csv"), on: driver)
    try export("One PDF", driver)
    #expect(made(in: "exports").isEmpty)
    #expect(notices(driver).contains { $0.contains("1 row has a fault; nothing was written") })

    drop(try write("name,n\nAnn,1\nBen,2\n", to: "good.csv"), on: driver)
    try export("One PDF", driver)
    #expect(made(in: "exports") == ["badge.pdf"])
    let bytes = try Data(contentsOf: URL(filePath: home.path("exports/badge.pdf")))
    #expect(try PlacedPDF(Array(bytes)).pages.count == 2)
    // The last used format of single posters and their folder stay.
    #expect(ExportSettings(rememberedIn: folders).folder == home.path("exports"))
  }

  @Test func `an album hangs all rows on the wall, and is taken down again`() throws {
    let library = try Library(path: home.path("library.regalia"), access: .writing)
    let id = try GalleryPosters(library).add([Poster(title: "Badge", lines: [.init("{name}")])])[0]
    let document = try EditedDocument(GalleryPosters(library).entry(named: id), of: library)
    let driver = EditorDriver(document, folders: folders)
    drop(try write("name\nAnn\nBen\nCy\n"), on: driver)

    try export("Album", driver)

    let album = try #require(library.albums().first)
    #expect(album.name == "Badge" && album.count == 3)
    #expect(try GalleryPosters(library).summaries().count == 4)
    let undo = try #require(driver.nodes.first { $0.role == .notification })
    #expect(undo.label.hasPrefix("3 posters are in the gallery, in the album “Badge”"))
    #expect(driver.perform(.press, on: undo.id))
    driver.wait(0.1)
    #expect(try library.albums().isEmpty && GalleryPosters(library).summaries().count == 1)
  }

  @Test func `files that are there are left out on request, and names need a column`() throws {
    let driver = driver()
    drop(try write("name\nAnn\nBen\n"), on: driver)
    try FileManager.default.createDirectory(
      atPath: home.path("exports/mine"), withIntermediateDirectories: true)
    try Data("kept".utf8).write(to: home.folder.appending(path: "exports/mine/Ann.svg"))
    var settings = MergeSettings()
    settings.files = ExportSettings(rememberedIn: folders)
    (settings.files.folder, settings.names, settings.keepsFiles) = (home.path("exports/mine"), "{name}", true)

    driver.editor.open.rows.export(settings)
    driver.wait(1)

    #expect(made(in: "exports/mine") == ["Ann.svg", "Ben.svg"])
    #expect(try String(contentsOfFile: home.path("exports/mine/Ann.svg"), encoding: .utf8) == "kept")
    settings.names = "same"
    driver.editor.open.rows.export(settings)
    driver.wait(1)
    #expect(notices(driver).contains { $0.contains("rows 1 and 2 would both become") })
  }

  @Test(arguments: [
    PosterEditor.minimumSize, Size(480, 520), Size(800, 600), PosterEditor.defaultSize, Size(1920, 1200),
  ])
  func `the panel leaves half of the room to the poster, and its controls do not overlap`(size: Size) throws {
    let driver = driver(["{name}", "{town}"], size: size)
    drop(
      try write(
        (1...30).map { "column \($0)" }.joined(separator: ",") + "\n"
          + (1...30).map { "\($0)" }
          .joined(separator: ",") + "\n"), on: driver)

    let panel = driver.editor.open.panel.merge
    #expect(!panel.isHidden && panel.frame.height <= size.height / 2)
    #expect(driver.editor.open.panel.canvas.frame.maxY <= panel.frame.minY + 0.01)
    let shown = panel.children.filter { !$0.isHidden && $0.label != "" }
    for (index, control) in shown.enumerated() {
      #expect(
        panel.bounds.outset(by: 0.5).contains(control.frame.center) || control is RowStrip, "\(control.label)"
      )
      for other in shown[(index + 1)...] {
        let common = control.frame.intersection(other.frame)
        #expect(common.map { $0.width < 1 || $0.height < 1 } ?? true, "\(control.label) over \(other.label)")
      }
    }
  }
}

/// Of a table that was open, nothing stays.
@Suite struct ClosedMergeTests {
  @Test func `of an editor that was filled from a table and closed nothing lives on`() {
    var live = LiveObjects()
    func use() {
      let driver = EditorDriver(Poster(lines: [.init("{name}")]))
      driver.session.merge.open(text: "name\tcity\nAnn\tBonn\n")
      driver.wait(0.1)
      driver.key(.character("x"), [.control, .shift])
      live.note(window: driver.editor)
      for part in [driver.session.merge, driver.editor.open.rows] as [AnyObject] { live.note(part) }
    }
    for _ in 0..<5 { use() }
    #expect(live.count > 20 && live.names.isEmpty, "\(live.names)")
  }
}
