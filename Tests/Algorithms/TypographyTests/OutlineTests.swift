import Geometry
import Testing
import Text

@testable import Typography

@Suite struct OutlineTests {
  let typesetter = Typesetter()

  @Test(arguments: outlinedTexts)
  func `an outline fills the ink rectangle`(text: String) throws {
    let line = typesetter.line(text, font: Font(size: 100))
    let ink = try #require(line.inkBounds)
    let bounds = try #require(typesetter.outline(of: line).bounds)

    // Fonts state the boxes of their glyphs in whole units of the em.
    #expect(isClose(bounds.minX, ink.minX, within: 0.2) && isClose(bounds.maxX, ink.maxX, within: 0.2))
    #expect(isClose(bounds.minY, ink.minY, within: 0.2) && isClose(bounds.maxY, ink.maxY, within: 0.2))
  }

  @Test func `outlines are proportional to the size of their font`() {
    let small = typesetter.outline(of: typesetter.line("Ragé", font: Font(size: 10)))
    let large = typesetter.outline(of: typesetter.line("Ragé", font: Font(size: 40)))
    let enlarged = small.transformed(by: .scale(4))

    #expect(small.elements.count == large.elements.count)
    #expect(isClose(enlarged.signedArea, large.signedArea, within: 1e-9 * large.signedArea.magnitude))
  }

  @Test func `an O has a hole and an I has none`() {
    func contours(_ text: String) -> Int {
      typesetter.outline(of: TextSetting(text, font: Font(size: 100))).elements.count { $0 == .close }
    }

    #expect(contours("O") == 2)
    #expect(contours("I") == 1)
    #expect(contours("B") == 3)
    #expect(contours("   ") == 0)
  }

  @Test func `a capital I is as high as the capitals of its font`() throws {
    let line = typesetter.line("I", font: Font(size: 1000))
    let bounds = try #require(typesetter.outline(of: line).bounds)

    #expect(isClose(-bounds.minY, line.metrics.capHeight, within: 2))
    #expect(isClose(bounds.maxY, 0, within: 0.5))
  }

  @Test(.enabled(if: Installed.gillius, "needs fonts-adf-gillius"))
  func `the poster's letters have the proportions that were measured`() throws {
    // Gillius ADF No2 Bold, tracking 0.09 em, outline stroke 0.03 em; CALM at a cap height of .111 H is .669 W.
    let height = 1.5
    let font = Font(family: "Gillius ADF No2", size: 1000, weight: 700, tracking: 0.09)
    func bounds(_ text: String) throws -> Rect {
      try #require(typesetter.outline(of: TextSetting(text, font: font)).bounds).outset(by: 15)
    }
    let calm = try bounds("CALM")
    let flat = try bounds("KEEP")
    let scale = 0.111 * height / flat.height

    #expect(isClose(calm.width * scale, 0.669, within: 0.02))
    #expect(isClose(flat.width * scale, 0.593, within: 0.02))
  }
}
