import TestSupport
import Testing

@testable import enum Text.Spelling

@Suite struct SpellingTests {
  @Test(arguments: [
    ("ink", "ink", 0), ("inc", "ink", 1), ("nik", "ink", 1), ("inks", "ink", 1), ("in", "ink", 1),
    ("", "ink", 3), ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func `slips are letters too much, too few, wrong or in the wrong order`(a: String, b: String, count: Int) {
    #expect(Spelling.slips(from: a, to: b) == count)
    #expect(Spelling.slips(from: b, to: a) == count)
  }

  @Test func `random slips are never counted as more than were made`() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let word = String((0..<8).map { _ in "abcd".randomElement(using: &generator) ?? "a" })
      var letters = Array(word)
      let count = Int.random(in: 0...3, using: &generator)
      for _ in 0..<count {
        let place = Int.random(in: 0..<letters.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: letters[place] = "x"
        case 1: letters.remove(at: place)
        default: letters.insert("y", at: place)
        }
      }
      #expect(Spelling.slips(from: word, to: String(letters)) <= count)
    }
  }

  @Test func `only what is like it was meant`() {
    let words = ["schema", "version", "title", "page", "background", "ink"]
    #expect(Spelling.nearest(to: "backgruond", among: words) == "background")
    #expect(Spelling.nearest(to: "PAGE", among: words) == "page")
    #expect(Spelling.nearest(to: "glitter", among: words) == nil)
    #expect(Spelling.nearest(to: String(repeating: "page", count: 1000), among: words) == nil)
    #expect(Spelling.nearest(to: "page", among: []) == nil)
  }
}
