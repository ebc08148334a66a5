import Testing

@testable import Controls

@Suite struct TransientVisibilityTests {
  @Test func `comes with a wake, stays for two seconds, and goes`() {
    var bar = TransientVisibility()
    #expect(bar.opacity(at: 5) == 0 && bar.nextTime(after: 5) == nil)

    bar.wake(at: 10)

    #expect(bar.opacity(at: 10) == 0)
    #expect(abs(bar.opacity(at: 10.06) - 0.5) < 1e-9)
    #expect(bar.nextTime(after: 10.06) == 10.06)
    #expect(bar.opacity(at: 11) == 1)
    #expect(bar.nextTime(after: 11) == 12)
    #expect(abs(bar.opacity(at: 12.06) - 0.5) < 1e-9)
    #expect(bar.opacity(at: 12.2) == 0 && bar.nextTime(after: 12.2) == nil)
  }

  @Test func `never jumps, whenever it is woken`() {
    var bar = TransientVisibility()
    bar.wake(at: 0)
    for wake in [0.05, 2.08, 2.14, 2.2, 4.3] {
      let before = bar.opacity(at: wake)
      bar.wake(at: wake)
      #expect(bar.opacity(at: wake) == before)
      #expect(bar.opacity(at: wake + TransientVisibility.fade) == 1)
    }
  }

  @Test func `stays for as long as it is held, and two seconds more`() {
    var bar = TransientVisibility()
    bar.hold(true, at: 1)
    #expect(bar.opacity(at: 100) == 1 && bar.nextTime(after: 100) == nil)

    bar.hold(false, at: 100)

    #expect(bar.opacity(at: 101.9) == 1)
    #expect(bar.opacity(at: 102.2) == 0)
  }

  @Test func `goes at once when it is hidden`() {
    var bar = TransientVisibility()
    bar.hold(true, at: 1)
    bar.hide(at: 3)
    #expect(bar.opacity(at: 3) == 1 && bar.opacity(at: 3.2) == 0 && !bar.isHeld)
  }
}
