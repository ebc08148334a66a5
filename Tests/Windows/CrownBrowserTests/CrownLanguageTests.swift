import Controls
import Geometry
import Heraldry
import Localization
import Testing
import WindowSupport

@testable import CrownBrowser

@Suite struct CrownLanguageTests {
  @Test func `all texts of the crowns window are in its language, but for the names of crowns`() throws {
    let driver = BrowserDriver(6, own: 1, language: .bracketed)

    let plain = driver.content.accessibility.words.filter { !$0.contains("⟦") }

    #expect(plain.filter { !$0.contains("crown") && !$0.hasPrefix("#") } == [])
  }

  @Test func `a crown has the name of its design in the language of the window, and one's own name stays`()
    throws
  {
    let items = CrownCatalogue.all.map { entry in
      CrownItem(
        id: entry.id, name: entry.name, tags: [], byteCount: 1, isOwn: false, design: entry.design,
        bounds: .zero
      ) { FoldedPath(Path()) }
    }

    let shown = items.map { $0.named(in: .bracketed).name }

    #expect(shown.allSatisfy { $0.split(separator: ", ").allSatisfy { $0.first == "⟦" && $0.last == "⟧" } })
    #expect(Set(shown).count == items.count)
    #expect(items.map { $0.named(in: .english).name } == items.map(\.name))
    var own = items[0]
    own.name = "Grandmother's"
    #expect(own.named(in: .bracketed).name == own.name)
  }

  @Test(arguments: ["ahornblä", "Königskrone AHORNBLATT", "krone, ahorn"])
  func `crowns are found by the words of their names in the language of the window`(words: String) {
    let german = Language(tag: "de") { message in
      ["maple leaves": "Ahornblätter", "maple leaf": "Ahornblatt", "Royal crown": "Königskrone"][message.text]
    }
    let driver = BrowserDriver(catalogue: Size(1080, 720), language: german)
    let all = driver.grid.keys.count

    driver.type(words)
    driver.settle()

    let found = driver.grid.keys.compactMap { driver.browser.grid.crowns.items[$0].design }
    let expected = CrownCatalogue.all.filter { entry in
      (entry.design.ornaments + [entry.design.summit]).contains(.mapleLeaf)
        && (words == "ahornblä" || entry.family == .royal)
    }
    #expect(all == CrownCatalogue.all.count && !expected.isEmpty)
    #expect(Set(found) == Set(expected.map(\.design)))
  }

  @Test func `commands are in the language of the window`() throws {
    let driver = BrowserDriver(6, own: 1, language: .bracketed)

    let plain = driver.browser.host.listedCommands.filter { !$0.title.contains("⟦") }.map(\.title)

    #expect(plain == [])
  }

  @Test func `an empty search is explained in the language of the window`() throws {
    let driver = BrowserDriver(6, search: "zebra", language: .bracketed)

    let message = try #require(driver.browser.grid.message)

    #expect(message.title == "⟦No crown matches “zebra”⟧" && message.advice.hasPrefix("⟦"))
    #expect(driver.browser.countText == "⟦No match⟧")
  }

  @Test func `the designer names families, parts and values in its language`() throws {
    let designer = CrownDesigner(
      design: CrownCatalogue.poster.design, surprises: 1, language: .bracketed)

    let plain = DesignPart.all.flatMap { part in
      part.ways(designer.design, .bracketed).map(\.title).filter { title in
        !title.contains("⟦") && title.contains(where: \.isLetter)
      }
    }

    #expect(plain == [])
    #expect(designer.label == "⟦Design⟧")
  }

  @Test(arguments: [
    (CrownFacet.family(.royal), "Royal", "⟦Royal crown⟧"), (.ornament(.lily), "Lilies", "⟦lilies⟧"),
    (.summit(.lily), "Lily", "⟦lily⟧"), (.own, "Your own", "⟦Your own⟧"),
  ])
  func `a facet has a short English name, and the whole one in other languages`(
    facet: CrownFacet, english: String, other: String
  ) {
    #expect(facet.title(in: .english) == english)
    #expect(facet.title(in: .bracketed) == other)
  }
}
