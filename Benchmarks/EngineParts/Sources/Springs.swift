import Benchmark
import Motion

/// A thousand springs, moved through a frame in several ways; the figures are those of one spring.
func measureSprings() {
  var random = SeededNumbers(seed: 1)
  let springs = (0..<1000).map { _ in
    Spring(
      response: .random(in: 0.2...0.8, using: &random),
      dampingRatio: .random(in: 0.3...0.95, using: &random))
  }
  // The frames of a second, even ones and ones that jitter as a real clock's do.
  let even = [Double](repeating: 1.0 / 60, count: 60)
  let jittering = even.map { $0 + .random(in: -0.002...0.002, using: &random) }

  let plain = springs.map { PlainSpring($0, velocity: 2) }
  measureFrames("Springs: plain closed form", of: plain, lasting: jittering) { $0.state(at: $1) }
  let running = springs.map {
    RunningSpring(spring: $0, from: Moving(value: 0, velocity: 2), toward: 1, startTime: 0)
  }
  measureFrames("Springs: RunningSpring", of: running, lasting: jittering) { $0.state(at: $1) }

  var batch = SpringBatch(capacity: springs.count)
  for spring in springs { batch.add(spring, from: Moving(value: 0, velocity: 2), toward: 1) }
  measureFrames("Springs: SpringBatch, jittering frames", of: batch, lasting: jittering)
  measureFrames("Springs: SpringBatch, even frames", of: batch, lasting: even)
}

@inline(__always) private func measureFrames<Moved>(
  _ name: String, of springs: [Moved], lasting frames: [Double],
  _ state: @escaping (Moved, Double) -> Moving
) {
  var frame = 0
  var time = 0.0
  func advance() {
    if frame.isMultiple(of: frames.count) { time = 0 }
    time += frames[frame % frames.count]
    frame += 1
  }
  measure(name, scale: .kilo, prepare: advance) {
    var sum = 0.0
    for spring in springs {
      let moving = state(spring, time)
      sum += moving.value + moving.velocity
    }
    blackHole(sum)
  }
}

private func measureFrames(_ name: String, of start: SpringBatch, lasting frames: [Double]) {
  var frame = 0
  var batch = start
  var seconds = 0.0
  // They begin anew each second, before they rest.
  func advance() {
    if frame.isMultiple(of: frames.count) {
      batch = start
      // The first change of a copy is what copies it.
      batch.retarget(0, to: 1)
    }
    seconds = frames[frame % frames.count]
    frame += 1
  }
  measure(name, scale: .kilo, prepare: advance) {
    batch.advance(by: seconds)
    blackHole(batch[0].value)
  }
}
