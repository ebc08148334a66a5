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

/// The clocks of the computer as the time of the frame loop goes on, and how far local time is ahead.
final class ComputerClocks {
  /// The time of day, in UTC.
  private(set) var wall: ClockLine
  /// The clock that is never set.
  private(set) var elapsed: ClockLine

  /// Returns, for a second since 1970 in UTC, how many seconds local time is ahead.
  let zoneOffset: (Int) -> Int
  private let observe: () -> ClockObservation

  init(observe: @escaping () -> ClockObservation, zoneOffset: @escaping (Int) -> Int) {
    (self.observe, self.zoneOffset) = (observe, zoneOffset)
    let first = observe()
    wall = ClockLine(time: first.time, instant: first.wall)
    elapsed = ClockLine(time: first.time, instant: first.elapsed)
  }

  /// Reads both clocks; returns which of them were set, or have gone on while the computer slept.
  func synchronize() -> (wallHasLeapt: Bool, elapsedHasLeapt: Bool) {
    let now = observe()
    let wallLeap = wall.follow(now.wall, at: now.time)
    let elapsedLeap = elapsed.follow(now.elapsed, at: now.time)
    return (wallLeap != nil, elapsedLeap != nil)
  }
}
