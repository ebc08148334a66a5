import Colors
import PosterEditor
import Posters
import TestSupport
import Testing
import Typography

@Suite struct EditedPosterTests {
  private func edited(_ texts: String...) -> EditedPoster {
    EditedPoster(Poster(title: "t", lines: texts.map { Poster.Line($0) }))
  }

  private func type(_ text: String, into poster: inout EditedPoster) {
    for character in text {
      poster.type({ $0.insert(String(character)) }, ends: character == " ")
    }
  }

  @Test func `typing merges by word, and each undo takes one word back`() {
    var poster = edited("")
    type("KEEP CALM ON", into: &poster)
    #expect(poster.poster.lines.map(\.text) == ["KEEP CALM ON"])

    var seen: [String] = []
    while poster.undo() != nil { seen.append(poster.poster.lines.first?.text ?? "") }

    #expect(seen == ["KEEP CALM ", "KEEP ", ""])
    while poster.redo() != nil {}
    #expect(poster.poster.lines.map(\.text) == ["KEEP CALM ON"])
  }

  @Test func `a moved caret, a deletion and another change each begin a step`() {
    var poster = edited("")
    type("AB", into: &poster)
    poster.select { $0.move(to: TextPosition(line: 0, offset: 1)) }
    type("x", into: &poster)
    poster.type({ $0.delete(to: TextPosition(line: 0, offset: 1)) }, deletes: true)
    poster.change(.ink) { $0.ink = RGBA(hex: 0x123456) }

    #expect(poster.history.done.map(\.name) == ["typing", "typing", "deleting", "ink"])
    #expect(poster.undoTitle(in: .english) == "Undo ink")
  }

  @Test func `what changes a draft may look at it meanwhile, as it was`() {
    let draft = PosterDraft(
      Poster(lines: [Poster.Line("A"), Poster.Line("B")]), typesetter: Typesetter())
    draft.changeLines(.lineOrder) { $0.moveLine(at: draft.selection.caret.line, to: 0) }
    #expect(draft.poster.lines.map(\.text) == ["B", "A"])
  }

  @Test func `a gesture is one step, and what changes nothing is none`() {
    var poster = edited("A")
    for level in 1...50 {
      poster.change(.ground, mergingBy: "drag 1") { $0.background = .color(RGBA(bytes: UInt8(level), 0, 0)) }
    }
    poster.change(.ink) { $0.ink = $0.ink }

    #expect(poster.history.done.count == 1)
    poster.undo()
    #expect(poster.poster.background == Poster().background)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `undoing everything and redoing it gives each version back, also after closing`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var poster = edited("KEEP", "CALM")
    var versions = [poster.poster]
    for step in 0..<60 {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: type("W\(step) ", into: &poster)
      case 1: poster.changeLines(.newLine) { $0.addLine(below: 0) }
      case 2: poster.change(.ink) { $0.ink = RGBA(bytes: UInt8(step), 1, 2) }
      default:
        poster.changeLines(.lineSize) {
          $0.changeLine(at: 0) { $0.rank = $0.rank == .large ? .small : .large }
        }
      }
      poster.endTyping()
      if poster.poster != versions.last { versions.append(poster.poster) }
    }
    for _ in 0..<7 { poster.undo() }
    let present = poster.poster
    let bytes = poster.storedHistory.bytes(present: present)

    var again = EditedPoster(present, history: try PosterHistory(bytes: bytes, present: present))

    #expect(
      again.undoTitle(in: .english) == poster.undoTitle(in: .english)
        && again.redoTitle(in: .english) == poster.redoTitle(in: .english))
    while again.redo() != nil {}
    #expect(again.poster == versions.last)
    var back = [again.poster]
    while again.undo() != nil { back.append(again.poster) }
    #expect(back.count == versions.count && back.reversed().elementsEqual(versions))
  }

  @Test func `a thousand steps are kept`() {
    var poster = edited("")
    for step in 0..<1200 {
      poster.change(PosterEdit(rawValue: "ink-\(step)")) {
        $0.ink = RGBA(bytes: UInt8(step % 256), UInt8(step / 256), 0)
      }
    }
    #expect(poster.history.done.count >= 1000)
  }
}
