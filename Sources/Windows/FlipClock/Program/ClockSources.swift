import Controls
import Glibc

/// The computer's clocks.
public enum ClockSources {
  /// Returns what the clocks say at a time of the frame loop, which `time` tells.
  public static func observe(_ time: () -> Double) -> ClockObservation {
    // Being put aside between two questions would look like a clock that was set; then it is asked again.
    for _ in 0..<3 {
      let before = time()
      let (wall, elapsed) = (now(CLOCK_REALTIME), now(CLOCK_BOOTTIME))
      let after = time()
      if after - before < 0.001 { return ClockObservation(time: before, wall: wall, elapsed: elapsed) }
    }
    return ClockObservation(time: time(), wall: now(CLOCK_REALTIME), elapsed: now(CLOCK_BOOTTIME))
  }

  /// Returns how many seconds local time is ahead of UTC at a second since 1970.
  public static func zoneOffset(at second: Int) -> Int {
    var seconds = time_t(second)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return 0 }
    return parts.tm_gmtoff
  }

  /// The current day where the computer is, in days since 1970.
  static var today: Int {
    let second = now(CLOCK_REALTIME).second
    return Int((Double(second + zoneOffset(at: second)) / 86400).rounded(.down))
  }

  static func now(_ clock: clockid_t) -> ClockInstant {
    var time = timespec()
    clock_gettime(clock, &time)
    return ClockInstant(second: time.tv_sec, fraction: Double(time.tv_nsec) / 1e9)
  }
}
