import Geometry
import Testing
import Text

@testable import Typography

@Suite struct LigatureTests {
  private let typesetter = Typesetter()

  private func glyphs(_ text: String, tracking: Double, family: String = "Gillius ADF No2") -> Int {
    typesetter.line(text, font: Font(family: family, size: 40, weight: 700, tracking: tracking)).glyphCount
  }

  @Test(
    .enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"), arguments: [0, 0.05, 0.09, -0.02])
  func `capitals that a text keeps apart are not joined`(tracking: Double) {
    for word in ["GOES", "DOES SHOES", "POEM", "HEROES", "AESOP", "oe", "ae", "Th", "st"] {
      #expect(glyphs(word, tracking: tracking) == word.count, "\(word)")
    }
  }

  @Test(.enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"))
  func `only the usual ligatures of f are made, and none with tracking`() {
    for (text, count) in [("fi", 1), ("fl", 1), ("office", 6), ("waffle", 6), ("goes fine", 9)] {
      #expect(glyphs(text, tracking: 0) <= text.count)
      #expect(glyphs(text, tracking: 0.05) == text.count, "\(text) \(count)")
    }
    #expect(glyphs("fi", tracking: 0) == 1)
    #expect(glyphs("goes fine", tracking: 0) == 8)
  }

  @Test(.enabled(if: Installed.canWrite("لا"), "no font has Arabic letters"))
  func `joined scripts keep their ligatures`() {
    #expect(
      glyphs("لا", tracking: 0.2, family: "sans-serif") == glyphs("لا", tracking: 0, family: "sans-serif"))
    #expect(typesetter.line("لا", font: Font(family: "sans-serif", size: 40)).glyphCount < 3)
  }

  @Test func `a text is known in stretches that are joined or not`() {
    let setting = TextSetting("KEEP هدوء CALM", font: Font(size: 12))

    #expect(setting.stretches.map(\.text).joined() == setting.text)
    #expect(setting.stretches.map(\.isJoined) == [false, true, false])
    #expect(TextSetting("हिन्दी", font: Font(size: 12)).stretches.map(\.isJoined) == [true])
  }

  @Test func `lines break between words, and where Chinese may, but nowhere that needs a hyphen`() {
    #expect(typesetter.breaks(in: "KEEP CALM and") == [5, 10])
    #expect(typesetter.breaks(in: "CONGRATULATIONS") == [])
    #expect(typesetter.breaks(in: "CONGRATU\u{AD}LATIONS") == [])
    #expect(typesetter.breaks(in: "一期一会") == [1, 2, 3])
    #expect(typesetter.breaks(in: "") == [])
    #expect(typesetter.wordBoundaries(in: "KEEP calm, ok").starts == [0, 5, 11])
    #expect(typesetter.wordBoundaries(in: "KEEP calm, ok").ends == [4, 9, 13])
  }
}
