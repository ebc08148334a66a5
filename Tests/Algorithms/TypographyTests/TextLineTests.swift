import Geometry
import Testing
import Text

@testable import Typography

@Suite struct TextLineTests {
  let typesetter = Typesetter()

  @Test(arguments: ["Saturation 350.2", "AVAVA To fi ffl", "e\u{301}a\u{308}o\u{303}\u{301}", "नमस्ते", "日本語"])
  func `carets of a text from left to right move from its start to its end`(text: String) {
    let line = typesetter.line(text, font: Font(size: 13))
    let carets = (0...text.count).map { line.caret(at: $0) }

    #expect(carets[0].x == 0)
    #expect(isClose(carets[text.count].x, line.width, within: 1e-9))
    for (before, after) in zip(carets, carets.dropFirst()) { #expect(before.x < after.x) }
    #expect(carets.allSatisfy { $0.x == $0.weakX })
  }

  @Test(
    .enabled(if: Installed.canWrite("שלום"), "needs a font with Hebrew letters"),
    arguments: ["שלום", "مرحبا بالعالم"])
  func `carets of a text from right to left move from its right end to its left`(text: String) {
    let line = typesetter.line(text, font: Font(size: 13))
    let carets = (0...text.count).map { line.caret(at: $0).x }

    #expect(isClose(carets[0], line.width, within: 1e-9))
    #expect(isClose(carets[text.count], 0, within: 1e-9))
    for (before, after) in zip(carets, carets.dropFirst()) { #expect(before >= after) }
  }

  @Test(arguments: sampleTexts)
  func `a press on a character means the boundary at its nearer edge`(text: String) {
    let line = typesetter.line(text, font: Font(size: 13))
    for index in 0..<text.count {
      let boxes = line.selection(index..<index + 1)
      guard let box = boxes.first else { continue }
      let left = line.caret(at: line.index(at: box.minX + box.width * 0.25))
      let right = line.caret(at: line.index(at: box.minX + box.width * 0.75))

      #expect(isClose(left.x, box.minX) || isClose(left.weakX, box.minX))
      #expect(isClose(right.x, box.maxX) || isClose(right.weakX, box.maxX))
    }
  }

  @Test(arguments: ["Saturation 350.2", "e\u{301}a\u{308}o", "नमस्ते", "日本語", "مرحبا", "שלום"])
  func `the place of a caret leads back to its boundary`(text: String) {
    let line = typesetter.line(text, font: Font(size: 13))

    for index in 0...text.count {
      let caret = line.caret(at: index)
      #expect(line.index(at: caret.x) == index || isClose(line.caret(at: line.index(at: caret.x)).x, caret.x))
    }
  }

  @Test(arguments: sampleTexts)
  func `the parts of a selection are as wide as the whole`(text: String) {
    let line = typesetter.line(text, font: Font(size: 13))
    let whole = line.selection(0..<text.count).map(\.width).reduce(0, +)

    #expect(isClose(whole, line.width, within: 1e-6))
    for middle in 0...text.count {
      let parts = line.selection(0..<middle) + line.selection(middle..<text.count)
      #expect(isClose(parts.map(\.width).reduce(0, +), whole, within: 1e-6))
    }
  }

  @Test(.enabled(if: Installed.canWrite("שלום"), "needs a font with Hebrew letters"))
  func `a selection across directions falls apart`() {
    let line = typesetter.line("abc שלום xyz", font: Font(size: 13))

    #expect(line.selection(2..<6).count == 2)
    #expect(line.selection(0..<12).count == 1)
    #expect(!line.isRightToLeft)
  }

  @Test(.enabled(if: Installed.canWrite("שלום"), "needs a font with Hebrew letters"))
  func `between directions the caret has two places`() {
    let line = typesetter.line("abcשלום", font: Font(size: 13))
    let caret = line.caret(at: 3)
    let end = line.caret(at: 7)

    // Latin goes on after the c; Hebrew begins at the far right.
    #expect(isClose(caret.x, line.selection(0..<3)[0].maxX))
    #expect(isClose(caret.weakX, line.width))
    // At the end Latin goes on at the right, Hebrew at the left of its last letter.
    #expect(isClose(end.x, line.width))
    #expect(isClose(end.weakX, caret.x))
  }

  @Test(arguments: sampleTexts)
  func `carets are where Pango puts its cursors`(text: String) {
    let line = typesetter.line(text, font: Font(size: 13))
    let shaped = typesetter.shape(line.setting)

    for index in 0...text.count {
      let cursor = shaped.pangoCursor(before: index)
      #expect(isClose(line.caret(at: index).x, cursor.strong), "\(text) \(index)")
      // Pango looks at the scalar before and so into the middle of characters of several.
      guard text.unicodeScalars.count == text.count else { continue }
      #expect(isClose(line.caret(at: index).weakX, cursor.weak), "\(text) \(index)")
    }
  }

  @Test(arguments: sampleTexts)
  func `arrow keys visit every place of the caret once, from one end to the other`(text: String) {
    let line = typesetter.line(text, font: Font(size: 13))
    let places = Set((0...text.count).map { (line.caret(at: $0).x * 1000).rounded() })
    var index = (0...text.count).min { line.caret(at: $0).x < line.caret(at: $1).x } ?? 0
    var visited = [line.caret(at: index).x]

    while line.index(rightOf: index) != index, visited.count <= text.count + 1 {
      index = line.index(rightOf: index)
      visited.append(line.caret(at: index).x)
    }

    #expect(visited == visited.sorted())
    #expect(visited.count == places.count)
    var steps = 0
    while line.index(leftOf: index) != index, steps <= text.count {
      index = line.index(leftOf: index)
      steps += 1
    }
    #expect(steps == visited.count - 1)
  }

  @Test func `arrow keys go through a text of one direction by one character`() {
    let line = typesetter.line("Saturation", font: Font(size: 13))

    for index in 0..<10 {
      #expect(line.index(rightOf: index) == index + 1)
      #expect(line.index(leftOf: index + 1) == index)
    }
    #expect(line.index(rightOf: 10) == 10)
    #expect(line.index(leftOf: 0) == 0)
  }

  @Test(arguments: [-5, 99, Int.max, Int.min])
  func `boundaries and presses outside mean the ends`(index: Int) {
    let line = typesetter.line("Hue", font: Font(size: 13))

    #expect(line.caret(at: index).x == (index < 0 ? 0 : line.width))
    #expect(line.index(at: -.infinity) == 0)
    #expect(line.index(at: .infinity) == 3)
    #expect(line.index(at: -1e300) == 0)
    #expect(line.index(at: 1e300) == 3)
    #expect((0...3).contains(line.index(at: .nan)))
    #expect(line.selection(5..<9).isEmpty)
  }

  @Test func `ink lies between ascent and descent of its font`() throws {
    let line = typesetter.line("Ég", font: Font(size: 20))
    let ink = try #require(line.inkBounds)

    #expect(ink.minY >= -line.ascent && ink.maxY <= line.descent)
    #expect(ink.minX >= 0 && ink.maxX <= line.width)
    #expect(line.metrics.xHeight < line.metrics.capHeight && line.metrics.capHeight < line.ascent)
  }
}
