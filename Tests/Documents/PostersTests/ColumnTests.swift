import Colors
import Foundation
import Geometry
import TestSupport
import Testing
import Text
import Typography

@testable import Posters

/// Lines that are columns, from the right to the left.
@Suite(.enabled(if: Installed.family("Noto Sans CJK JP"), "fonts-noto-cjk is not installed"))
struct ColumnTests {
  private let typesetter = Typesetter()

  private func poster(_ lines: [String], _ change: (inout Poster) -> Void = { _ in }) -> Poster {
    var poster = Poster(
      emblem: Samples.triangle, lines: lines.map { Poster.Line($0) },
      lettering: Lettering(family: "Noto Sans CJK JP", tracking: 0, stroke: 0))
    poster.language = "ja"
    poster.lettering.writingMode = .vertical
    change(&poster)
    return poster
  }

  private func layout(_ lines: [String], _ change: (inout Poster) -> Void = { _ in }) -> PosterLayout {
    PosterLayout(poster(lines, change), typesetter: typesetter)
  }

  /// Returns the box of the ink of each character that has any, in em of its column from the column's middle and start.
  private func boxes(_ text: String, _ change: (inout Poster) -> Void = { _ in }) throws -> [Rect] {
    let line = try #require(layout([text], change).lines.first)
    let (size, middle) = (line.setting.font.size, typesetter.metrics(for: line.setting.font).capHeight / 2)
    return typesetter.glyphs(of: line.setting).compactMap { glyph in
      guard let box = glyph.outline.bounds?.offset(by: glyph.origin - .zero) else { return nil }
      // As it is turned on the page.
      return Rect(
        x: (-box.maxY - middle) / size, y: box.minX / size, width: box.height / size,
        height: box.width / size)
    }
  }

  @Test(arguments: Lettering.Spacing.allCases, [1, 2, 3, 5])
  func `columns go from right to left between crown and footer, within the margins`(
    spacing: Lettering.Spacing, count: Int
  ) throws {
    let texts = ["平静を保ち", "続けよ", "東京", "静かに。", "京都で"].prefix(count)
    let layout = layout(Array(texts)) { poster in
      poster.lettering.spacing = spacing
      var footer = Poster.Line("令和七年 example.org", rank: .small)
      footer.isFooter = true
      poster.lines.append(footer)
    }
    let (page, columns) = (layout.page, layout.lines.dropLast())
    let footer = try #require(layout.lines.last)
    let room = Margins.usual.frame(on: page).outset(by: 0.01)
    let crown = try #require(layout.emblem?.bounds)

    #expect(columns.count == count && columns.allSatisfy(\.isColumn) && !footer.isColumn)
    for line in columns {
      let ink = try #require(line.path.bounds)
      #expect(line.bounds.height > line.bounds.width && ink.outset(by: 0.01).contains(line.bounds.center))
      #expect(abs(ink.width - line.bounds.width) + abs(ink.height - line.bounds.height) < 1e-6)
      // Round letters overshoot a little.
      let overshoot = 0.06 * line.capHeight
      #expect(line.bounds.minX >= room.minX - overshoot && line.bounds.maxX <= room.maxX + overshoot)
      #expect(line.bounds.minY > crown.maxY && line.bounds.maxY < footer.bounds.minY)
    }
    for (right, left) in zip(columns, columns.dropFirst()) { #expect(left.bounds.maxX < right.bounds.minX) }
    #expect(crown.minY >= room.minY && footer.bounds.maxY <= page.maxY * 0.97)
    // Together they stand in the middle.
    let all = columns.dropFirst().reduce(columns[0].bounds) { $0.union($1.bounds) }
    #expect(abs(all.midX - page.midX) < 0.03 * page.width)
  }

  @Test func `letters of columns stand upright, others lie on their right side`() throws {
    let upright = try boxes("永東A")
    let line = PosterLayout(
      poster(["永東A"]) { $0.lettering.writingMode = .horizontal }, typesetter: typesetter
    ).lines[0]
    let glyphs = typesetter.glyphs(of: line.setting).compactMap(\.outline.bounds)
    let size = line.setting.font.size

    for index in 0..<2 {
      #expect(abs(upright[index].width - glyphs[index].width / size) < 2e-3)
      #expect(abs(upright[index].height - glyphs[index].height / size) < 2e-3)
      // In the middle of the column, one em after the other.
      #expect(abs(upright[index].midX) < 0.04 && abs(upright[index].midY - Double(index) - 0.5) < 0.08)
    }
    #expect(abs(upright[2].width - glyphs[2].height / size) < 2e-3)
    #expect(abs(upright[2].height - glyphs[2].width / size) < 2e-3 && abs(upright[2].midX) < 0.01)
  }

  @Test func `signs have their forms for columns`() throws {
    // A dash runs along the column; stops are at the upper right of their em, brackets open downwards.
    let dash = try boxes("ー")[0]
    #expect(dash.height > 3 * dash.width)
    for stop in ["、", "。"] {
      let box = try boxes("東" + stop)[1]
      #expect(box.minX > 0.05 && box.maxY < 1.5, "\(stop) \(box)")
    }
    for bracket in ["「", "（", "【"] {
      let box = try boxes("東" + bracket)[1]
      #expect(box.width > box.height && box.minY > 1.4, "\(bracket) \(box)")
    }
    // A small kana stands at the right.
    #expect(try boxes("っ")[0].midX > 0.05)
  }

  @Test func `one or two digits stand side by side in the room of a letter, more of them lie`() throws {
    let two = try boxes("第12回")
    #expect(two.count == 4 && abs(two[1].midY - two[2].midY) < 0.05 && two[1].maxX < two[2].minX)
    #expect(two[1].minX > -0.6 && two[2].maxX < 0.6 && abs(two[1].midY - 1.5) < 0.1)
    #expect(two[3].minY > 2)
    let one = try boxes("第7回")
    #expect(one[1].height > one[1].width && abs(one[1].midX) < 0.06 && abs(one[1].midY - 1.5) < 0.1)
    let many = try boxes("第2026回")
    #expect(many[1].width > many[1].height && many[4].minY > many[1].maxY)
  }

  @Test(arguments: ["平静を保ち", "第12回AB「東」。", "東京ABC"])
  func `a press on a letter finds it, and carets stand between letters`(text: String) throws {
    let layout = layout([text, "続けよ"])
    let line = layout.lines[0]
    for offset in 0...text.count {
      let position = TextPosition(line: 0, offset: offset)
      let area = try #require(layout.caretArea(at: position))
      #expect(area.isInColumn && area.bounds.width > 0 && area.bounds.height == 0)
      #expect(layout.position(at: area.bounds.center) == position, "\(offset)")
      #expect(line.bounds.outset(by: line.capHeight).contains(area.bounds.center))
    }
    let whole = layout.selection(
      TextPosition(line: 0, offset: 0)..<TextPosition(line: 0, offset: text.count))
    #expect(whole.count == 1 && whole[0].height >= line.bounds.height * 0.9)
    #expect(whole[0].intersection(line.bounds) != nil)
    // The next column is at the left, at the same height.
    let middle = TextPosition(line: 0, offset: text.count / 2)
    let place = try #require(layout.caret(at: middle)?.midY)
    let next = layout.position(from: middle, towardNext: true, place: place)
    let caret = try #require(layout.caret(at: next))
    #expect(next.line == 1 && caret.midX < line.bounds.minX && abs(caret.midY - place) < line.capHeight)
  }

  @Test func `a line too long for a column is broken into several, not before closing signs`() throws {
    let text = "「ああ、きょうは」「ちょっとだけ。」ほっとする（なあ）、ってね。いつまでもいつまでも。"
    let layout = layout([text]) { ($0.wraps, $0.emblem) = (true, .none) }

    #expect(layout.lines.count > 1 && layout.refusal == nil)
    for line in layout.lines.dropFirst() {
      #expect(line.setting.text.first.map { !"、。」）っょー".contains($0) } == true)
    }
    for (right, left) in zip(layout.lines, layout.lines.dropFirst()) {
      #expect(left.bounds.maxX < right.bounds.minX)
    }
  }

  @Test func `inks, sizes and own letters of words are kept in columns`() throws {
    let layout = layout(["平静を保ち"]) { poster in
      poster.lines[0].changeStyle(of: 0..<2) { ($0.ink, $0.size) = (RGBA(hex: 0xcc0000), 0.5) }
    }
    let line = layout.lines[0]
    let parts = line.parts.compactMap(\.path.bounds)
    #expect(line.parts.map(\.ink) == [RGBA(hex: 0xcc0000), nil])
    #expect(parts[0].maxY < parts[1].minY && parts[0].width < 0.6 * parts[1].width)
  }

  @Test(.enabled(if: Tool.areInstalled, "poppler-utils or qpdf is not installed"))
  func `columns are found in a PDF as they were typed, and SVG names them`() throws {
    let layout = layout(["平静を保ち", "第12回"])
    let bytes = try PosterPDF.document(of: [layout], title: "Columns", typesetter: typesetter)
    let found = try withScratch { folder in
      let path = folder.appending(path: "poster.pdf")
      try Data(bytes).write(to: path)
      return try Tool("pdftotext").output(["-raw", path.file, "-"])
    }
    let plain = found.filter { !$0.isWhitespace }
    for text in ["平静を保ち", "第12回"] { #expect(plain.contains(text), "\(found)") }
    let svg = PosterSVG.document(of: layout)
    #expect(svg.contains("aria-label=\"平静を保ち\"") && !svg.contains("<text"))
  }

  @Test func `arcs do not bend columns, and lines without the mode are as before`() throws {
    let bent = layout(["平静を"]) { $0.lines[0].arc = 90 }
    #expect(bent.lines[0].bounds == layout(["平静を"]).lines[0].bounds)
    let poster = try Poster(json: Array(poster(["東"]).json.utf8))
    #expect(poster.lettering.writingMode == .vertical)
    #expect(!Poster(lines: [.init("A")]).json.contains("writingMode"))
  }
}
