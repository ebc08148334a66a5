import Geometry
import Testing
import Text

@testable import Typography

@Suite struct TypesetterTests {
  let typesetter = Typesetter()

  @Test(arguments: sampleTexts)
  func `a line is exactly proportional to its size`(text: String) {
    let small = typesetter.line(text, font: Font(size: 12))

    let large = typesetter.line(text, font: Font(size: 36))

    #expect(isClose(large.width, 3 * small.width, within: 1e-9 * large.width))
    #expect(large.glyphCount == small.glyphCount)
    #expect(isClose(large.metrics.height, 3 * small.metrics.height, within: 1e-9))
  }

  @Test func `digits are equally wide when they are asked to be`() {
    let font = Font(size: 13, tabularFigures: true)

    let widths = "0123456789".map { typesetter.line(String($0), font: font).width }

    #expect(Set(widths).count == 1)
    #expect(isClose(typesetter.line("8107462359", font: font).width, 10 * widths[0], within: 1e-9))
  }

  @Test(.enabled(if: Installed.inter, "needs fonts-inter"))
  func `digits of Inter differ in width when they may`() {
    let one = typesetter.line("1", font: Font(size: 13)).width
    let eight = typesetter.line("8", font: Font(size: 13)).width

    #expect(one < eight - 1)
  }

  @Test func `kerning brings a pair closer and leaves other pairs alone`() {
    func width(_ text: String) -> Double { typesetter.line(text, font: Font(size: 100)).width }

    #expect(width("AV") < width("A") + width("V") - 1)
    #expect(isClose(width("HH"), 2 * width("H"), within: 1e-9))
    #expect(isClose(width("HH HH"), 4 * width("H") + width(" "), within: 1e-9))
  }

  @Test func `tracking widens each gap by the same and moves neither end`() throws {
    func width(_ text: String, _ tracking: Double) -> Double {
      typesetter.line(text, font: Font(size: 50, tracking: tracking)).width
    }

    let growth = width("HHHHH", 0.1) - width("HHHHH", 0)

    #expect(isClose(growth, 4 * 0.1 * 50, within: 5e-3))
    #expect(isClose(width("HHHHH", 0.2) - width("HHHHH", 0), 2 * growth, within: 5e-3))
    #expect(width("H", 0.1) == width("H", 0))
    let plain = try #require(typesetter.line("HHHHH", font: Font(size: 50)).inkBounds)
    let tracked = try #require(typesetter.line("HHHHH", font: Font(size: 50, tracking: 0.1)).inkBounds)
    #expect(isClose(plain.minX, tracked.minX, within: 5e-3))
  }

  @Test(
    .enabled(if: Installed.canWrite("مرحبا"), "needs a font with Arabic letters"),
    arguments: ["مرحبا", "नमस्ते"])
  func `tracking never tears a joined script`(text: String) {
    let plain = typesetter.line(text, font: Font(size: 50))
    let tracked = typesetter.line(text, font: Font(size: 50, tracking: 0.2))

    #expect(plain.width == tracked.width)
  }

  @Test(.enabled(if: Installed.canWrite("ببب"), "needs a font with Arabic letters"))
  func `Arabic letters join`() {
    let font = Font(size: 50)
    let joined = typesetter.line("ببب", font: font)
    let isolated = typesetter.line("ب\u{200C}ب\u{200C}ب", font: font)

    #expect(joined.isRightToLeft)
    #expect(joined.width < isolated.width - 5)
  }

  @Test func `a combining mark adds no width`() {
    let font = Font(size: 50)

    #expect(
      isClose(typesetter.line("e\u{301}", font: font).width, typesetter.line("e", font: font).width))
  }

  @Test func `a character that no font has is named once`() {
    let line = typesetter.line("a\u{10FFFD}b\u{10FFFD}\u{10FFFC}", font: Font(size: 13))

    #expect(line.missingCharacters == ["\u{10FFFD}", "\u{10FFFC}"])
    #expect(typesetter.line("abc", font: Font(size: 13)).missingCharacters.isEmpty)
  }

  @Test(arguments: [10.0, 40, 100, 500])
  func `a line with a width never leaves it and says when it lost something`(width: Double) {
    let text = "Saturation and brightness"
    let whole = typesetter.line(text, font: Font(size: 13))

    let line = typesetter.line(text, font: Font(size: 13), maximumWidth: width)

    #expect(line.isTruncated == (whole.width > width))
    if width > 12 { #expect(line.width <= width + 1e-3) }
    if whole.width <= width { #expect(line.width == whole.width) }
  }

  @Test(arguments: sampleTexts)
  func `a line as wide as its text needs no ellipsis`(text: String) {
    let width = typesetter.line(text, font: Font(size: 13.3)).width

    #expect(!typesetter.line(text, font: Font(size: 13.3), maximumWidth: width).isTruncated)
  }

  @Test func `control characters and line breaks keep to the line`() {
    let text = "a\0b\u{1}c\nd\r\ne\tf\u{85}g\u{2028}h"
    let line = typesetter.line(text, font: Font(size: 13))

    #expect(line.characterCount == text.count)
    #expect(line.glyphCount > 8)
    #expect(line.size.height == typesetter.line("a", font: Font(size: 13)).size.height)
  }

  @Test func `an empty text has a caret and the height of its font`() {
    let line = typesetter.line("", font: Font(size: 13))

    #expect(line.width == 0)
    #expect(line.caret(at: 0).x == 0)
    #expect(line.inkBounds == nil)
    #expect(line.size.height == typesetter.line("Ég", font: Font(size: 13)).size.height)
    #expect(typesetter.mask(of: line, scale: 1).size.isEmpty)
  }

  @Test(arguments: [
    Font(size: .nan), Font(size: -1), Font(size: 0), Font(size: .infinity), Font(size: 1e300),
    Font(family: "", size: 13), Font(family: "\0,,\u{1}", size: 13), Font(size: 13, weight: -5),
    Font(size: 13, weight: .max), Font(size: 13, tracking: .nan), Font(size: 13, tracking: 1e9),
    Font(family: String(repeating: "x", count: 100_000), size: 13),
  ])
  func `an impossible font still gives finite measures`(font: Font) {
    let line = typesetter.line("Text", font: font)

    #expect(line.width.isFinite && line.width > 0)
    #expect(line.metrics.height.isFinite && line.metrics.height > 0)
    #expect(typesetter.mask(of: line, scale: 1).coverage.count <= TextMask.largestSide * TextMask.largestSide)
  }

  @Test(arguments: [nil, 200.0])
  func `a text of 100,000 characters is cut off and says so`(width: Double?) {
    let text = String(repeating: "lorem ipsum ", count: 8400)

    let line = typesetter.line(text, font: Font(size: 13), maximumWidth: width)

    #expect(line.isTruncated)
    #expect(line.characterCount < text.count)
    #expect(line.width.isFinite && line.width > 0)
    #expect(isClose(line.caret(at: text.count).x, line.caret(at: line.characterCount).x))
  }

  @Test func `a letter with 100,000 accents is drawn with some of them`() {
    let line = typesetter.line("a" + String(repeating: "\u{301}", count: 100_000) + "b", font: Font(size: 13))

    #expect(line.characterCount == 2)
    #expect(isClose(line.width, typesetter.line("ab", font: Font(size: 13)).width, within: 4))
  }

  @Test(.enabled(if: Installed.inter, "needs fonts-inter"))
  func `a family that is not there falls back to the next`() throws {
    let font = Font(family: "No Such Family, Inter", size: 13)

    #expect(typesetter.resolvedFamily(for: font) == "Inter")
    #expect(typesetter.line("Text", font: font).width == typesetter.line("Text", font: Font(size: 13)).width)
    #expect(typesetter.resolvedFamily(for: Font(family: "No Such Family", size: 13)) != "No Such Family")
  }

  @Test func `the order in which texts are set changes nothing`() {
    let fresh = Typesetter()
    let late = sampleTexts.reversed().map { typesetter.line($0, font: Font(size: 13)) }

    let early = sampleTexts.map { fresh.line($0, font: Font(size: 13)) }

    #expect(late.reversed() == early)
  }
}
