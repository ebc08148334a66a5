public import Geometry

/// The arithmetic between a gesture and the animation that takes over from it.
public enum Flick {
  /// Returns where a flick that lets go here would come to rest.
  public static func projected(_ position: Double, velocity: Double, rate: Decay.Rate = .normal) -> Double {
    tamed(position) + rate.projection(of: velocity)
  }

  /// Returns where a flick that lets go here would come to rest, along each axis by itself.
  public static func projected(_ position: Point, velocity: Vector, rate: Decay.Rate = .normal) -> Point {
    Point(
      x: projected(position.x, velocity: velocity.dx, rate: rate),
      y: projected(position.y, velocity: velocity.dy, rate: rate))
  }
}
