import Motion
import TestSupport
import Testing

@Suite struct SpringBatchTests {
  @Test(arguments: [24.0, 60, 120, 240])
  func `stays within 1e-12 of the exact springs over a second`(rate: Double) {
    var random = SeededGenerator(seed: 9)
    var batch = SpringBatch()
    var exact: [RunningSpring] = []
    for _ in 0..<402 {
      let spring = Spring(
        response: .random(in: 0.05...2, using: &random), dampingRatio: .random(in: 0...3, using: &random))
      let start = Moving(value: 0, velocity: .random(in: -20...20, using: &random))
      batch.add(spring, from: start, toward: 1)
      exact.append(RunningSpring(spring: spring, from: start, toward: 1, startTime: 0))
    }
    var time = 0.0
    for frame in 1...Int(rate) {
      // Frames jitter, and every tenth is dropped.
      let next = frame == Int(rate) ? 1 : (Double(frame) + .random(in: -0.2...0.2, using: &random)) / rate
      guard frame % 10 != 0 || frame == Int(rate) else { continue }
      batch.advance(by: next - time)
      time = next
    }
    for index in 0..<batch.count {
      let state = exact[index].state(at: 1)
      #expect((batch[index].value - state.value).magnitude <= 1e-12 * max(1, state.value.magnitude))
      #expect(
        (batch[index].velocity - state.velocity).magnitude <= 1e-12
          * (1 + exact[index].spring.naturalFrequency))
    }
  }

  @Test func `keeps position and velocity through a new target`() {
    var batch = SpringBatch(capacity: 1)
    batch.add(.thrown, from: Moving(value: 0, velocity: 4), toward: 1)
    batch.advance(by: 0.1)
    let before = batch[0]

    batch.retarget(0, to: -3)

    #expect((batch[0].value - before.value).magnitude <= 4e-16 && batch[0].velocity == before.velocity)
    for _ in 0..<600 { batch.advance(by: 1.0 / 60) }
    #expect((batch[0].value + 3).magnitude < 1e-9)
  }

  @Test func `stiff springs and long frames are right too`() {
    var batch = SpringBatch()
    let springs = [1e-3, 0.01, 0.3, 5].flatMap { r in
      [0, 0.5, 1, 40].map { Spring(response: r, dampingRatio: $0) }
    }
    for spring in springs { batch.add(spring, from: Moving(value: 0, velocity: 1), toward: 1) }
    for _ in 0..<3 { batch.advance(by: 0.7) }
    for (index, spring) in springs.enumerated() {
      let state = spring.advancing(Moving(value: 0, velocity: 1), toward: 1, by: 0.7 * 3)
      #expect((batch[index].value - state.value).magnitude <= 1e-11 * (1 + spring.naturalFrequency))
    }
    batch.advance(by: .nan)
    batch.advance(by: .infinity)
    #expect(batch[0].value.isFinite)
  }
}
