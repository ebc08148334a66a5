public import Geometry

/// The arithmetic between a gesture and the animation that takes over from it.
public enum Flick {
  /// Returns a velocity in distances to the target per second, as UIKit's springs want it; 0 when the distance
  /// is about 0.
  public static func relativeVelocity(_ velocity: Double, from current: Double, to target: Double) -> Double {
    let distance = tamed(target) - tamed(current)
    guard distance.magnitude > 1e-6 else { return 0 }
    return tamed(velocity) / distance
  }

  /// Returns a velocity in distances to the target per second, for each axis.
  public static func relativeVelocity(_ velocity: Vector, from current: Point, to target: Point) -> Vector {
    Vector(
      dx: relativeVelocity(velocity.dx, from: current.x, to: target.x),
      dy: relativeVelocity(velocity.dy, from: current.y, to: target.y))
  }

  /// Returns where a flick that lets go here would come to rest.
  public static func projected(_ position: Double, velocity: Double, rate: Decay.Rate = .normal) -> Double {
    tamed(position) + rate.projection(of: velocity)
  }

  public static func projected(_ position: Point, velocity: Vector, rate: Decay.Rate = .normal) -> Point {
    Point(
      x: projected(position.x, velocity: velocity.dx, rate: rate),
      y: projected(position.y, velocity: velocity.dy, rate: rate))
  }

  /// Returns which of the stops is nearest to where a flick would come to rest, or nil without stops.
  public static func nearestStop(
    to position: Double, velocity: Double, among stops: [Double], rate: Decay.Rate = .normal
  ) -> Double? {
    let end = projected(position, velocity: velocity, rate: rate)
    return stops.min { ($0 - end).magnitude < ($1 - end).magnitude }
  }
}
