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
  // The frames of a second, which jitter as a real clock's do.
  let frames = (0..<60).map { _ in 1.0 / 60 + .random(in: -0.002...0.002, using: &random) }

  let plain = springs.map { PlainSpring($0, velocity: 2) }
  measureFrames("Springs: plain closed form", of: plain, lasting: frames) { $0.state(at: $1) }
  let animated = springs.map {
    Animated(from: 0, velocity: 2, to: 1, spring: $0, at: 0, tolerance: .init(distance: 0))
  }
  measureFrames("Springs: Animated", of: animated, lasting: frames) { $0.state(at: $1) }
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
