import Motion
import TestSupport
import Testing

@Suite struct TimingTests {
  @Test func `layer time is the parent's, shifted, scaled and shifted again`() {
    var timing = Timing(duration: 1)
    timing.beginTime = 10
    timing.speed = 2
    timing.timeOffset = 0.5

    #expect(timing.localTime(at: 11) == 2.5)
    #expect(timing.parentTime(atLocal: 2.5) == 11)
    timing.speed = 0
    #expect(timing.localTime(at: 99) == 0.5)
    #expect(timing.parentTime(atLocal: 0.5) == nil)
  }

  @Test func `an autoreversing repeat counts forward and back as one`() throws {
    var timing = Timing(duration: 1)
    timing.iterations = 2
    timing.autoreverses = true

    #expect(timing.activeDuration == 4)
    #expect(
      try [0.25, 1.25, 2.25, 3.75].map { try #require(timing.state(at: $0)).progress } == [
        0.25, 0.75, 0.25, 0.25,
      ])
    #expect(timing.state(at: 4) == nil)
    timing.fill = .forwards
    #expect(try #require(timing.state(at: 9)).progress == 0)
  }

  @Test func `a repeat duration cuts the last repeat`() throws {
    var timing = Timing(duration: 2)
    timing.repeatDuration = 5
    timing.fill = .both

    #expect(timing.activeDuration == 5)
    #expect(try #require(timing.state(at: 100)).progress == 0.5)
    #expect(try #require(timing.state(at: 100)).iteration == 2)
  }

  @Test func `says when it is over`() {
    var timing = Timing(duration: 2)
    timing.delay = 1
    timing.beginTime = 10
    timing.speed = 0.5

    #expect(timing.end == 16)
    timing.speed = 0
    #expect(timing.end == -.infinity)
  }

  @Test func `never gives what is not a number, whatever it is given`() {
    let odd: [Double] = [0, -1, 1, 0.3, .infinity, -.infinity, .nan, 1e300, -1e300, 5e-300]
    var random = SeededGenerator(seed: 3)
    func pick() -> Double { odd.randomElement(using: &random) ?? 0 }
    for _ in 0..<20_000 {
      var timing = Timing(
        duration: pick(), easing: [.linear, .ease, .easeIn].randomElement(using: &random) ?? .linear)
      (timing.delay, timing.endDelay, timing.iterations, timing.iterationStart) = (
        pick(), pick(), pick(), pick()
      )
      (timing.beginTime, timing.speed, timing.timeOffset) = (pick(), pick(), pick())
      timing.repeatDuration = Bool.random(using: &random) ? pick() : nil
      timing.direction = Timing.Direction.allCases.randomElement(using: &random) ?? .normal
      timing.fill = Timing.Fill.allCases.randomElement(using: &random) ?? .none
      timing.autoreverses = Bool.random(using: &random)
      guard let state = timing.state(at: pick()) else { continue }
      #expect(!state.progress.isNaN && !state.iteration.isNaN, "\(timing)")
    }
  }

  @Test func `cumulative repeats begin where the last one ended`() {
    var timing = Timing(duration: 1)
    timing.iterations = 4
    let effect = KeyframeEffect(from: 10.0, to: 13, isCumulative: true)

    // Each repeat adds the end value of the one before, as Core Animation and Web Animations both have it.
    #expect([0.5, 1.5, 3.5].map { effect.value(at: $0, timing: timing, over: 0) } == [11.5, 24.5, 50.5])
    timing.autoreverses = true
    #expect([0.5, 1.5, 2.5].map { effect.value(at: $0, timing: timing, over: 0) } == [11.5, 11.5, 21.5])
  }

  @Test func `additive animations bend what lies below and leave it alone when over`() {
    let timing = Timing(duration: 1)
    let effect = KeyframeEffect(from: -100.0, to: 0, composition: .add)

    #expect(
      [-1, 0, 0.5, 1, 2].map { effect.value(at: $0, timing: timing, over: 100) } == [100, 0, 50, 100, 100])
  }

  @Test func `keyframes go through their values with the easing of their segment`() throws {
    let effect = KeyframeEffect([
      Keyframe(0.0, at: 0, easing: .steps(try #require(StepTiming(count: 2)))), Keyframe(10, at: 0.5),
      Keyframe(0, at: 1),
    ])
    #expect([0, 0.1, 0.3, 0.5, 0.75, 1].map { effect.value(at: $0, over: 7) } == [0, 0, 5, 10, 5, 0])
  }

  @Test func `missing ends are the value below`() {
    let effect = KeyframeEffect([Keyframe(8.0, at: 0.5)])
    #expect([0, 0.25, 0.5, 1].map { effect.value(at: $0, over: 4) } == [4, 6, 8, 4])
    #expect(KeyframeEffect<Double>([]).value(at: 0.3, over: 4) == 4)
  }
}
