import Scene
import Testing

@testable import FlipClock

/// The parts of a face's state, each alone.
@Suite struct ClockStateTests {
  @Test func `the end of a countdown is told once, and its notice stays five seconds`() {
    var end = CountdownEnd()
    let told = [9.9, 10, 10.1, 14.9, 15, 16].map { end.advance(to: $0, end: 10) }
    #expect(told == [false, true, false, false, false, false])
    #expect(end.hasPassed)

    var other = CountdownEnd()
    _ = other.advance(to: 12, end: 10)
    #expect(other.nextTime(of: 10) == 15 && !other.hasPassed)
    // A countdown that begins again ends again.
    _ = other.advance(to: 12.5, end: nil)
    #expect(other.nextTime(of: 100) == 100)
    let isToldAgain = other.advance(to: 100, end: 100)
    #expect(isToldAgain)
  }

  @Test func `a clock that nobody touches dims once, and a touch makes it bright`() {
    let (idling, tree) = (ClockIdling(), LayerTree())
    tree.root.addSublayer(idling.veil)
    #expect(idling.dimTime(after: 60) == nil)
    idling.start(at: 5)
    #expect(idling.dimTime(after: 60) == 65)
    #expect(idling.dimTime(after: nil) == nil)
    idling.dim(at: 65, reducesMotion: true)
    #expect(idling.veil.opacity > 0.5)
    #expect(idling.dimTime(after: 60) == nil)
    idling.touch(at: 80, reducesMotion: true)
    #expect(idling.veil.opacity == 0)
    #expect(idling.dimTime(after: 60) == 140)
  }

  @Test func `the pointer disappears three seconds after the last touch, where it may`() {
    let idling = ClockIdling()
    idling.start(at: 1)
    #expect(idling.pointerTime(canHide: false) == nil)
    #expect(idling.pointerTime(canHide: true) == 4)
    idling.updatePointer(canHide: true, at: 3.9)
    #expect(!idling.isPointerHidden)
    idling.updatePointer(canHide: true, at: 4)
    #expect(idling.isPointerHidden)
    #expect(idling.pointerTime(canHide: true) == nil)
    idling.updatePointer(canHide: false, at: 5)
    #expect(!idling.isPointerHidden)
  }

  @Test func `ticks that were missed are counted in seconds, and in minutes where no seconds are shown`() {
    let clocks = ClockBench.Clocks(wall: ClockInstant(second: 1000))
    let work = Clockwork(mode: .timeOfDay, observe: { clocks.observation })
    var progress = ClockProgress()
    progress.start(work, at: 0)
    #expect(progress.ticksBehind(work, at: 0) == 0)
    #expect(progress.ticksBehind(work, at: 15) == 15 && !progress.isFarBehind(work, at: 15))
    #expect(progress.isFarBehind(work, at: 16))

    var settings = work.settings
    settings.showsSeconds = false
    work.change(settings)
    let (isNew, isNewAgain) = (progress.adopt(work), progress.adopt(work))
    #expect(isNew && !isNewAgain)
    #expect(progress.ticksBehind(work, at: 130) == 2)
  }

  @Test func `only a clock that was set by far shows its time at once`() {
    let clocks = ClockBench.Clocks(wall: ClockInstant(second: 1000))
    let work = Clockwork(mode: .timeOfDay, observe: { clocks.observation })
    var progress = ClockProgress()
    progress.start(work, at: 0)
    let near = progress.leap(work, to: 300)
    #expect(!near && progress.second == 1300)
    let far = progress.leap(work, to: 3000)
    #expect(far && progress.second == 4000)
  }
}
