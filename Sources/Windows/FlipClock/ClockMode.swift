/// What a clock counts.
public enum ClockMode: Hashable, Sendable {
  /// The time of day, where the clock hangs.
  case timeOfDay
  /// Down from so many seconds to nothing.
  case countdown(seconds: Int)
  /// Up from nothing.
  case stopwatch
  /// A number that somebody else sets.
  case score
}
