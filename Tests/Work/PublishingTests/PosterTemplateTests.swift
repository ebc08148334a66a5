import Geometry
import Posters
import TestSupport
import Testing
import Typography

@testable import Publishing

@Suite struct PosterTemplateTests {
  @Test func `there are at least twelve that differ in every respect, an empty one among them`() throws {
    let all = PosterTemplate.all
    #expect(all.count >= 12 && Set(all.map(\.name)).count == all.count)
    #expect(Set(all.map(\.title)).count == all.count)
    let posters = try all.map { try $0.poster() }
    #expect(posters.filter(\.lines.isEmpty).count == 1)
    #expect(Set(posters.map(\.background)).count == all.count)
    #expect(Set(posters.map { $0.lines.map(\.text) }).count == all.count)
    #expect(Set(posters.map(\.emblem)).count >= 12 && Set(posters.map(\.page)).count >= 5)
    #expect(Set(posters.map(\.lettering.family)).count >= 8)
  }

  @Test(arguments: PosterTemplate.all.map(\.name))
  func `lies within its page, in an ink that reads, in fonts that are installed`(name: String) throws {
    let poster = try #require(PosterTemplate.named(name)).poster()
    let layout = PosterLayout(poster, typesetter: Typesetter())
    let page = layout.page.outset(by: 0.01)
    #expect(layout.lines.allSatisfy { page.contains($0.bounds) } && layout.refusal == nil)
    #expect(layout.warnings.isEmpty, "\(layout.warnings)")
    #expect(GroundColors(behindInkOf: layout).legibility(of: poster.ink).ratio >= 4.5)
  }

  /// Pieces of drawn ink are counted, as an eye does.
  @Test(arguments: PosterTemplate.all.map(\.name))
  func `no two letters touch`(name: String) throws {
    var poster = try #require(PosterTemplate.named(name)).poster()
    (poster.emblem, poster.background, poster.ink) = (.none, .color(.white), .black)
    func pieces(_ poster: Poster, width: Int) throws -> Int {
      let layout = PosterLayout(poster, typesetter: Typesetter())
      let size = PixelSize(
        width: width, height: Int(Double(width) * layout.page.height / layout.page.width))
      let bitmap = try #require(layout.bitmap(size: size))
      return inkComponents(of: bitmap.bytes, width: size.width)
    }
    // Each letter alone, as large and as small as in its line.
    var alone: [String: Int] = [:]
    var expected = 0
    for line in PosterLayout(poster, typesetter: Typesetter()).lines {
      for letter in line.setting.text where !letter.isWhitespace {
        let known =
          try alone[String(letter)]
          ?? {
            var single = poster
            single.lines = [Poster.Line(String(letter))]
            // A letter alone fills much of the page.
            return try pieces(single, width: 400)
          }()
        alone[String(letter)] = known
        expected += known
      }
    }

    #expect(try pieces(poster, width: 1600) == expected)
  }

  @Test func `letters are spaced optically, but for the poster of 1939, whose proportions are kept`() throws {
    for template in PosterTemplate.all {
      let spacing = try template.poster().lettering.spacing
      #expect(spacing == (template.name == "calm" ? .metric : .optical), "\(template.name)")
    }
  }

  @Test func `is in the language that is asked for`() throws {
    for template in PosterTemplate.all {
      #expect(try template.poster().language == nil && template.poster(language: "tr").language == "tr")
    }
  }

  @Test(arguments: ["", "  \n ", String(repeating: "word ", count: 20), String(repeating: "A\n", count: 13)])
  func `a copied text that is no poster's has no lines for one`(text: String) {
    #expect(PosterTemplate.lines(inCopied: text) == nil)
  }

  @Test func `takes other lines in the place of its own, and is called after them`() throws {
    let poster = try #require(PosterTemplate.named("regatta")).poster(lines: [Poster.Line("SAIL")])
    #expect(poster.lines.map(\.text) == ["SAIL"] && poster.title == "SAIL")
  }
}
