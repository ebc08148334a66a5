public import Geometry

/// A transition that a gesture drives: held, released, caught again, sent back, at any time.
///
/// It is a value without a clock. Progress runs from 0 to 1; every call hands in the time, and between calls the
/// progress at a time does not depend on which times were asked.
public struct InteractiveTransition: Hashable, Sendable {
  private enum Course: Hashable, Sendable {
    case held(Moving)
    case released(Animated<Double>)
  }

  private var course: Course

  /// Creates a transition at rest at its beginning or at its end.
  public init(isFinished: Bool = false) {
    course = .released(Animated(isFinished ? 1 : 0, tolerance: Self.tolerance))
  }

  /// A two-thousandth of the whole, in distance and speed: the step from there to the end cannot be seen.
  public static let tolerance = Animated<Double>.Tolerance(distance: 5e-4, speed: 5e-3)

  // MARK: State

  /// Whether a gesture holds it.
  public var isHeld: Bool {
    if case .held = course { return true }
    return false
  }

  /// The end it is at or going to, 0 or 1; nil while it is held.
  public var target: Double? {
    if case .released(let progress) = course { return progress.target }
    return nil
  }

  /// Returns progress and its change per second at a time in seconds; a spring may overshoot 0…1.
  public func state(at time: Double) -> Moving {
    switch course {
    case .held(let state): state
    case .released(let progress): progress.state(at: time)
    }
  }

  /// Returns the progress at a time in seconds; a spring may overshoot 0…1.
  public func progress(at time: Double) -> Double { state(at: time).value }

  /// The time from which on it rests at its end: −∞ when it does, infinity while it is held.
  public var restTime: Double {
    switch course {
    case .held: .infinity
    case .released(let progress): progress.restTime
    }
  }

  /// Returns whether it is at rest at its end (true) or its beginning (false) at a time in seconds, or nil while it
  /// moves.
  public func outcome(at time: Double) -> Bool? {
    guard let target, time >= restTime else { return nil }
    return target == 1
  }

  // MARK: Changes

  /// Holds it at a progress, which may lie beyond 0…1 when the gesture pulls it there.
  ///
  /// `velocity` is the gesture's, in progress per second; it is what a release goes on with.
  ///
  /// - Parameters:
  ///   - progress: The progress at the hand.
  ///   - velocity: The hand's velocity, in progress per second.
  public mutating func hold(at progress: Double, velocity: Double = 0) {
    course = .held(
      Moving(value: progress.isNaN ? 0 : tamed(progress), velocity: tamed(velocity)))
  }

  /// Lets it go to its end, finished or back at its beginning, with the velocity that it has.
  ///
  /// A push of its own, in progress per second, takes the place of the velocity. A timing function takes the
  /// progress that is left, from where it is; it carries no velocity.
  ///
  /// - Parameters:
  ///   - finishing: Whether it goes to 1; otherwise it goes back to 0.
  ///   - velocity: The velocity, in progress per second; nil keeps the present one.
  ///   - approach: The spring or the timing function.
  ///   - time: The time of the release, in seconds.
  ///   - tolerance: The distance and the speed below which it rests.
  public mutating func release(
    finishing: Bool, velocity: Double? = nil, by approach: Approach, at time: Double,
    tolerance: Animated<Double>.Tolerance = Self.tolerance
  ) {
    let target = finishing ? 1.0 : 0.0
    if case .released(var progress) = course, velocity == nil, progress.tolerance == tolerance {
      progress.go(to: target, by: approach, at: time)
      course = .released(progress)
      return
    }
    let state = state(at: time)
    if case .spring(let spring) = approach {
      course = .released(
        Animated(
          from: state.value, velocity: velocity ?? state.velocity, to: target, spring: spring, at: time,
          tolerance: tolerance))
    } else {
      var progress = Animated(state.value, tolerance: tolerance)
      progress.go(to: target, by: approach, at: time)
      course = .released(progress)
    }
  }

  /// Delays `restTime` to a time in seconds or later, so that related motions come to rest together.
  public mutating func rest(notBefore time: Double) {
    guard case .released(var progress) = course else { return }
    progress.rest(notBefore: time)
    course = .released(progress)
  }

  /// Returns whether a flick that lets go at a progress would come to rest nearer to the end than to the beginning.
  ///
  /// `extent` is the points of dragging that make progress 1, `velocity` points per second toward it.
  ///
  /// - Parameters:
  ///   - progress: The progress at the release, from 0 at the beginning to 1 at the end.
  ///   - velocity: The velocity toward the end, in points per second.
  ///   - extent: The points of dragging for a progress of 1.
  ///   - rate: The deceleration of the flick.
  public static func finishes(
    _ progress: Double, velocity: Double, extent: Double, rate: Decay.Rate = .normal
  ) -> Bool {
    let extent = extent.magnitude > 1e-6 ? tamed(extent) : 1e-6
    return Flick.projected(progress * extent, velocity: velocity, rate: rate) / extent >= 0.5
  }
}

/// The arithmetic between a gesture and the animation that takes over from it.
public enum Flick {
  /// Returns where a flick that lets go here would come to rest.
  ///
  /// - Parameters:
  ///   - position: The position at the release, in points.
  ///   - velocity: The velocity, in points per second.
  ///   - rate: The deceleration of the flick.
  public static func projected(_ position: Double, velocity: Double, rate: Decay.Rate = .normal) -> Double {
    tamed(position) + rate.projection(of: velocity)
  }

  /// Returns where a flick that lets go here would come to rest, with both axes independent.
  ///
  /// - Parameters:
  ///   - position: The position at the release, in points.
  ///   - velocity: The velocity, in points per second.
  ///   - rate: The deceleration of the flick.
  public static func projected(_ position: Point, velocity: Vector, rate: Decay.Rate = .normal) -> Point {
    Point(
      x: projected(position.x, velocity: velocity.dx, rate: rate),
      y: projected(position.y, velocity: velocity.dy, rate: rate))
  }
}
