import Glibc
import Motion

/// How many springs a millisecond of processor time moves, in several ways of moving them.
///
/// The ways take turns, so that what else the machine does falls on all of them alike; the figure is each
/// way's median of its rounds.

let count = 4096
let frames = 60
let rounds = 15

func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The textbook closed form of an under-damped spring, one at a time, in plain doubles.
struct PlainSpring {
  let decay: Double
  let frequency: Double
  let sine: Double

  init(_ spring: Spring, velocity: Double) {
    decay = spring.damping / (2 * spring.mass)
    frequency = (spring.stiffness / spring.mass - decay * decay).squareRoot()
    sine = (decay - velocity) / frequency
  }

  func state(at time: Double) -> (value: Double, velocity: Double) {
    let envelope = exp(-decay * time)
    let (s, c) = (sin(frequency * time), cos(frequency * time))
    let rest = envelope * (c + sine * s)
    return (1 - rest, decay * rest - envelope * frequency * (sine * c - s))
  }
}

var generator = SystemRandomNumberGenerator()
let springs = (0..<count).map { _ in
  Spring(
    response: .random(in: 0.2...0.8, using: &generator),
    dampingRatio: .random(in: 0.3...0.95, using: &generator))
}
let plain = springs.map { PlainSpring($0, velocity: 2) }
let running = springs.map {
  RunningSpring(spring: $0, from: Moving(value: 0, velocity: 2), toward: 1, startTime: 0)
}
var filled = SpringBatch(capacity: count)
for spring in springs { filled.add(spring, from: Moving(value: 0, velocity: 2), toward: 1) }

/// Frames that last the same, and frames that jitter as a real clock's do.
let even = (1...frames).map { Double($0) / 60 }
let jittering = even.map { $0 + .random(in: -0.002...0.002, using: &generator) }
var sink = 0.0

let ways: [(name: String, run: () -> Void)] = [
  (
    "plain scalar closed form",
    {
      for time in jittering {
        for spring in plain {
          let state = spring.state(at: time)
          sink += state.value + state.velocity
        }
      }
    }
  ),
  (
    "RunningSpring, exact",
    {
      for time in jittering {
        for spring in running {
          let state = spring.state(at: time)
          sink += state.value + state.velocity
        }
      }
    }
  ),
  (
    "SpringBatch, jittering frames",
    {
      var batch = filled
      var last = 0.0
      for time in jittering {
        batch.advance(by: time - last)
        last = time
      }
      sink += batch[0].value
    }
  ),
  (
    "SpringBatch, even frames",
    {
      var batch = filled
      for _ in even { batch.advance(by: 1.0 / 60) }
      sink += batch[0].value
    }
  ),
]

/// What a frame pays for an ordinary animation of one number: its timing, its easing, its keyframes.
let timing = Timing(duration: 2, easing: .easeInEaseOut)
let effect = KeyframeEffect(from: 3.0, to: 400)
let curve = CubicTiming.easeInEaseOut
let others: [(name: String, run: () -> Void)] = [
  (
    "cubic timing functions",
    {
      for time in jittering {
        for index in 0..<count { sink += curve.value(at: (time + Double(index) * 1e-5) / 2) }
      }
    }
  ),
  (
    "keyframe animations",
    {
      for time in jittering {
        for index in 0..<count {
          sink += effect.value(at: time + Double(index) * 1e-5, timing: timing, over: 0)
        }
      }
    }
  ),
]

var times = [[Double]](repeating: [], count: ways.count)
for _ in 0..<rounds {
  for (index, way) in ways.enumerated() {
    let start = processorSeconds()
    way.run()
    times[index].append(processorSeconds() - start)
  }
}
let baseline = times[0].sorted()[rounds / 2]
for (way, times) in zip(ways, times) {
  let median = times.sorted()[rounds / 2]
  let perMillisecond = Int(Double(count * frames) / (median * 1000))
  let ratio = (baseline / median * 100).rounded() / 100
  print("\(way.name): \(perMillisecond) springs a millisecond, \(ratio) times the plain form")
}
for other in others {
  let start = processorSeconds()
  for _ in 0..<3 { other.run() }
  let nanoseconds = (processorSeconds() - start) / Double(3 * count * frames) * 1e9
  print("\(other.name): \(Int(nanoseconds)) ns each")
}
// The sum is used, so that no way is optimised away.
if sink.isNaN { print("a spring went wrong") }
