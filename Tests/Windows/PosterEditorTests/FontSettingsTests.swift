import Application
import Controls
import Files
import Foundation
import Geometry
import Input
import Posters
import TestSupport
import Testing
import Text
import Typography
import WindowSupport

@testable import PosterEditor

/// The settings of the poster's font, and the list of fonts.
@Suite struct FontSettingsTests {
  private static let hasJapanese =
    Typesetter().resolvedFamily(for: Font(family: "Noto Sans CJK JP", size: 1)) == "Noto Sans CJK JP"

  private func driver(_ font: MadeFont, _ change: (inout Lettering) -> Void = { _ in }) throws -> EditorDriver
  {
    FontLibrary.add([try font.write(to: FileManager.default.temporaryDirectory)])
    var poster = Poster(title: "Font", lines: [Poster.Line("AA"), Poster.Line("A-A")])
    poster.lettering.family = font.family
    change(&poster.lettering)
    return EditorDriver(poster, size: Size(1120, 2800))
  }

  private func variable(_ family: String) -> MadeFont {
    var font = MadeFont(family)
    font.axes = [.init("wdth", "Breadth", 50, 100, 200), .init("QUIR", "Quirk", 0, 0, 10)]
    font.instances = [("Broad", [200, 0]), ("Odd", [100, 10])]
    return font
  }

  /// Opens a menu and chooses one of its rows.
  private func choose(_ title: String, from button: String, _ driver: EditorDriver) throws {
    driver.click(try driver.node(button, .button).frame.center)
    driver.click(try driver.node(title).frame.center)
  }

  @Test func `each axis has a slider with its name, which changes it as one step`() throws {
    let driver = try driver(variable("Editor Axes"))
    let before = driver.poster
    let slider = try driver.node("Quirk", .slider)

    // The registered axis has the usual name, whatever the font calls it.
    _ = try driver.node("Width", .slider)
    driver.click(slider.frame.center)

    let value = try #require(driver.poster.lettering.axes["QUIR"])
    #expect(abs(value - 5) < 0.2 && driver.steps.count == 1)
    driver.key(.character("z"), .control)
    #expect(driver.poster == before)
  }

  @Test func `a line with letters of its own has sliders and features that change it alone`() throws {
    var font = variable("Editor Lines")
    font.features = [.init("ss01", "Grand A", 2, 5)]
    let driver = try driver(font) { $0.axes = ["QUIR": 2] }
    let before = driver.poster
    driver.session.draft.beginTyping()
    driver.session.changeLines(1...1, .lettersOfItsOwn) { $0.weight = 700 }
    driver.session.draft.select(TextPosition(line: 1, offset: 0)..<TextPosition(line: 1, offset: 0))
    driver.session.onChange()
    driver.wait(1)

    driver.click(try driver.node("Width of the line", .slider).frame.center)

    let axes = driver.poster.lines[1].axes
    #expect(axes.keys.sorted() == ["wdth"] && abs((axes["wdth"] ?? 0) - 125) < 3)
    driver.click(try driver.node("Features of the line", .button).frame.center)
    driver.click(try driver.node("Grand A: off").frame.center)
    driver.key(.escape)
    #expect(driver.poster.lines[1].features == ["ss01": 1] && driver.poster.lines[0] == before.lines[0])
    #expect(driver.poster.lettering == before.lettering)
    // An instance states what differs from the poster's.
    try choose("Broad", from: "Style of the line", driver)
    #expect(driver.poster.lines[1].axes == ["wdth": 200, "QUIR": 0])
    driver.click(try driver.node("Letters of its own").frame.center)
    #expect(driver.poster.lines[1] == before.lines[1])
  }

  @Test(.enabled(if: Self.hasJapanese, "fonts-noto-cjk is not installed"))
  func `columns are chosen in the inspector, and arrow keys follow them`() throws {
    var poster = Poster(title: "Columns", lines: [Poster.Line("平静を"), Poster.Line("保ちな")])
    poster.lettering.family = "Noto Sans CJK JP"
    let driver = EditorDriver(poster, size: Size(1120, 2800))
    driver.click(try driver.node("Columns").frame.center)
    #expect(driver.poster.lettering.writingMode == .vertical && driver.steps == ["writing-mode"])
    driver.editor.host.setFocus(driver.editor.open.panel.canvas, byKeyboard: true)
    driver.key(.enter)
    let draft = driver.session.draft
    draft.select(TextPosition(line: 0, offset: 0)..<TextPosition(line: 0, offset: 0))

    driver.key(.down)
    #expect(draft.selection.caret == TextPosition(line: 0, offset: 1))
    driver.key(.left)
    #expect(draft.selection.caret == TextPosition(line: 1, offset: 1))
    driver.key(.up)
    #expect(draft.selection.caret == TextPosition(line: 1, offset: 0))
    driver.key(.right)
    driver.key(.down, .shift)
    #expect(draft.selection.range.lowerBound.line == 0 && !draft.selection.isEmpty)
  }

  @Test func `a named instance sets its axes, and is shown while they are set`() throws {
    let driver = try driver(variable("Editor Instances"))

    try choose("Broad", from: "Style", driver)

    #expect(driver.poster.lettering.axes == ["wdth": 200])
    #expect(try driver.node("Style", .button).value == "Broad")
    try choose("Odd", from: "Style", driver)
    #expect(driver.poster.lettering.axes == ["QUIR": 10] && driver.steps.count == 2)
    driver.session.change(.fontAxis) { $0.lettering.axes["QUIR"] = 3 }
    #expect(try driver.node("Style", .button).value == "Own values")
  }

  @Test func `features are switched by their names, and small capitals are among them`() throws {
    var font = MadeFont("Editor Features")
    font.features = [.init("ss01", "Grand A", 2, 5), .init("case", 4, 7), .init("onum", 2, 5)]
    let driver = try driver(font)
    driver.click(try driver.node("Features", .button).frame.center)

    let rows = driver.nodes.filter { $0.role == .listItem }.map(\.label)
    #expect(rows == ["Small capitals: off", "Grand A: off", "Old-style figures: off"])
    driver.click(try driver.node("Grand A: off").frame.center)
    #expect(driver.poster.lettering.features == ["ss01": 1])
    driver.click(try driver.node("Small capitals: off").frame.center)
    #expect(driver.poster.lettering.features == ["ss01": 1, "smcp": 1])
    driver.click(try driver.node("Grand A: on").frame.center)
    #expect(driver.poster.lettering.features == ["smcp": 1] && driver.steps.count == 3)
    driver.key(.escape)
    #expect(try driver.node("Features", .button).value == "Small capitals")
    #expect(driver.nodes.contains { $0.label == "Signs suit capitals" })
  }

  @Test func `a font without axes has no sliders for them`() throws {
    let driver = try driver(MadeFont("Editor Plain"))

    #expect(!driver.nodes.contains { ["Style", "Signs suit capitals"].contains($0.label) })
    _ = try driver.node("Features", .button)
  }

  @Test func `the list says what a family lacks, is searched, and keeps the fallbacks`() throws {
    let driver = try driver(MadeFont("Editor Latin")) { $0.family += ", Inter" }
    driver.session.change(.typing) { $0.lines[1].text = "МИР" }
    driver.click(try driver.node("Font", .button).frame.center)
    driver.type("editor latin")

    let rows = driver.nodes.filter { $0.role == .listItem }.map(\.label)
    #expect(rows == ["Editor Latin, without Cyrillic"])
    driver.key(.backspace, times: 12)
    driver.type("dejavu sans mono")
    driver.key(.enter)
    #expect(driver.poster.lettering.family == "DejaVu Sans Mono, Inter")
  }

  @Test func `marked and recent fonts come first, and survive in the file`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    var memory = FontMemory(folder: folder)
    for family in ["A", "B", "C", "D", "E", "F", "G", "B"] { memory.use(family) }
    memory.toggle("Zed")
    memory.toggle("alpha = beta")
    memory.toggle("Gone")
    memory.toggle("Gone")
    #expect(memory.save())

    let read = FontMemory(folder: folder)

    #expect(read == memory && read.recent == ["B", "G", "F", "E", "D", "C"])
    #expect(read.favourites == ["alpha = beta", "Zed"])
    #expect(!FontMemory(folder: nil).save())
  }

  @Test func `a font file dropped on the poster is used and kept, and a damaged one is refused`() throws {
    let driver = try driver(MadeFont("Editor Before"))
    let made = MadeFont("Editor Dropped")
    let path = try made.write(to: FileManager.default.temporaryDirectory)
    let bad = FileManager.default.temporaryDirectory.appending(path: "Bad.otf").path
    try Data("no font".utf8).write(to: URL(filePath: bad))
    #expect(PictureDrops.font(in: .files(["/a/x.txt", "/b/Y.OTF"])) == "/b/Y.OTF")
    #expect(PictureDrops.font(in: .files(["/a/x.png", "/b/Y.OTF"])) == nil)

    FontSettings.take(bad, in: driver.session)
    driver.wait(0.1)
    driver.wait(0.1)
    #expect(driver.steps.isEmpty && driver.poster.lettering.family == "Editor Before")
    FontSettings.take(path, in: driver.session)
    driver.wait(0.1)
    driver.wait(0.1)

    let folder = FontFolder(driver.session.folders)
    if folder.path == nil {
      #expect(driver.steps.isEmpty)
    } else {
      #expect(driver.poster.lettering.family == "Editor Dropped")
      #expect(driver.poster.lettering.fontFile == path && driver.steps.count == 1)
    }
  }

  @Test func `a star in the list marks a family, which then stands first`() throws {
    let driver = try driver(MadeFont("Editor Star"))
    driver.click(try driver.node("Font", .button).frame.center)
    driver.type("dejavu sans mono")
    let row = try #require(driver.nodes.first { $0.role == .listItem })
    driver.click(Point(row.frame.maxX - 14, row.frame.midY))
    driver.key(.backspace, times: 16)

    #expect(driver.nodes.first { $0.role == .listItem }?.label == "DejaVu Sans Mono")
    #expect(driver.steps.isEmpty)
  }
}
