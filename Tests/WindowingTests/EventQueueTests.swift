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
    #expect(taken.map(\.seconds) == (0..<events.count).map(Double.init))
    #expect(queue.takeAll().isEmpty)
  }
}
