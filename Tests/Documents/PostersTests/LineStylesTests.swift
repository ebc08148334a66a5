import Colors
import Geometry
import TestSupport
import Testing
import Typography

@testable import Posters

/// Letters of a line in a style of their own.
@Suite struct LineStylesTests {
  private static func style(_ number: Int) -> Poster.Line.Style {
    var style = Poster.Line.Style()
    if number > 0 { (style.weight, style.italic) = (number * 100, number == 2) }
    return style
  }

  private func line(_ text: String, _ spans: [(Range<Int>, Poster.Line.Style)]) -> Poster.Line {
    var line = Poster.Line(text)
    line.spans = spans.map { Poster.Line.Span($0.0, $0.1) }
    return line
  }

  /// Returns the style of each character.
  private func styles(_ line: Poster.Line) -> [Poster.Line.Style] {
    line.text.indices.enumerated().map { line.style(ofCharacter: $0.offset) }
  }

  @Test(arguments: 0..<40)
  func `after any edit each letter has the style that it had, and new ones that of the letter before`(
    seed: Int
  ) {
    var random = Seeded(seed)
    let letters = ["A", "é", "ß", "👨‍👩‍👧", "日", " "]
    var line = Poster.Line("")
    // A slow obvious version: a list of letters, each with its style.
    var model: [(letter: String, style: Poster.Line.Style)] = []
    for _ in 0..<30 {
      let lower = random.number(0...model.count)
      let range = lower..<random.number(lower...model.count)
      switch random.number(0...3) {
      case 0:
        let style = Self.style(random.number(0...3))
        line.changeStyle(of: range) { $0 = style }
        for index in range { model[index].style = style }
      case 1:
        let rest = line.split(at: lower)
        line.append(rest)
      default:
        let new = (0..<random.number(0...3)).map { _ in letters[random.number(0...5)] }
        let from = range.isEmpty ? max(range.lowerBound - 1, 0) : range.lowerBound
        let style = model.indices.contains(from) ? model[from].style : Poster.Line.Style()
        line.replace(range, with: new.joined())
        model.replaceSubrange(range, with: new.map { ($0, style) })
      }

      #expect(line.text == model.map(\.letter).joined())
      #expect(styles(line) == model.map(\.style))
      #expect(
        zip(line.spans, line.spans.dropFirst()).allSatisfy {
          $0.characters.upperBound <= $1.characters.lowerBound
        })
    }
  }

  @Test func `an accent joins its letter and takes its style`() {
    var line = line("ea", [(0..<1, Self.style(1)), (1..<2, Self.style(2))])
    line.replace(1..<1, with: "\u{301}")

    #expect(styles(line) == [Self.style(1), Self.style(2)])
  }

  @Test func `words are what stands between spaces`() {
    #expect(Poster.Line("  KEEP  CALM é ").words == [2..<6, 8..<12, 13..<14])
    #expect(Poster.Line("").words.isEmpty)
  }

  @Test func `what a newer version wrote in a span stays with its letters`() throws {
    let text = #"""
      {"schema": "regalia-poster", "version": 1,
       "lines": [{"text": "KEEP", "spans": [{"start": 1, "end": 3, "ink": "#ff0000", "glow": 2}]}]}
      """#
    var poster = try Poster(json: Array(text.utf8))
    #expect(poster.unknownFieldWarnings == [.unknownField("lines[0].spans[0].glow", meant: nil)])
    poster.lines[0].replace(0..<1, with: "")

    #expect(poster.json.contains(#""start": 0"#) && poster.json.contains(#""glow": 2"#))
  }

  // MARK: Layout

  private let typesetter = Typesetter()

  private func layout(
    _ line: Poster.Line, _ change: (inout Poster) -> Void = { _ in }
  ) -> PosterLayout {
    var poster = Poster(lines: [line])
    change(&poster)
    return PosterLayout(poster, typesetter: typesetter)
  }

  private static func inked(_ ink: RGBA) -> Poster.Line.Style {
    var style = Poster.Line.Style()
    style.ink = ink
    return style
  }

  private static func sized(_ size: Double) -> Poster.Line.Style {
    var style = Poster.Line.Style()
    style.size = size
    return style
  }

  @Test(arguments: ["KEEP CALM NOW", "AVAST", "כתום עולם", "مرحبا"], Lettering.Spacing.allCases)
  func `an ink moves no letter, and each letter has one ink`(text: String, spacing: Lettering.Spacing) {
    let red = RGBA(hex: 0xff0000)
    let plain = layout(Poster.Line(text)) { $0.lettering.spacing = spacing }.lines[0]
    let layout = layout(line(text, [(2..<4, Self.inked(red))])) { $0.lettering.spacing = spacing }
    let inked = layout.lines[0]

    #expect(inked.setting == plain.setting)
    #expect(
      abs(inked.bounds.width - plain.bounds.width) < 0.5 && abs(inked.bounds.minX - plain.bounds.minX) < 0.5)
    #expect(inked.parts.map(\.ink) == [nil, red, nil])
    let areas = inked.parts.reduce(0) { $0 + $1.path.signedArea }
    // Letters that are joined are one area in one ink, and two that overlap in two.
    #expect(abs(areas / plain.path.signedArea - 1) < (text == "مرحبا" ? 0.1 : 0.001))
    #expect(layout.markGroups.count == 1)
  }

  @Test func `inks of one opacity are drawn together, in the order of the text`() {
    let half = RGBA(hex: 0x00ff00, alpha: 0.5)
    let layout = layout(line("KEEP", [(0..<1, Self.inked(half)), (1..<2, Self.inked(RGBA(hex: 0x0000ff)))]))
    let groups = layout.markGroups

    #expect(groups.map(\.marks.count) == [1, 2])
    #expect(abs(groups[0].opacity - 0.5) < 0.01 && groups[1].opacity == 1)
  }

  @Test(.enabled(if: Installed.gillius), arguments: [0.5, 2])
  func `a size is a multiple of the line's, on the same baseline, with its stroke`(size: Double) {
    let ink = RGBA(hex: 0xff0000)
    func boxes(_ size: Double) -> (word: Rect?, others: Rect?) {
      var style = Self.sized(size)
      style.ink = ink
      let line = layout(line("HH HH", [(3..<5, style)])).lines[0]
      return (line.parts[1].path.bounds, line.parts[0].path.bounds)
    }
    guard let word = boxes(size).word, let others = boxes(size).others else {
      Issue.record("nothing is drawn")
      return
    }

    #expect(abs(word.height / others.height - size) < 1e-3)
    // Half of each stroke is below the baseline.
    #expect(abs(word.maxY - others.maxY) < 0.05 * others.height)
  }

  @Test(.enabled(if: Installed.gillius))
  func `carets and selections are as tall as the letters they are at`() throws {
    let layout = layout(line("HH HH", [(3..<5, Self.sized(0.5))]))
    func caret(_ offset: Int) throws -> Rect {
      try #require(layout.caret(at: TextPosition(line: 0, offset: offset)))
    }
    let carets = try (0...5).map(caret)

    #expect(zip(carets, carets.dropFirst()).allSatisfy { $0.minX < $1.minX })
    #expect(abs(carets[5].height / carets[0].height - 0.5) < 1e-9)
    #expect(abs(carets[5].maxY - carets[0].maxY) < 1e-9)
    let all = layout.selection(TextPosition(line: 0, offset: 0)..<TextPosition(line: 0, offset: 5))
    #expect(all.map { ($0.height / carets[0].height * 10).rounded() } == [10, 5])
    for offset in 0...5 {
      let caret = try caret(offset)
      #expect(layout.position(at: Point(caret.minX, caret.midY))?.offset == offset)
    }
  }

  @Test func `a letter that is set as two has its style in both, and a broken line keeps its words'`() {
    var eszett = line("straße", [(4..<5, Self.inked(.black))])
    eszett.rank = .small
    let shown = layout(eszett).lines[0]
    #expect(shown.setting.text == "STRASSE")
    #expect(shown.parts.map(\.characters) == [0..<4, 4..<6, 6..<7])

    let text = "KEEP CALM AND CARRY ON UNTIL EVERYTHING THAT MATTERS HAS BEEN SAID AND DONE"
    let word = Array(text).count - 4
    let broken = layout(line(text, [(word..<word + 4, Self.inked(.black))])) { $0.wraps = true }.lines
    #expect(broken.count > 1)
    #expect(broken.map(\.parts.count).reduce(0, +) == broken.count + 1)
    guard let last = broken.last, let part = last.parts.last else { return }
    #expect(String(Array(last.setting.text)[part.characters]) == "DONE")
  }
}
