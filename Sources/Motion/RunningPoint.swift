public import Geometry

/// A point pulled by springs along both axes at once.
public struct RunningPoint: Hashable, Sendable {
  public let x: RunningSpring
  public let y: RunningSpring

  public init(
    spring: Spring, from start: Point, velocity: Vector = .zero, toward target: Point, startTime: Double
  ) {
    x = RunningSpring(
      spring: spring, from: Moving(value: start.x, velocity: velocity.dx), toward: target.x,
      startTime: startTime)
    y = RunningSpring(
      spring: spring, from: Moving(value: start.y, velocity: velocity.dy), toward: target.y,
      startTime: startTime)
  }

  private init(x: RunningSpring, y: RunningSpring) {
    self.x = x
    self.y = y
  }

  /// The point at which it comes to rest.
  public var target: Point { Point(x.target, y.target) }

  public func position(at time: Double) -> Point { Point(x.state(at: time).value, y.state(at: time).value) }

  /// Returns the velocity in points per second.
  public func velocity(at time: Double) -> Vector {
    Vector(x.state(at: time).velocity, y.state(at: time).velocity)
  }

  /// Returns the motion that goes on from here toward another target, perhaps with another spring.
  public func retargeted(to target: Point, at time: Double, spring: Spring? = nil) -> RunningPoint {
    RunningPoint(
      x: x.retargeted(to: target.x, at: time, spring: spring),
      y: y.retargeted(to: target.y, at: time, spring: spring))
  }

  /// Returns the time from which on it stays within `distance` of its target and slower than `speed`, along
  /// either axis.
  public func restTime(within distance: Double, slowerThan speed: Double = .infinity) -> Double {
    max(
      x.restTime(within: distance, slowerThan: speed), y.restTime(within: distance, slowerThan: speed))
  }
}
