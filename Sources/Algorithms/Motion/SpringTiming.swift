/// A spring from 0 to 1 used as a timing function.
public struct SpringTiming: Hashable, Sendable {
  /// The spring that pulls from 0 to 1.
  public let spring: Spring

  /// The initial velocity in distances per second, positive toward the target.
  public let initialVelocity: Double

  /// The seconds until the value stays within 0.001 of 1; infinite when nothing damps the spring.
  public let settling: Double

  /// The seconds that progress 1 stands for: from then on the value stays within 1/4000 of 1, a quarter of a
  /// point in a thousand. A spring that nothing damps is given one swing.
  public let duration: Double

  /// Creates a timing from a spring and how fast it leaves, in distances per second.
  public init(_ spring: Spring, initialVelocity: Double = 0) {
    self.spring = spring
    self.initialVelocity = tamed(initialVelocity)
    let start = Moving(value: 0, velocity: self.initialVelocity)
    settling = spring.settlingTime(from: start)
    let end = spring.settlingTime(from: start, within: 1.0 / 4000)
    duration = end.isFinite && end > 0 ? end : spring.response
  }

  /// The settling duration, as Core Animation defines it.
  public var settlingDuration: Double { spring.settlingDuration(velocity: initialVelocity) }

  /// Returns value and velocity after `seconds`.
  public func state(at seconds: Double) -> Moving {
    spring.advancing(Moving(value: 0, velocity: initialVelocity), toward: 1, by: seconds)
  }

  /// Returns value and slope at a progress; the end is the target itself.
  func state(atProgress progress: Double) -> Moving {
    guard progress < 1 else { return Moving(value: 1) }
    let state = state(at: progress * duration)
    return Moving(value: state.value, velocity: state.velocity * duration)
  }
}
