/// Maps the time of the frame loop to one of the computer's clocks.
struct ClockLine {
  private(set) var time: Double
  private(set) var instant: ClockInstant

  /// Differences below this, in seconds, come from asking the two clocks one after the other.
  static let noise = 0.002

  /// Differences above this mean that somebody set the clock or the computer slept.
  static let leap = 0.25

  /// Takes an observation; returns how far the clock has leapt, or nil when it went on as before.
  mutating func follow(_ instant: ClockInstant, at time: Double) -> Double? {
    let drift = instant.seconds(since: self.instant(at: time))
    guard drift.magnitude > Self.noise else { return nil }
    (self.time, self.instant) = (time, instant)
    return drift.magnitude > Self.leap ? drift : nil
  }

  func instant(at time: Double) -> ClockInstant { instant.advanced(by: time - self.time) }
}
