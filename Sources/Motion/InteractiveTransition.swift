/// A transition that a gesture drives: scrubbed, released, caught again, turned round, at any time.
///
/// It is a value without a clock. Progress runs from 0 to 1; every call hands in the time, and between calls
/// the progress at a time does not depend on which times were asked.
public struct InteractiveTransition: Hashable, Sendable {
  /// How a released transition goes to its end.
  public enum Manner: Hashable, Sendable {
    /// At the pace of its duration times a speed.
    case linear(speed: Double = 1)
    /// With the velocity of the gesture, pulled by a spring.
    case spring(Spring)
  }

  /// The seconds from 0 to 1 at speed 1.
  public let duration: Double

  private enum Course: Hashable, Sendable {
    case held(progress: Double)
    case linear(from: Double, toward: Double, startTime: Double, rate: Double)
    case spring(RunningSpring)
  }

  private var course = Course.held(progress: 0)

  /// Creates a transition at its beginning; durations that are not positive count as a millionth of a second.
  public init(duration: Double = 0.25) {
    self.duration = duration > 1e-6 ? min(duration, 1e9) : 1e-6
  }

  /// Whether a gesture holds it.
  public var isHeld: Bool {
    if case .held = course { return true }
    return false
  }

  /// The end it is going to, 0 or 1, or nil while it is held.
  public var target: Double? {
    switch course {
    case .held: nil
    case .linear(_, let target, _, _): target
    case .spring(let motion): motion.target
    }
  }

  public func progress(at time: Double) -> Double { state(at: time).value }

  /// Returns progress and its change per second; a spring may go beyond 0…1 on its way.
  public func state(at time: Double) -> Moving {
    switch course {
    case .held(let progress):
      return Moving(value: progress)
    case .linear(let from, let target, let startTime, let rate):
      let passed = max(time.isNaN ? 0 : time - startTime, 0)
      let distance = target - from
      guard passed * rate < distance.magnitude else { return Moving(value: target) }
      let velocity = distance < 0 ? -rate : rate
      return Moving(value: from + velocity * passed, velocity: velocity)
    case .spring(let motion):
      guard time < endTime else { return Moving(value: motion.target) }
      return motion.state(at: time)
    }
  }

  /// The time at which it arrives, or infinity while it is held.
  public var endTime: Double {
    switch course {
    case .held: .infinity
    case .linear(let from, let target, let startTime, let rate): startTime + (target - from).magnitude / rate
    // Under a two-thousandth of the way, and as slow: the step to the end cannot be seen.
    case .spring(let motion): motion.restTime(within: 5e-4, slowerThan: 5e-3)
    }
  }

  /// Returns whether it has finished (true) or was cancelled (false) by a time, or nil while it goes on.
  public func outcome(at time: Double) -> Bool? {
    guard let target, time >= endTime else { return nil }
    return target == 1
  }

  /// Moves it to a progress, 0…1, and holds it there.
  public mutating func scrub(to progress: Double) {
    course = .held(progress: progress.isNaN ? 0 : min(max(progress, 0), 1))
  }

  /// Catches it where it is at a time and holds it there; returns its motion, so that nothing jumps.
  @discardableResult public mutating func grab(at time: Double) -> Moving {
    let state = state(at: time)
    course = .held(progress: state.value)
    return state
  }

  /// Lets it go to its end, finished or back at its beginning.
  ///
  /// `velocity` is the gesture's, in progress per second; without one a moving transition keeps its own. The
  /// linear manner takes no velocity.
  public mutating func release(
    finishing: Bool, velocity: Double? = nil, manner: Manner = .linear(), at time: Double
  ) {
    let state = state(at: time)
    let target = finishing ? 1.0 : 0.0
    switch manner {
    case .linear(let speed):
      let rate = (speed > 0 ? min(max(speed, 1e-9), 1e9) : 1) / duration
      course = .linear(from: state.value, toward: target, startTime: tamed(time), rate: rate)
    case .spring(let spring):
      let start = Moving(value: state.value, velocity: velocity ?? state.velocity)
      if case .spring(let motion) = course, velocity == nil {
        course = .spring(motion.retargeted(to: target, at: tamed(time), spring: spring))
      } else {
        course = .spring(RunningSpring(spring: spring, from: start, toward: target, startTime: tamed(time)))
      }
    }
  }

  /// Lets it go to the end that a flick would come to rest nearer to; returns whether that is the finish.
  ///
  /// `extent` is the points of dragging that make progress 1, `velocity` points per second toward it.
  @discardableResult public mutating func release(
    velocity: Double, extent: Double, rate: Decay.Rate = .fast, manner: Manner = .linear(), at time: Double
  ) -> Bool {
    let extent = extent.magnitude > 1e-6 ? tamed(extent) : 1e-6
    let end = Flick.projected(progress(at: time) * extent, velocity: velocity, rate: rate)
    let finishing = end / extent >= 0.5
    release(finishing: finishing, velocity: tamed(velocity) / extent, manner: manner, at: time)
    return finishing
  }

  /// Turns a released transition round to its other end, with the velocity it has.
  public mutating func reverse(at time: Double) {
    guard let target else { return }
    switch course {
    case .held: return
    case .linear(_, _, _, let rate):
      release(finishing: target == 0, manner: .linear(speed: rate * duration), at: time)
    case .spring(let motion):
      release(finishing: target == 0, manner: .spring(motion.spring), at: time)
    }
  }

  /// Returns the seconds that a linear release would take from a progress.
  public func remaining(from progress: Double, finishing: Bool, speed: Double = 1) -> Double {
    (finishing ? 1 - progress : progress) * duration / (speed > 0 ? speed : 1)
  }
}
