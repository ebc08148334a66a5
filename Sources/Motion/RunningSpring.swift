/// A spring in motion: where it was, how fast, since when, and where it is going.
///
/// It is a value. Asking it for a time changes nothing, so the answer has the same bits whatever frames came
/// before; interrupting it gives a new value that goes on from the same position with the same velocity.
public struct RunningSpring: Hashable, Sendable {
  public let spring: Spring

  /// The value at which the spring comes to rest.
  public let target: Double

  /// The time at which the motion began or was last interrupted.
  public let startTime: Double

  private let displacement: DoubleDouble
  private let velocity: DoubleDouble

  /// What the closed form needs of both, worked out once.
  private let weights: SpringSolution.Weights

  /// Starts a motion; numbers beyond 1e300 count as 1e300, what is not a number as zero.
  public init(spring: Spring, from start: Moving, toward target: Double, startTime: Double) {
    let target = tamed(target)
    self.init(
      spring: spring, target: target, startTime: startTime,
      displacement: DoubleDouble.sum(tamed(start.value), -target),
      velocity: DoubleDouble(tamed(start.velocity)))
  }

  private init(
    spring: Spring, target: Double, startTime: Double, displacement: DoubleDouble, velocity: DoubleDouble
  ) {
    self.spring = spring
    self.target = target
    self.startTime = startTime
    self.displacement = displacement
    self.velocity = velocity
    weights = spring.solution.weights(displacement: displacement, velocity: velocity)
  }

  /// Returns position and velocity at a time; before the start it is the start.
  public func state(at time: Double) -> Moving {
    let state = exactState(at: time)
    return Moving(
      value: Self.saturated(DoubleDouble(target) + state.displacement),
      velocity: Self.saturated(state.velocity))
  }

  /// Returns how far from the target the value is at a time, without rounding to the target's size.
  public func displacement(at time: Double) -> Double {
    Self.saturated(exactState(at: time).displacement)
  }

  /// Returns the motion that goes on from here toward another target, perhaps with another spring.
  public func retargeted(to newTarget: Double, at time: Double, spring newSpring: Spring? = nil)
    -> RunningSpring
  {
    let state = exactState(at: time)
    let newTarget = tamed(newTarget)
    return RunningSpring(
      spring: newSpring ?? spring, target: newTarget, startTime: time,
      displacement: DoubleDouble.sum(target, -newTarget) + state.displacement, velocity: state.velocity)
  }

  /// Returns the motion with `change` added to its velocity at a time, as a push does.
  public func pushed(by change: Double, at time: Double) -> RunningSpring {
    let state = exactState(at: time)
    return RunningSpring(
      spring: spring, target: target, startTime: time, displacement: state.displacement,
      velocity: state.velocity + tamed(change))
  }

  /// Returns the time from which on the value stays within `distance` of the target and slower than `speed`.
  ///
  /// Infinite for a spring that is not damped.
  public func restTime(within distance: Double, slowerThan speed: Double = .infinity) -> Double {
    let settled = spring.settlingTime(
      displacement: displacement.rounded, velocity: velocity.rounded, within: distance)
    guard speed.isFinite else { return startTime + settled }
    // The velocity obeys the same equation, beginning with the acceleration.
    let acceleration = -(spring.solution.stiffness * displacement + spring.solution.decay * velocity * 2)
    let slowed = spring.settlingTime(
      displacement: velocity.rounded, velocity: tamed(acceleration.rounded), within: speed)
    return startTime + max(settled, slowed)
  }

  private func exactState(at time: Double) -> (displacement: DoubleDouble, velocity: DoubleDouble) {
    guard time > startTime else { return (displacement, velocity) }
    guard time.isFinite, startTime.isFinite else { return (.zero, .zero) }
    return spring.solution.advancing(weights, by: DoubleDouble.sum(time, -startTime))
  }

  private static func saturated(_ number: DoubleDouble) -> Double {
    let rounded = number.rounded
    guard rounded.isFinite else { return number.high > 0 ? 1e300 : number.high < 0 ? -1e300 : 0 }
    return rounded
  }
}

/// Returns the number within ±1e300, zero when it is none.
func tamed(_ number: Double) -> Double {
  number.isNaN ? 0 : min(max(number, -1e300), 1e300)
}
