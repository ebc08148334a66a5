import Benchmark
import Motion

/// Measures the cost per frame of one number moved by a timing function or keyframes.
func measureTimings() throws {
  let progresses = (0..<1000).map { Double($0) / 999 }
  for text in ["ease-in-out", "linear(0, 0.2 10%, 0.9 40%, 0.7 60%, 1)", "steps(10, end)"] {
    try measure("Timing: \(text)", TimingFunction(parsing: text), at: progresses)
  }
  let spring = Spring(response: 0.5, dampingRatio: 0.5)
  measure("Timing: spring", .spring(SpringTiming(spring)), at: progresses)
  let timing = Timing(duration: 2, easing: .easeInEaseOut)
  let effect = KeyframeEffect(from: 3.0, to: 400)
  measure("Timing: keyframe effect", scale: .kilo) {
    var sum = 0.0
    for progress in progresses { sum += effect.value(at: 2 * progress, timing: timing, over: 0) }
    blackHole(sum)
  }
}

private func measure(_ name: String, _ function: TimingFunction, at progresses: [Double]) {
  measure(name, scale: .kilo) {
    var sum = 0.0
    for progress in progresses { sum += function.value(at: progress) }
    blackHole(sum)
  }
}
