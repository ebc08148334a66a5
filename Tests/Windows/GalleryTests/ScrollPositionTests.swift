import Controls
import Motion
import TestSupport
import Testing

@Suite struct ScrollPositionTests {
  private func list(at offset: Double = 1000) -> ScrollPosition {
    var scroll = ScrollPosition(extent: 5000, viewport: 800)
    scroll.go(to: offset, at: 0, spring: nil)
    return scroll
  }

  @Test func `follows the pointer exactly within its ends`() {
    var scroll = list()
    scroll.grab(at: 300, time: 0)
    for step in 0..<50 {
      let pointer = 300 + 7.3 * Double(step)
      scroll.drag(to: pointer, time: Double(step) / 60)
      #expect((scroll.offset(at: Double(step) / 60) - (1000 - (pointer - 300))).magnitude < 1e-9)
    }
  }

  @Test(arguments: Sweep.sample(1...40, 10))
  func `never jumps, whatever is done to it`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var scroll = list(at: Double.random(in: 0...4200, using: &random))
    var (time, pointer) = (0.0, 0.0)
    for _ in 0..<300 {
      time += Double.random(in: 0.001...0.2, using: &random)
      let before = scroll.state(at: time)
      switch Int.random(in: 0..<7, using: &random) {
      case 0:
        pointer = Double.random(in: 0...800, using: &random)
        scroll.grab(at: pointer, time: time)
      case 1, 2:
        guard scroll.isHeld else { continue }
        pointer += Double.random(in: -200...200, using: &random)
        scroll.drag(to: pointer, time: time)
        continue
      case 3: scroll.release(at: time)
      case 4: scroll.turn(by: Double.random(in: -300...300, using: &random), at: time)
      case 5: scroll.go(to: Double.random(in: -100...5000, using: &random), at: time)
      default: scroll.resize(extent: 5000, viewport: 800, at: time)
      }
      let after = scroll.state(at: time)
      #expect(after.value.isFinite)
      #expect((after.value - before.value).magnitude <= before.value.ulp)
      #expect(scroll.band(contains: after.value))
    }
  }

  @Test func `carries the pointer's velocity into the throw, and the throw's into the rebound`() {
    var scroll = list(at: 3900)
    scroll.grab(at: 700, time: 0)
    for step in 1...6 { scroll.drag(to: 700 - 20 * Double(step), time: Double(step) / 100) }
    let held = scroll.state(at: 0.06)
    scroll.release(at: 0.06)
    #expect((scroll.state(at: 0.06).velocity / held.velocity - 1).magnitude < 1e-9)
    #expect((held.velocity - 2000).magnitude < 1)

    var time = 0.06
    var last = scroll.state(at: time)
    var furthest = 0.0
    while scroll.isMoving(at: time) {
      time += 1e-4
      let state = scroll.state(at: time)
      #expect((state.value - last.value).magnitude < 0.25)
      #expect((state.velocity - last.velocity).magnitude < 20)
      furthest = max(furthest, state.value)
      last = state
    }
    #expect(furthest > 4210)
    #expect(scroll.offset(at: time) == 4200)
  }

  @Test func `resists beyond an end and comes back to it`() {
    var scroll = list(at: 0)
    scroll.grab(at: 0, time: 0)
    scroll.drag(to: 400, time: 0.2)
    let pulled = scroll.offset(at: 0.2)
    #expect(pulled < -100 && pulled > -400)
    scroll.release(at: 1)
    #expect(scroll.offset(at: 1) == pulled)
    #expect(scroll.offset(at: 9) == 0)
  }

  @Test func `adds up turns of the wheel, and stops at the end`() {
    var scroll = list()
    for turn in 0..<5 { scroll.turn(by: 100, at: Double(turn) * 0.02) }
    #expect(scroll.destination(at: 0.1) == 1500)
    #expect(scroll.offset(at: 0.1) < 1500)
    #expect(scroll.offset(at: 5) == 1500)
    scroll.turn(by: 1e6, at: 5)
    #expect(scroll.offset(at: 9) == 4200)
  }

  @Test func `keeps what is seen when something before it grows`() {
    var scroll = list()
    scroll.go(to: 1400, at: 0)
    let before = scroll.state(at: 0.1)
    scroll.resize(extent: 6000, viewport: 700, shift: 250, at: 0.1)
    let after = scroll.state(at: 0.1)
    #expect((after.value - before.value - 250).magnitude < 1e-9)
    #expect((after.velocity - before.velocity).magnitude < 1e-9)
    #expect(scroll.destination(at: 0.1) == 1650)
    scroll.resize(extent: 900, viewport: 700, at: 9)
    #expect(scroll.offset(at: 9) == 200)
  }

  @Test func `reveals with the least motion`() {
    var scroll = list()
    scroll.reveal(1200...1300, at: 0)
    #expect(scroll.destination(at: 0) == 1000)
    scroll.reveal(1750...1900, margin: 10, at: 0)
    #expect(scroll.destination(at: 0) == 1110)
    scroll.reveal(500...600, margin: 10, at: 0)
    #expect(scroll.destination(at: 0) == 490)
    scroll.reveal(2000...4000, at: 0)
    #expect(scroll.destination(at: 0) == 2000)
  }

  @Test func `shows a bar that is never lost`() throws {
    var huge = ScrollPosition(extent: 6e6, viewport: 800)
    huge.go(to: 6e6, at: 0, spring: nil)
    let end = try #require(ScrollIndicator.span(of: huge, offset: huge.offset(at: 0), along: 800))
    #expect(end.length == 32)
    #expect(end.start + end.length == 800)
    let pulled = try #require(ScrollIndicator.span(of: huge, offset: 6e6 + 20, along: 800))
    #expect(pulled.length < 32 && pulled.start + pulled.length <= 800)
    #expect(
      ScrollIndicator.span(of: ScrollPosition(extent: 500, viewport: 800), offset: 0, along: 800) == nil)
  }
}

extension ScrollPosition {
  /// Whether an offset is no further beyond an end than a rubber band reaches.
  fileprivate func band(contains offset: Double) -> Bool {
    offset >= range.lowerBound - viewport * 4 && offset <= range.upperBound + viewport * 4
  }
}
