#if canImport(Glibc)
  import Glibc
#endif

/// A motion that only friction slows: each millisecond leaves a part of the velocity.
public struct Decay: Hashable, Sendable {
  /// The share of the velocity that a millisecond leaves.
  public struct Rate: Hashable, Sendable {
    /// The share of the velocity that is left after a millisecond, between 0 and 1.
    public let perMillisecond: Double

    /// Creates a rate from the share of its velocity that a motion keeps each millisecond.
    ///
    /// The share is clamped to 1e-9…1 − 1e-9; NaN counts as 0.998.
    public init(perMillisecond share: Double) {
      perMillisecond = share.isNaN ? 0.998 : min(max(share, 1e-9), 1 - 1e-9)
    }

    /// The deceleration of pages and lists.
    public static let normal = Rate(perMillisecond: 0.998)

    /// A stronger deceleration.
    public static let fast = Rate(perMillisecond: 0.99)

    /// Returns the distance of a flick in points: `(v/1000)·r/(1 − r)`, with v in points per second.
    public func projection(of velocity: Double) -> Double {
      tamed(velocity) / 1000 * perMillisecond / (1 - perMillisecond)
    }

    /// The decay per second, `1000·ln r`, negative.
    var exponent: Double { 1000 * log(perMillisecond) }
  }

  /// The position and the velocity at the start.
  public let start: Moving
  /// How much of the velocity a millisecond leaves.
  public let rate: Rate
  /// When the motion starts, in seconds.
  public let startTime: Double

  /// Creates a motion without a target.
  ///
  /// - Parameters:
  ///   - start: The position in points and the velocity in points per second.
  ///   - rate: How fast it slows down.
  ///   - startTime: The time of the start, in seconds.
  public init(from start: Moving, rate: Rate = .normal, startTime: Double = 0) {
    self.start = Moving(value: tamed(start.value), velocity: tamed(start.velocity))
    self.rate = rate
    self.startTime = tamed(startTime)
  }

  /// Returns position and velocity at a time in seconds; before the start it is the start.
  public func state(at time: Double) -> Moving {
    let exponent = rate.exponent * max(time.isNaN ? 0 : time - startTime, 0)
    return Moving(
      value: start.value + start.velocity * (expm1(exponent) / rate.exponent),
      velocity: start.velocity * exp(exponent))
  }

  /// Where it comes to rest in the end.
  public var end: Double { start.value - start.velocity / rate.exponent }

  /// Returns the time in seconds at which it passes `value`, or nil when it never does.
  public func time(reaching value: Double) -> Double? {
    let share = (tamed(value) - start.value) * rate.exponent / start.velocity
    guard share <= 0, share > -1 else { return value == start.value ? startTime : nil }
    return startTime + log1p(share) / rate.exponent
  }

  /// Returns the time from which on it is slower than a speed.
  ///
  /// - Parameter speed: The speed, in the unit of the value per second.
  public func restTime(slowerThan speed: Double = 0.5) -> Double {
    guard speed > 0 else { return start.velocity == 0 ? startTime : .infinity }
    guard start.velocity.magnitude > speed else { return startTime }
    return startTime + log(speed / start.velocity.magnitude) / rate.exponent
  }
}
