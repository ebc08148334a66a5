import Geometry
import Input
import Testing

@testable import Windowing

@Suite struct EventQueueTests {
  @Test func `of sizes in a row the last one stays, with its time`() {
    var queue = EventQueue()
    for side in 1...5 {
      queue.append(.resized(Size(Double(side), 1), PixelSize(width: side, height: 1)), at: Double(side))
    }

    #expect(
      queue.takeAll() == [TimedWindowEvent(.resized(Size(5, 1), PixelSize(width: 5, height: 1)), at: 5)])
  }

  @Test func `of the pointer's places in a row the newest stays, and tells when the first came`() {
    var queue = EventQueue()
    for step in 1...5 {
      queue.append(.input(.pointerMoved(Point(Double(step), 0), [])), at: Double(step))
    }
    #expect(queue.isMotionAlone)
    queue.append(.input(.pointerUp(Point(5, 0), .left, [])), at: 6)
    queue.append(.input(.pointerMoved(Point(7, 0), [])), at: 7)
    #expect(!queue.isMotionAlone)

    let taken = queue.takeAll()

    #expect(
      taken.map(\.event) == [
        .input(.pointerMoved(Point(5, 0), [])), .input(.pointerUp(Point(5, 0), .left, [])),
        .input(.pointerMoved(Point(7, 0), [])),
      ])
    #expect(taken.map(\.seconds) == [5, 6, 7])
    #expect(taken.map(\.since) == [1, 6, 7])
    #expect(!queue.isMotionAlone)
  }

  @Test func `everything else stays, in order`() {
    let letter = InputEvent.key(.character("a"), [], isRepeat: true)
    let wheel = InputEvent.wheel(.zero, Vector(0, 1), [.shift])
    let input: [InputEvent] = [
      .pointerMoved(Point(1, 1), []), .pointerMoved(Point(2, 2), .control), .text("a"), .text("a"), letter,
      letter, wheel, wheel,
    ]
    let events = input.map(WindowEvent.input) + [.refreshNeeded, .moved(.zero), .refreshNeeded]
    var queue = EventQueue()

    for (index, event) in events.enumerated() { queue.append(event, at: Double(index)) }

    let taken = queue.takeAll()
    #expect(taken.map(\.event) == events)
    #expect(taken.map(\.seconds) == events.indices.map { Double($0) })
    #expect(queue.takeAll().isEmpty)
  }
}
