import Controls
import Testing

@testable import Accessibility

@Suite struct AccessibleTreeTests {
  @Test func `what stays keeps its number, and what comes never gets one that was given before`() throws {
    let first = AccessibleTree(showing: [node(.button, "Star"), node(.button, "Open")])
    let without = AccessibleTree(showing: [node(.button, "Open")], after: first)
    let again = AccessibleTree(showing: [node(.button, "Open"), node(.slider, "Star")], after: without)

    #expect(without.number("Open") == first.number("Open"))
    #expect(again.number("Open") == first.number("Open"))
    let numbers = [first.number("Star"), first.number("Open"), again.number("Star")]
    #expect(Set(numbers).count == 3)
  }

  @Test func `a button that is called otherwise now is the same button`() {
    let first = AccessibleTree(showing: [node(.button, "Star"), node(.button, "Open")])
    let renamed = AccessibleTree(showing: [node(.button, "Unstar"), node(.button, "Open")], after: first)

    #expect(renamed.number("Unstar") == first.number("Star"))
  }

  @Test func `what takes the place of another of its kind is not taken for it while that is there`() {
    let first = AccessibleTree(showing: [node(.button, "A"), node(.button, "B")])
    let swapped = AccessibleTree(
      showing: [node(.button, "B"), node(.button, "A"), node(.button, "C")], after: first)

    #expect(swapped.number("A") == first.number("A"))
    #expect(swapped.number("B") == first.number("B"))
  }

  @Test func `of nodes that say they have the focus the innermost has it`() {
    let item = node(.menuItem, "Open", isFocused: true)
    let tree = AccessibleTree(showing: [node(.menu, "Menu", isFocused: true, [item])])

    #expect(tree.focus == tree.number("Open"))
    #expect(tree.objects.values.filter(\.isFocused).count == 1)
  }

  @Test func `nothing has the focus in a window without the keyboard`() {
    let tree = AccessibleTree(
      [sampleWindow([node(.button, "Open", isFocused: true)], isActive: false)], after: AccessibleTree())

    #expect(tree.focus == nil)
    #expect(tree.objects.values.allSatisfy { !tree.states(of: $0).contains(.focused) })
  }
}

@Suite struct AccessibleTextTests {
  /// Letters with marks of their own and a flag: 9 characters, 12 scalars.
  static let text = AccessibleText("tie\u{302}\u{301}ng \u{1F1FB}\u{1F1F3}!")

  @Test func `characters and scalars are counted into each other`() {
    for character in 0...Self.text.text.count {
      let offset = Self.text.offset(ofCharacter: character)
      #expect(Self.text.character(at: offset) == character)
    }
    #expect(Self.text.count == Self.text.text.unicodeScalars.count)
  }

  @Test(arguments: [AccessibleText.Unit.character, .word, .sentence, .line, .paragraph])
  func `units cover a text without gaps`(unit: AccessibleText.Unit) {
    let text = AccessibleText("Keep calm. And\ncarry on!\n")
    var parts = ""
    var offset = 0
    while offset < text.count {
      let range = text.range(of: unit, at: offset)
      #expect(range.lowerBound == offset)
      #expect(range.upperBound > offset)
      parts += text.part(range.lowerBound, range.upperBound)
      offset = range.upperBound
    }
    #expect(parts == text.text)
  }

  @Test func `words have the spaces behind them, and those beside them are found`() {
    let text = AccessibleText("keep calm and")
    let own = text.range(of: .word, at: 6)
    #expect(text.part(own.lowerBound, own.upperBound) == "calm ")
    let before = text.range(of: .word, beside: 6, by: -1)
    #expect(text.part(before.lowerBound, before.upperBound) == "keep ")
    #expect(text.range(of: .word, beside: 11, by: 1).isEmpty)
  }
}
