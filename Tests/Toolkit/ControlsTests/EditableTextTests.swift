import TestSupport
import Testing

@testable import Controls

@Suite struct EditableTextTests {
  @Test func `typing replaces what is selected`() {
    var line = EditableText("#336699")
    line.selectAll()
    line.insert("red")

    #expect(line.text == "red")
    #expect(line.caret == 3)
    #expect(line.selection.isEmpty)
  }

  @Test func `an arrow leaves a selection at its end in that direction`() {
    var line = EditableText("abcdef")
    line.move(to: .offset(1))
    line.move(to: .offset(4), selecting: true)

    var left = line
    left.move(to: .previous)
    var right = line
    right.move(to: .next)

    #expect((left.caret, right.caret) == (1, 4))
  }

  @Test func `words are runs of letters and figures`() {
    var line = EditableText("rgb(12, 34)")
    line.move(to: .start)
    var stops: [Int] = []
    for _ in 0..<4 {
      line.move(to: .nextWord)
      stops.append(line.caret)
    }

    #expect(stops == [3, 6, 10, 11])
    line.selectWord(at: 5)
    #expect(line.selectedText == "12")
  }

  @Test func `line breaks and control characters become nothing`() {
    var line = EditableText()
    line.insert("a\nb\r\nc\u{0}d\te\u{7f}f\u{2028}g")

    #expect(line.text == "abcdefg")
  }

  @Test func `what joins into one character is one`() {
    var line = EditableText()
    line.insert("e")
    line.insert("\u{301}")

    #expect(line.characters == Array(line.text))
    #expect(line.caret == 1)
    line.delete(to: .previous)
    #expect(line.text.isEmpty)
  }

  @Test func `a paste beyond all measure is cut`() {
    var line = EditableText("x")
    line.insert(String(repeating: "y", count: 2_000_000))

    #expect(line.characters.count == EditableText.maximumCount)
  }

  @Test func `the caret stays inside whatever is done`() {
    var random = SeededGenerator(seed: 6)
    let pieces = ["a", "12", "\u{301}", "🇩🇪", "🇫", "", "ab cd", "مر", "👩‍👩‍👧", "\u{200d}"]
    let places: [EditableText.Destination] = [
      .previous, .next, .previousWord, .nextWord, .start, .end, .offset(-5), .offset(3), .offset(99),
    ]
    var line = EditableText()
    for _ in 0..<3000 {
      let place = places.randomElement(using: &random) ?? .start
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: line.insert(pieces.randomElement(using: &random) ?? "")
      case 2: line.delete(to: place)
      case 3: line.selectWord(at: Int.random(in: -2...40, using: &random))
      default: line.move(to: place, selecting: Bool.random(using: &random))
      }
      if line.characters.count > 30 { line = EditableText() }
      #expect((0...line.characters.count).contains(line.caret))
      #expect((0...line.characters.count).contains(line.anchor))
      #expect(line.characters == Array(line.text))
    }
  }
}

/// The text of a value during editing.
@Suite struct EditedTextTests {
  @Test func `what is typed stays whatever the value becomes, until it is reverted`() {
    var text = EditedText()
    text.show("before", keepsSelection: false)
    _ = text.change { $0.insert("!") }

    text.show("after", keepsSelection: true)
    #expect(text.typed.text == "before!" && text.isEdited)

    text.revert(selectsAll: true)
    #expect(text.typed.text == "after" && !text.isEdited)
    #expect(text.typed.selection == 0..<5)
  }

  @Test(arguments: [true, false])
  func `what is settled is the value's own text only where that is said`(isValue: Bool) {
    var text = EditedText()
    text.show("1", keepsSelection: false)
    _ = text.change { $0.insert("2") }

    text.settle(isValue: isValue)

    #expect(!text.isEdited && text.typed.text == "12")
    #expect(text.value == (isValue ? "12" : "1"))
    text.show(text.value, keepsSelection: false)
    #expect(text.typed.text == text.value)
  }

  @Test func `only other characters are an edit`() {
    var text = EditedText()
    text.begin(with: "abc")

    let hasMoved = text.change { $0.selectAll() }
    #expect(!hasMoved && !text.isEdited)
    let hasDeleted = text.change { $0.insert("") }
    #expect(hasDeleted && text.isEdited && text.typed.text.isEmpty)
  }

  @Test func `a selection of all stays one while values change, and comes back only to the same characters`()
  {
    var text = EditedText()
    text.begin(with: "12")
    text.show("3456", keepsSelection: true)
    #expect(text.typed.selection == 0..<4)
    text.show("78", keepsSelection: false)
    #expect(text.typed.selection.isEmpty)

    let before = text.typed
    text.move(to: .start)
    let isSame = text.select(as: before)
    #expect(isSame && text.typed == before)
    text.show("9", keepsSelection: false)
    let isOther = !text.select(as: before)
    #expect(isOther && text.typed.text == "9")
  }

  @Test func `no steps leave what nobody edits different from its value`() {
    var generator = SeededGenerator(seed: 3)
    var text = EditedText()
    for step in 0..<2000 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: text.show("\(step)", keepsSelection: .random(using: &generator))
      case 1: text.begin(with: "\(step)")
      case 2: _ = text.change { $0.insert("\(step % 10)") }
      case 3: _ = text.change { $0.delete(to: .previous) }
      case 4:
        text.settle(isValue: .random(using: &generator))
        text.show(text.value, keepsSelection: true)
      default: text.revert(selectsAll: .random(using: &generator))
      }
      #expect(text.isEdited || text.typed.text == text.value, "after step \(step)")
    }
  }
}
