import Motion

/// A spring that carries an offset, with the time from which on nobody can see it move.
struct ScrollSpring: Hashable, Sendable {
  let motion: RunningSpring
  let end: Double

  /// Distances and speeds that nobody sees, in points and points per second.
  private static let distance = 0.1
  private static let speed = 2.0
  private static let shortest = 0.1

  init(_ spring: Spring, from start: Moving, toward target: Double, at time: Double) {
    self.init(RunningSpring(spring: spring, from: start, toward: target, startTime: time))
  }

  private init(_ motion: RunningSpring) {
    self.motion = motion
    // What is near already comes to rest by and by, too, rather than at once.
    end = max(
      motion.restTime(within: Self.distance, slowerThan: Self.speed), motion.startTime + Self.shortest)
  }

  var target: Double { motion.target }

  func state(at time: Double) -> Moving {
    time < end ? motion.state(at: time) : Moving(value: motion.target)
  }

  func retargeted(to target: Double, at time: Double, spring: Spring) -> ScrollSpring {
    ScrollSpring(motion.retargeted(to: target, at: time, spring: spring))
  }
}
