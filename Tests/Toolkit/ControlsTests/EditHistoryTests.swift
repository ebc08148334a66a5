import Foundation
import Testing

@testable import Controls

@Suite struct EditHistoryTests {
  private typealias History = EditHistory<Replacement<String>>

  private static func typed(_ words: [String]) -> History {
    var history = History()
    var text = ""
    for (index, word) in words.enumerated() {
      for letter in word {
        history.record(
          Replacement(from: text, to: text + String(letter)), named: "typing", mergingBy: "word \(index)")
        text.append(letter)
      }
    }
    return history
  }

  @Test func `typing merges by word and is taken back word by word`() {
    var history = Self.typed(["KEEP ", "CALM"])

    #expect(history.done.count == 2)
    #expect(history.undoTitle(in: .english) == "Undo typing")
    #expect(history.undo()?.change == Replacement(from: "KEEP ", to: "KEEP CALM"))
    #expect(history.undo()?.change == Replacement(from: "", to: "KEEP "))
    #expect(history.undo() == nil)
    #expect(history.undoTitle(in: .english) == "Undo")
    #expect(history.redoTitle(in: .english) == "Redo typing")
  }

  @Test func `redoing goes forward again in order until something new is done`() {
    var history = Self.typed(["a", "b", "c"])
    _ = history.undo()
    _ = history.undo()

    #expect(history.redo()?.change.new == "ab")
    history.record(Replacement(from: "ab", to: "abx"), named: "new crown")

    #expect(!history.canRedo)
    #expect(history.undoTitle(in: .english) == "Undo new crown")
  }

  @Test func `a change after an undo never merges into what was done before`() {
    var history = Self.typed(["ab"])
    history.record(Replacement(from: "ab", to: "abc"), named: "typing", mergingBy: "other")
    _ = history.undo()
    history.record(Replacement(from: "ab", to: "abd"), named: "typing", mergingBy: "word 0")

    #expect(history.done.count == 2)
    #expect(history.undo()?.change == Replacement(from: "ab", to: "abd"))
  }

  @Test func `it keeps the last steps up to its limit`() {
    var history = EditHistory<Int>(limit: 1000)
    for number in 0..<1500 { history.record(number, named: "number") }

    #expect(history.done.count == 1000)
    #expect(history.done.first?.change == 500)
    #expect(history.done.last?.change == 1499)
  }

  @Test func `it is the same after it was written and read`() throws {
    var history = Self.typed(["KEEP ", "CALM"])
    _ = history.undo()

    let read = try JSONDecoder().decode(History.self, from: JSONEncoder().encode(history))

    #expect(read == history)
  }
}
