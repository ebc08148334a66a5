import Testing

@testable import PosterGallery

@Suite struct PosterUndoQueueTests {
  private let source = FakeDataSource(6)
  private let editor: PosterUndoQueue
  private let failures = Failures()

  private final class Failures {
    var reasons: [String] = []
  }

  init() {
    editor = PosterUndoQueue(source) { [failures] in failures.reasons.append($0) }
  }

  private func id(_ number: Int) -> PosterCard.ID { PosterCard.ID(rawValue: Int64(number)) }

  /// Lets the source answer what it was asked, and hands the answers on.
  private func answer() {
    source.answer()
    for case .performed(let number, let result) in source.takeMessages() {
      editor.take(result, number: number)
    }
  }

  @Test func `begins a change when the one before has been answered`() {
    source.isSlow = true
    for number in 0..<3 { editor.perform(.rename(id(number), to: "New")) }
    for count in 1...3 {
      #expect(source.performed.count == count)
      answer()
    }
    #expect(source.all.prefix(3).allSatisfy { $0.title == "New" })
  }

  @Test func `undoes a change that was still under way when that was asked for`() {
    source.isSlow = true
    let before = source.all
    #expect(!editor.canUndo)
    editor.perform(.remove([id(1)]))
    // The command must not be disabled meanwhile.
    #expect(editor.canUndo)
    editor.undo { _ in }
    answer()
    #expect(source.all.count == 5)
    answer()
    #expect(source.all == before)
    #expect(editor.canRedo && !editor.canUndo)
  }

  @Test func `forgets what was undone when something new is done`() {
    editor.perform(.remove([id(1)]))
    answer()
    editor.undo { _ in }
    answer()
    #expect(editor.canRedo)
    editor.perform(.rename(id(2), to: "New"))
    answer()
    #expect(!editor.canRedo && editor.canUndo)
  }

  @Test func `says why a change failed, and goes on with the next`() {
    source.isSlow = true
    source.failure = "the disk is full"
    var done: [String] = []
    editor.perform(.remove([id(0)])) { _ in done.append("removed") }
    editor.perform(.rename(id(2), to: "New")) { _ in done.append("renamed") }
    answer()
    source.failure = nil
    answer()
    #expect(failures.reasons == ["the disk is full"])
    #expect(done == ["renamed"] && source.all.count == 6)
  }

  @Test func `tells which posters a change, its undoing and its redoing concern`() {
    var told: [[PosterCard.ID]] = []
    editor.perform(.duplicate([id(4)], .english)) { told.append($0.ids) }
    answer()
    editor.undo { told.append($0.ids) }
    answer()
    editor.redo { told.append($0.ids) }
    answer()
    #expect(told.count == 3 && Set(told.joined()).count == 1)
  }
}
