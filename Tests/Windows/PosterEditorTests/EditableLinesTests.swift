import PosterEditor
import Posters
import TestSupport
import Testing

@Suite struct EditableLinesTests {
  @Test func `of a hundred megabytes as much is taken as there is room for, and the rest is left out`() {
    var lines = EditableLines([Poster.Line("")])
    let huge = String(repeating: "KEEP CALM and carry on\n", count: 4_600_000)
    #expect(huge.utf8.count > 100 << 20)
    #expect(lines.insert(huge) == .cut)
    #expect(
      lines.lines.count == Poster.mostLines && lines.lines.allSatisfy { $0.text == "KEEP CALM and carry on" })
    #expect(lines.insert(String(repeating: "A", count: 100 << 20)) == .cut)
    #expect(lines.lines.allSatisfy { $0.text.count <= Poster.Line.longest })
  }

  private func lines(_ texts: String..., at line: Int? = nil, _ offset: Int = 0) -> EditableLines {
    let lines = texts.map { Poster.Line($0) }
    return EditableLines(
      lines, selection: line.map { TextSelection(at: TextPosition(line: $0, offset: offset)) })
  }

  private func texts(_ lines: EditableLines) -> [String] { lines.lines.map(\.text) }

  @Test func `typing stores what was typed, and the caret stands behind it`() {
    var text = lines("KEEP", "calm", at: 1, 2)
    text.insert("éß👨‍👩‍👧")

    #expect(texts(text) == ["KEEP", "caéß👨‍👩‍👧lm"])
    #expect(text.selection == TextSelection(at: TextPosition(line: 1, offset: 5)))
  }

  @Test(arguments: 0...9)
  func `the caret stays beside its letter while quotation marks around it are replaced`(offset: Int) {
    var text = lines("KEEP", "\"no\" \"yes\"", at: 1, offset)
    let before = String(Array(text.lines[1].text)[..<offset])
    let marks = QuotationMarks(language: "fr")
    text.replace(marks.replacements(in: text.lines[1].text), inLine: 1)

    #expect(texts(text) == ["KEEP", "«\u{202F}no\u{202F}» «\u{202F}yes\u{202F}»"])
    let after = Array(text.lines[1].text)[..<text.selection.caret.offset]
    #expect(text.selection.isEmpty && after.filter(\.isLetter) == before.filter(\.isLetter))
  }

  @Test func `letters keep their style while the text around them is typed, split and joined`() {
    var bold = Poster.Line.Style()
    bold.weight = 900
    var text = lines("KEEP CALM", at: 0, 0)
    text.select(TextPosition(line: 0, offset: 5)..<TextPosition(line: 0, offset: 9))
    text.changeStyle { $0 = bold }
    #expect(text.isPartSelected)
    func styled() -> [String] {
      text.lines.map { line in
        String(
          Array(line.text).enumerated().filter { line.style(ofCharacter: $0.offset) == bold }.map(\.element))
      }
    }

    text.insert("SLOW")
    #expect(texts(text) == ["KEEP SLOW"] && styled() == ["SLOW"])
    text.move(to: TextPosition(line: 0, offset: 7))
    text.breakLine()
    #expect(texts(text) == ["KEEP SL", "OW"] && styled() == ["SL", "OW"])
    text.move(to: TextPosition(line: 0, offset: 0))
    text.insert("TO ")
    #expect(styled() == ["SL", "OW"])
    text.move(to: TextPosition(line: 1, offset: 0))
    text.delete(to: TextPosition(line: 0, offset: 10))
    #expect(texts(text) == ["TO KEEP SLOW"] && styled() == ["SLOW"])
    text.select(TextPosition(line: 0, offset: 8)..<TextPosition(line: 0, offset: 12))
    text.delete(to: text.end)
    #expect(text.lines[0].spans.isEmpty)
  }

  @Test func `an accent that is typed behind its letter is one character with it`() {
    var text = lines("e", at: 0, 1)
    text.insert("\u{301}")

    #expect(text.lines[0].text.count == 1)
    #expect(text.selection.caret.offset == 1)
  }

  @Test(arguments: ["A\nB\nC", "A\r\nB\r\nC", "A\u{2028}B\u{2028}C", "A\u{1}\nB\u{7F}\nC"])
  func `a text of several lines becomes several lines of the same kind`(pasted: String) {
    var text = EditableLines(
      [Poster.Line("keep", rank: .small)], selection: TextSelection(at: TextPosition(line: 0, offset: 2)))
    #expect(text.insert(pasted) == .whole)

    #expect(texts(text) == ["keA", "B", "Cep"])
    #expect(text.lines.allSatisfy { $0.rank == .small })
    #expect(text.selection.caret == TextPosition(line: 2, offset: 1))
  }

  @Test func `Return splits and Backspace joins, wherever the caret is`() {
    for offset in 0...4 {
      var text = lines("KEEP", "CALM", at: 0, offset)
      let before = text
      text.breakLine()
      #expect(texts(text).count == 3 && texts(text)[0].count == offset)
      text.delete(to: TextPosition(line: 0, offset: offset))
      #expect(texts(text) == texts(before) && text.selection == before.selection)
    }
  }

  @Test func `deleting over lines joins what remains, and copying gives the line breaks`() {
    var text = lines("KEEP", "CALM", "ON", at: 0, 2)
    text.move(to: TextPosition(line: 2, offset: 1), selecting: true)
    #expect(text.selectedText == "EP\nCALM\nO")
    text.delete(to: text.start)

    #expect(texts(text) == ["KEN"])
    #expect(text.selection == TextSelection(at: TextPosition(line: 0, offset: 2)))
  }

  @Test func `what is selected with Ctrl and A is the line, then everything`() {
    var text = lines("KEEP", "CALM", at: 1, 1)
    text.selectMore()
    #expect(text.selectedText == "CALM")
    text.selectMore()
    #expect(text.selectedText == "KEEP\nCALM")
  }

  @Test func `what goes beyond the limits is left out, and said`() {
    var text = lines("")
    #expect(text.insert(String(repeating: "x", count: Poster.Line.longest + 1)) == .cut)
    #expect(text.lines[0].text.count == Poster.Line.longest)
    #expect(text.insert(String(repeating: "\n", count: 100)) == .cut)
    #expect(text.lines.count == Poster.mostLines)
    #expect(!text.breakLine() && !text.addLine(below: 3))
    #expect(text.insert(String(repeating: "y\n", count: 1_000_000)) == .cut)
  }

  @Test func `a line that is moved takes its caret along, and others keep theirs`() {
    for from in 0..<4 {
      for to in 0..<4 {
        for caret in 0..<4 {
          var text = lines("A", "BB", "CCC", "DDDD", at: caret, 1)
          let word = text.lines[caret].text
          text.moveLine(at: from, to: to)
          #expect(text.lines[text.selection.caret.line].text == word)
          #expect(text.lines.count == 4)
        }
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `whatever is done, the caret stands in the text and the limits hold`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var text = lines("KEEP", "calm")
    let pieces = ["a", "é", "\u{301}", "👨‍👩‍👧", "\n", "شكرا", "x\ny", " "]
    for _ in 0..<300 {
      let place = TextPosition(
        line: Int.random(in: -1...8, using: &generator), offset: Int.random(in: -1...12, using: &generator))
      switch Int.random(in: 0..<9, using: &generator) {
      case 0...2: text.insert(pieces.randomElement(using: &generator) ?? "")
      case 3: text.breakLine()
      case 4: text.delete(to: place)
      case 5: text.move(to: place, selecting: Bool.random(using: &generator))
      case 6: text.moveLine(at: place.line, to: place.offset)
      case 7: text.removeLine(at: place.line)
      default: text.addLine(below: place.line)
      }
      #expect(text.clamped(text.selection.caret) == text.selection.caret)
      #expect(text.clamped(text.selection.anchor) == text.selection.anchor)
      #expect((1...Poster.mostLines).contains(text.lines.count))
    }
  }
}
