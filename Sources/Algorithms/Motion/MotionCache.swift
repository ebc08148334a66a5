/// Intermediate results of the last motions; motions that began together share them.
///
/// It saves work and changes no result.
public struct MotionCache {
  private struct SpringKey: Equatable {
    let spring: Spring
    let start: Double
    let time: Double
  }

  private struct EasingKey: Equatable {
    let easing: TimingFunction
    let start: Double
    let duration: Double
    let time: Double
  }

  private struct TimingKey: Equatable {
    let timing: Timing
    let time: Double
  }

  private var spring: (key: SpringKey, c: DoubleDouble, s: DoubleDouble)?
  private var easing: (key: EasingKey, progress: Double)?
  private var timing: (key: TimingKey, state: Timing.State?)?

  /// Creates an empty cache, as a rule one for each frame.
  public init() {}

  @usableFromInline mutating func basis(
    of spring: Spring, from start: Double, at time: Double
  ) -> (c: DoubleDouble, s: DoubleDouble) {
    let key = SpringKey(spring: spring, start: start, time: time)
    if let known = self.spring, known.key == key { return (known.c, known.s) }
    let (c, s) = spring.solution.basis(at: DoubleDouble.sum(time, -start))
    self.spring = (key, c, s)
    return (c, s)
  }

  @usableFromInline mutating func progress(
    of easing: TimingFunction, from start: Double, over duration: Double, at time: Double
  ) -> Double {
    let local = time - start
    guard local >= 0 else { return 0 }
    guard local < duration else { return 1 }
    let key = EasingKey(easing: easing, start: start, duration: duration, time: time)
    if let known = self.easing, known.key == key { return known.progress }
    let progress = easing.value(at: local / duration)
    self.easing = (key, progress)
    return progress
  }

  /// Returns the state of a timing, or nil when the animation has no effect then.
  public mutating func state(of timing: Timing, at time: Double) -> Timing.State? {
    let key = TimingKey(timing: timing, time: time)
    if let known = self.timing, known.key == key { return known.state }
    let state = timing.state(at: time)
    self.timing = (key, state)
    return state
  }
}
