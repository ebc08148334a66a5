import Colors
import Geometry
import Posters
import Testing
import Text
import Typography

@Suite(.enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"))
struct PosterCaretTests {
  private let typesetter = Typesetter()

  private func layout(_ lines: [Poster.Line], wraps: Bool = false) -> PosterLayout {
    PosterLayout(
      Poster(lines: lines, wraps: wraps), typesetter: typesetter, keepsEmptyLines: true)
  }

  private func layout(_ text: String, wraps: Bool = false) throws -> PosterLayout {
    layout(try Poster.lines(from: text), wraps: wraps)
  }

  @Test(arguments: [
    "KEEP/CALM/and/CARRY ON", "café au lait/STRASSE", "日本/👍A", "e\u{301}a\u{308}/\u{1F468}\u{200D}\u{1F469}",
  ])
  func `a press on a caret means that caret`(text: String) throws {
    let lines = try Poster.lines(from: text)
    let layout = layout(lines)
    for (number, line) in lines.enumerated() {
      for offset in 0...line.text.count {
        let position = TextPosition(line: number, offset: offset)
        let caret = try #require(layout.caret(at: position))

        #expect(layout.position(at: Point(caret.midX, caret.midY)) == position, "\(line.text) \(offset)")
        #expect(caret.width == 0 && caret.height > 0)
      }
    }
  }

  @Test func `a caret is as high as the capitals and goes from letter to letter`() throws {
    let layout = try layout("KEEP/CALM")
    let line = layout.lines[0]
    let carets = try (0...4).map { try #require(layout.caret(at: TextPosition(line: 0, offset: $0))) }

    #expect(zip(carets, carets.dropFirst()).allSatisfy { $0.minX < $1.minX })
    #expect(abs(carets[0].height - line.capHeight) < 1e-9)
    // The bars of K and E are flat: they are what a capital's height is.
    #expect(abs(carets[0].minY - line.bounds.minY) < 0.02 * line.capHeight)
    #expect(abs(carets[0].maxY - line.bounds.maxY) < 0.02 * line.capHeight)
    #expect(carets[0].minX <= line.bounds.minX + 1 && carets[4].minX >= line.bounds.maxX - 1)
  }

  @Test func `a press beyond the lines means the nearest`() throws {
    let layout = try layout("KEEP/CALM")
    let (first, second) = (layout.lines[0].bounds, layout.lines[1].bounds)

    #expect(layout.position(at: Point(-999, -999)) == TextPosition(line: 0, offset: 0))
    #expect(layout.position(at: Point(9999, 9999)) == TextPosition(line: 1, offset: 4))
    let gap = second.minY - first.maxY
    #expect(layout.position(at: Point(0, first.maxY + gap * 0.3))?.line == 0)
    #expect(layout.position(at: Point(0, first.maxY + gap * 0.7))?.line == 1)
    #expect(PosterLayout(Poster(), typesetter: typesetter).position(at: .zero) == nil)
  }

  @Test func `offsets count what is stored, whatever is shown`() throws {
    let layout = layout([Poster.Line("  straße ", rank: .small)])

    #expect(layout.lines[0].setting.text == "STRASSE")
    let xs = try (0...9).map { try #require(layout.caret(at: TextPosition(line: 0, offset: $0))).minX }
    #expect(xs[0] == xs[2] && zip(xs[2...], xs[3...]).allSatisfy { $0 < $1 })
    // One sharp s is two letters, and one selection takes both.
    #expect(xs[7] - xs[6] > 1.5 * (xs[3] - xs[2]) * 0.8)
    let selection = layout.selection(TextPosition(line: 0, offset: 6)..<TextPosition(line: 0, offset: 7))
    #expect(
      selection.count == 1 && abs(selection[0].minX - xs[6]) < 1e-6 && abs(selection[0].maxX - xs[7]) < 1e-6)
  }

  @Test func `arrows go through all positions and come back, over lines that are wrapped too`() throws {
    let layout = try layout("KEEP/CALM/AND CARRY ON WHATEVER THE WEATHER MAY BE TOMORROW/ON", wraps: true)
    #expect(layout.lines.count > 4)
    var position = TextPosition(line: 0, offset: 0)
    var seen = [position]
    while true {
      let next = layout.position(beside: position, towardRight: true)
      guard next != position, seen.count < 200 else { break }
      #expect(next > position)
      position = next
      seen.append(next)
    }
    #expect(position == TextPosition(line: 3, offset: 2))
    // Each character and each line's end has a place.
    #expect(seen.count == 4 + 4 + 49 + 2 + 4)
    for expected in seen.reversed().dropFirst() {
      position = layout.position(beside: position, towardRight: false)
      #expect(position == expected)
    }
  }

  @Test func `Home and End stay on the visible line, also where it is broken at no space`() throws {
    for text in [
      "KEEP/CALM/AND CARRY ON WHATEVER THE WEATHER MAY BE TOMORROW/ON", "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字/一/二",
    ] {
      let layout = try layout(text, wraps: true)
      for line in layout.lines {
        let start = TextPosition(line: line.index, offset: line.range.lowerBound)
        let range = try #require(layout.visibleRange(at: start))
        #expect(range.lowerBound == start)
        for position in [range.lowerBound, range.upperBound] {
          let caret = try #require(layout.caret(at: position))
          #expect(caret.midY > line.bounds.minY && caret.midY < line.bounds.maxY, "\(text) \(line.range)")
        }
        let end = try #require(layout.position(at: Point(9999, line.bounds.midY)))
        #expect(end == range.upperBound)
      }
    }
  }

  @Test func `up and down keep the column and end at the ends`() throws {
    let layout = try layout("CALM/and/CARRY")
    let start = TextPosition(line: 0, offset: 4)
    let x = try #require(layout.caret(at: start)).minX

    let small = layout.position(from: start, towardNext: true, place: x)
    let large = layout.position(from: small, towardNext: true, place: x)
    #expect(small == TextPosition(line: 1, offset: 3))
    #expect(large.line == 2 && large.offset > 3)
    #expect(layout.position(from: large, towardNext: true, place: x) == TextPosition(line: 2, offset: 5))
    #expect(layout.position(from: start, towardNext: false, place: x) == TextPosition(line: 0, offset: 0))
  }

  @Test(
    .enabled(if: Typesetter().line("שלום", font: Font(size: 12)).missingCharacters.isEmpty, "no Hebrew font"))
  func `directions follow the rules of Pango`() throws {
    let hebrew = try layout("שלום")
    let xs = try (0...4).map { try #require(hebrew.caret(at: TextPosition(line: 0, offset: $0))).minX }
    #expect(zip(xs, xs.dropFirst()).allSatisfy { $0 > $1 })
    #expect(
      hebrew.position(beside: TextPosition(line: 0, offset: 0), towardRight: false)
        == TextPosition(line: 0, offset: 1))

    let mixed = try layout("ABC שלום XYZ")
    let rects = mixed.selection(TextPosition(line: 0, offset: 2)..<TextPosition(line: 0, offset: 6))
    // A part of what runs to the left is selected, and not what stands between.
    #expect(rects.count == 2)
  }

  @Test func `a selection covers lines from end to end`() throws {
    let layout = try layout("KEEP/CALM/ON")
    let rects = layout.selection(TextPosition(line: 0, offset: 2)..<TextPosition(line: 2, offset: 1))

    #expect(rects.count == 3)
    #expect(abs(rects[1].width - layout.lines[1].advance) < 1e-6)
    #expect(rects.allSatisfy { $0.height > 0 })
    #expect(layout.selection(TextPosition(line: 1, offset: 1)..<TextPosition(line: 1, offset: 1)).isEmpty)
  }

  @Test func `an empty line keeps its room where one is about to write, and only there`() throws {
    let lines = [Poster.Line("KEEP"), Poster.Line(""), Poster.Line("ON")]
    let layout = layout(lines)
    let caret = try #require(layout.caret(at: TextPosition(line: 1, offset: 0)))

    #expect(
      layout.lines.count == 3 && PosterLayout(Poster(lines: lines), typesetter: typesetter).lines.count == 2)
    #expect(abs(caret.midX - layout.page.midX) < 1e-6)
    #expect(caret.minY > layout.lines[0].bounds.maxY && caret.maxY < layout.lines[2].bounds.minY)
    #expect(layout.position(at: Point(caret.midX, caret.midY)) == TextPosition(line: 1, offset: 0))
    let spaces = self.layout([Poster.Line("A  ")])
    let (last, typed) = (
      try #require(spaces.caret(at: TextPosition(line: 0, offset: 1))),
      try #require(spaces.caret(at: TextPosition(line: 0, offset: 3)))
    )
    #expect(typed.minX > last.minX + 10)
  }
}
