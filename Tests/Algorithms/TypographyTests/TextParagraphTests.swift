import Geometry
import Testing
import Text

@testable import Typography

@Suite struct TextParagraphTests {
  let typesetter = Typesetter()
  let text = "Closing the window prints nothing.\nReturn accepts the colour that is shown, and prints it."

  @Test(arguments: [60.0, 100, 180, 400])
  func `lines keep to the width and hold every character once`(width: Double) {
    let paragraph = typesetter.paragraph(text, font: Font(size: 13), width: width)

    #expect(paragraph.lines.allSatisfy { $0.width <= width + 1e-3 })
    #expect(paragraph.lines.first?.range.lowerBound == 0)
    #expect(paragraph.lines.last?.range.upperBound == text.count)
    for (line, next) in zip(paragraph.lines, paragraph.lines.dropFirst()) {
      #expect(line.range.upperBound == next.range.lowerBound)
      #expect(line.origin.y < next.origin.y)
    }
    #expect(!paragraph.isTruncated)
  }

  @Test func `a break ends a line whatever the room`() {
    #expect(typesetter.paragraph("a\nb\r\nc\n", font: Font(size: 13)).lines.count == 4)
    #expect(typesetter.paragraph("", font: Font(size: 13), width: 100).lines.count == 1)
  }

  @Test func `lines stand at the start, in the middle or at the end`() {
    func origins(_ alignment: TextAlignment) -> [Double] {
      typesetter.paragraph("a\nlonger", font: Font(size: 13), width: 200, alignment: alignment).lines
        .map(\.origin.x)
    }
    let widths = typesetter.paragraph("a\nlonger", font: Font(size: 13), width: 200).lines.map(\.width)

    #expect(origins(.start) == [0, 0])
    for (origin, width) in zip(origins(.center), widths) { #expect(isClose(origin, (200 - width) / 2)) }
    for (origin, width) in zip(origins(.end), widths) { #expect(isClose(origin, 200 - width)) }
  }

  @Test func `after the last line allowed comes an ellipsis`() {
    let paragraph = typesetter.paragraph(text, font: Font(size: 13), width: 100, maximumLines: 2)

    #expect(paragraph.isTruncated)
    #expect(paragraph.lines.count <= 4)
    #expect(paragraph.lines.allSatisfy { $0.width <= 100 + 1e-3 })
  }

  @Test(arguments: [60.0, 100, 180, 400])
  func `the place of a caret leads back to its boundary`(width: Double) {
    let paragraph = typesetter.paragraph(text, font: Font(size: 13), width: width)

    for index in 0...text.count {
      let caret = paragraph.caret(at: index)
      #expect(paragraph.index(at: caret.center) == index)
      #expect(caret.height > 10)
    }
  }

  @Test func `a selection has a rectangle on each line it touches`() {
    let paragraph = typesetter.paragraph(text, font: Font(size: 13), width: 180)
    let whole = paragraph.selection(0..<text.count)

    #expect(whole.count == paragraph.lines.count)
    #expect(paragraph.selection(3..<3).isEmpty)
    for (rect, line) in zip(whole, paragraph.lines) { #expect(isClose(rect.width, line.width)) }
  }

  @Test func `line spacing moves baselines apart in proportion`() {
    func distance(_ spacing: Double) -> Double {
      let lines = typesetter.paragraph("a\nb", font: Font(size: 13), lineSpacing: spacing).lines
      return lines[1].origin.y - lines[0].origin.y
    }

    #expect(isClose(distance(1.5), 1.5 * distance(1), within: 0.01))
  }

  @Test(arguments: [Double.nan, -5, 0, .infinity, 1e300])
  func `an impossible width gives lines all the same`(width: Double) {
    let paragraph = typesetter.paragraph("ab cd", font: Font(size: 13), width: width)

    #expect(!paragraph.lines.isEmpty)
    #expect(paragraph.size.width.isFinite && paragraph.size.height.isFinite)
  }
}
