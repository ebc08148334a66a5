/// A spring from 0 to 1 used as a timing function; progress 1 is the time at which it has settled.
public struct SpringTiming: Hashable, Sendable {
  public let spring: Spring

  /// The initial velocity in distances per second, positive toward the target.
  public let initialVelocity: Double

  /// The seconds until the value stays within 0.001 of 1; infinite when nothing damps the spring.
  public let settling: Double

  public init(_ spring: Spring, initialVelocity: Double = 0) {
    self.spring = spring
    self.initialVelocity = tamed(initialVelocity)
    settling = spring.settlingTime(from: Moving(value: 0, velocity: self.initialVelocity))
  }

  /// What Core Animation calls the settling duration.
  public var settlingDuration: Double { spring.settlingDuration(velocity: initialVelocity) }

  /// Returns value and velocity after `seconds`.
  public func state(at seconds: Double) -> Moving {
    spring.advancing(Moving(value: 0, velocity: initialVelocity), toward: 1, by: seconds)
  }

  /// The seconds that progress 1 stands for.
  var scale: Double { settling.isFinite ? settling : 1 }
}
