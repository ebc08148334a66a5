import Geometry
import Testing

@testable import Input

@Suite struct ClickCounterTests {
  @Test func `presses in one place and short succession are counted`() {
    var counter = ClickCounter()

    let counts = [0, 0.2, 0.5, 0.8].map { counter.press(.left, at: Point(3, 3), time: $0) }

    #expect(counts == [1, 2, 3, 4])
  }

  @Test func `another button, a later press and another place begin anew`() {
    var counter = ClickCounter()

    #expect(counter.press(.left, at: .zero, time: 0) == 1)
    #expect(counter.press(.right, at: .zero, time: 0.1) == 1)
    #expect(counter.press(.right, at: Point(4, 0), time: 0.2) == 1)
    #expect(counter.press(.right, at: Point(4, 0), time: 0.2 + ClickCounter.interval) == 1)
  }
}
