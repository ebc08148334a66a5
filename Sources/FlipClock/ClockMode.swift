/// What a clock counts.
public enum ClockMode: Hashable, Sendable {
  case timeOfDay
  /// Down from so many seconds to nothing.
  case countdown(seconds: Int)
  case stopwatch
  /// A number that somebody else sets.
  case score
}
