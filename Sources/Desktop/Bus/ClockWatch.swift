import Workers
import CGIO
import Glibc

/// Reports when the computer's clock was set or the computer woke up, which a sleeping loop would not notice.
package enum ClockWatch {
  /// Starts to watch on its own thread until the program ends.
  package static func start(onChange: @escaping @Sendable () -> Void) {
    let file = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC))
    guard file >= 0 else { return }
    Worker(name: "clock changes").run {
      var times = itimerspec()
      // Years away: only setting the clock is meant to wake the timer.
      clock_gettime(CLOCK_REALTIME, &times.it_value)
      times.it_value.tv_sec += 315_360_000
      let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
      var count: UInt64 = 0
      while timerfd_settime(file, flags, &times, nil) == 0 {
        let result = read(file, &count, 8)
        if result < 0 && errno != ECANCELED && errno != EINTR { return }
        if result >= 0 { return }
        onChange()
      }
    }
  }
}
