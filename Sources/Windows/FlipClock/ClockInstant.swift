/// A place on a line of time: whole seconds and a fraction, so that a tick far from the origin is still exact.
public struct ClockInstant: Hashable, Sendable {
  /// The whole seconds, rounded down.
  public var second: Int

  /// From 0 up to but not including 1.
  public var fraction: Double

  /// Creates an instant; what the fraction has beyond a second is carried.
  public init(second: Int, fraction: Double = 0) {
    let whole = fraction.rounded(.down)
    let rest = fraction - whole
    guard fraction.isFinite, whole.magnitude < 1e15 else {
      (self.second, self.fraction) = (second, 0)
      return
    }
    // A tiny negative fraction rounds up to a whole second.
    (self.second, self.fraction) =
      rest < 1 ? (second + Int(whole), rest) : (second + Int(whole) + 1, 0)
  }

  /// The origin of the line.
  public static let zero = ClockInstant(second: 0)

  /// Returns the instant so many seconds later.
  public func advanced(by seconds: Double) -> ClockInstant {
    let whole = seconds.rounded(.down)
    guard seconds.isFinite, whole.magnitude < 1e15 else { return self }
    return ClockInstant(second: second + Int(whole), fraction: fraction + (seconds - whole))
  }

  /// Returns how many seconds have passed since another instant.
  public func seconds(since other: ClockInstant) -> Double {
    Double(second - other.second) + (fraction - other.fraction)
  }
}

/// What the clocks of the computer say at one time of the frame loop.
public struct ClockObservation: Hashable, Sendable {
  /// The time of the loop, in seconds.
  public var time: Double

  /// The time of day: seconds since 1970 in UTC, which may be set forward and back.
  public var wall: ClockInstant

  /// Seconds that never go back and go on while the computer sleeps.
  public var elapsed: ClockInstant

  /// Creates an observation of both clocks at one time of the loop.
  public init(time: Double, wall: ClockInstant, elapsed: ClockInstant) {
    self.time = time
    self.wall = wall
    self.elapsed = elapsed
  }
}
