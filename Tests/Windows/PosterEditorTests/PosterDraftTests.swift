import Posters
import TestSupport
import Testing
import Typography

@testable import PosterEditor

@Suite struct PosterDraftTests {
  @Test(arguments: [1, 2, 3])
  func `is laid out after any edits as if it were laid out anew`(seed: UInt64) {
    let typesetter = Typesetter()
    var random = SeededGenerator(seed: seed)
    let poster = Poster(
      lines: [Poster.Line("KEEP"), Poster.Line("CALM"), Poster.Line("and", rank: .small)], wraps: seed == 2)
    let draft = PosterDraft(poster, typesetter: typesetter)
    draft.beginTyping()
    for _ in Sweep.sample(0..<40, 10) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: draft.breakLine()
      case 1: draft.delete(.character, forward: false)
      case 2: draft.move(towardNext: Bool.random(using: &random), selecting: false)
      case 3:
        draft.changeLines(.lineSize) {
          $0.changeLine(at: 0) { $0.rank = $0.rank == .large ? .small : .large }
        }
      case 4:
        var poster = draft.poster
        poster.lettering.stroke = .random(in: 0...0.1, using: &random)
        draft.change(to: poster, as: .stroke)
      case 5: draft.undo()
      default:
        draft.insert(["A", "W", " ", "é", "a longer stretch of words"].randomElement(using: &random) ?? "A")
      }
      var shown = draft.poster
      shown.lines = draft.edited.text.lines
      #expect(draft.layout == PosterLayout(shown, typesetter: typesetter, keepsEmptyLines: true))
    }
  }

  @Test func `a caret that moves lays nothing out anew, and empty lines lose their room with it`() {
    let draft = PosterDraft(Poster(lines: [Poster.Line("KEEP"), Poster.Line("")]), typesetter: Typesetter())
    #expect(draft.layout.lines.count == 1)
    draft.beginTyping()
    #expect(draft.layout.lines.count == 2 && draft.revision == 0)
    draft.endTyping()
    #expect(draft.layout.lines.count == 1)
  }
}
