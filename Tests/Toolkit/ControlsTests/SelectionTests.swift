import Controls
import Testing

@Suite struct SelectionTests {
  @Test func `a range goes from where the selection began, whichever way it is extended`() {
    var selection = Selection<Int>()
    selection.select(4)
    selection.extend(to: 7, range: 4...7)
    selection.extend(to: 2, range: 2...4)

    #expect(selection.ids == [2, 3, 4] && selection.anchor == 4 && selection.cursor == 2)
  }

  @Test func `without an anchor a range begins where it is said to, and else at its end`() {
    var (first, second) = (Selection<Int>(), Selection<Int>())
    first.extend(to: 7, from: 5, range: 5...7)
    second.extend(to: 7, range: [7])

    #expect(first.anchor == 5 && second.anchor == 7)
  }

  @Test func `what is there no longer is neither selected nor a place to go on from`() {
    var selection = Selection<Int>()
    selection.select(1)
    selection.toggle(2)
    selection.keep { $0 == 1 }

    #expect(selection.ids == [1] && selection.cursor == nil && selection.anchor == nil)
  }

  @Test func `a rectangle turns what it touches over, and leaves that again`() {
    var selection = Selection<Int>()
    selection.set([1, 2])
    selection.beginRectangle(adds: true)
    selection.cover([2, 3])
    #expect(selection.ids == [1, 3])
    selection.cover([])
    selection.endRectangle()
    #expect(selection.ids == [1, 2])
  }
}
