import Colors
import Controls
import Geometry
import Localization
import Posters
import Publishing
import Testing
import WindowSupport

@testable import PosterEditor

@Suite struct EditorLanguageTests {
  /// A poster whose own words are numbers, with a gradient, a second line, and a crown.
  private static let poster = Poster(
    title: "1",
    background: .linear(
      stops: [Background.Stop(.white, at: 0), Background.Stop(RGBA(hex: 0xff0000), at: 1)],
      start: Point(0.5, 0), end: Point(0.5, 1)),
    lines: [Poster.Line("2"), Poster.Line("3")])

  private func driver() -> EditorDriver {
    EditorDriver(EditedDocument(Self.poster, home: .stream), language: .bracketed)
  }

  /// The texts that assistive tools read in the window and that are not in brackets; names of fonts and of page
  /// formats, and units are the same in every language.
  private func plain(_ driver: EditorDriver) -> [String] {
    func isMeasure(_ text: String) -> Bool {
      ["mm", "px"].contains(where: text.hasSuffix) && !text.dropLast(2).contains(where: \.isLetter)
    }
    let families = Set(driver.session.typesetter.families + [Self.poster.lettering.family])
    let names = families.union(Page.formats.map { "\($0.title)" })
      .union(PosterExport.Format.allCases.map { "\($0.title)" })
    return driver.editor.accessibility.words.filter { text in
      !text.contains("⟦") && !names.contains(text) && !text.hasPrefix("#") && !isMeasure(text)
    }
  }

  @Test func `the editor and its properties are in the language of the window`() {
    let driver = driver()
    driver.session.showsGuides = true
    driver.session.showsRulers = true
    driver.session.showsGround = true
    driver.editor.open.begin(.typing, at: 1)
    driver.editor.layOut(size: PosterEditor.defaultSize, scale: 1)

    #expect(Set(plain(driver)) == [])
  }

  @Test func `the panel of crowns is in the language of the window, but for the names of signs`() throws {
    let driver = driver()
    for tab in CrownPanel.Tab.allCases where tab != .crowns {
      if driver.panel == nil { driver.editor.open.crown.toggle(at: 1) }
      let panel = try #require(driver.panel)
      panel.show(tab)
      driver.session.tasks.receiveMail()
      let signs = Set(panel.children.flatMap(\.children).flatMap { $0.accessibility.children.map(\.label) })

      let others = plain(driver).filter { !signs.contains($0) && !$0.contains("/") }

      #expect(Set(others) == [], "\(tab)")
    }
  }

  @Test func `the panel of exports is in the language of the window`() {
    let driver = driver()
    driver.editor.open.export()
    driver.editor.layOut(size: PosterEditor.defaultSize, scale: 1)

    #expect(Set(plain(driver).filter { !$0.contains("/") && !$0.contains("~") }) == [])
  }

  @Test func `commands and their groups are in the language of the window`() {
    let driver = driver()
    driver.editor.open.begin(.typing, at: 1)

    let commands = driver.editor.open.allCommands

    #expect(commands.filter { !$0.title.contains("⟦") }.map(\.id) == [])
    #expect(commands.filter { !$0.group.contains("⟦") }.map(\.id) == [])
  }

  @Test func `signs are found by their names, and by words of the language for their groups`() {
    let signs = Sign.offered.flatMap { group, texts in
      texts.map { Sign(text: $0, group: group, emblem: .none) }
    }
    let german = Language(tag: "de") { $0.text == "food drink" ? "essen trinken" : nil }

    #expect(signs.filter { $0.isFound(by: "trink", in: german) }.map(\.text).contains("☕"))
    #expect(signs.filter { $0.isFound(by: "drink", in: german) }.map(\.text).contains("☕"))
    #expect(signs.filter { $0.isFound(by: "trink", in: .english) }.isEmpty)
  }
}
