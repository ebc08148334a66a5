import Motion

/// A number that a spring brings to its target, exactly there from a certain time on.
struct EasedValue: Hashable {
  private let motion: RunningSpring
  /// The time from which on it rests.
  let end: Double
  private let tolerance: Double

  var target: Double { motion.target }

  /// A number that rests; `tolerance` is what nobody sees of it.
  init(_ value: Double, tolerance: Double) {
    self.init(
      RunningSpring(spring: .interface, from: Moving(value: value), toward: value, startTime: 0),
      end: -.infinity, tolerance: tolerance)
  }

  private init(_ motion: RunningSpring, end: Double, tolerance: Double) {
    self.motion = motion
    self.end = end
    self.tolerance = tolerance
  }

  func state(at time: Double) -> Moving { time < end ? motion.state(at: time) : Moving(value: target) }

  func value(at time: Double) -> Double { state(at: time).value }

  /// Returns the number on its way to another target, with the velocity that it has; without a spring there.
  func going(to target: Double, at time: Double, spring: Spring?) -> EasedValue {
    let now = state(at: time)
    guard let spring else { return EasedValue(target, tolerance: tolerance) }
    return EasedValue(from: now, to: target, at: time, spring: spring, tolerance: tolerance)
  }

  /// A number that goes from a state to a target.
  init(from start: Moving, to target: Double, at time: Double, spring: Spring?, tolerance: Double) {
    guard let spring, start.value != target || start.velocity != 0 else {
      self.init(target, tolerance: tolerance)
      return
    }
    let motion = RunningSpring(spring: spring, from: start, toward: target, startTime: time)
    self.init(
      motion, end: motion.restTime(within: tolerance, slowerThan: tolerance * 20), tolerance: tolerance)
  }
}
