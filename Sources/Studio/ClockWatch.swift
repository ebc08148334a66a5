import CGIO
import Glibc

/// Tells when the computer's clock was set or the computer woke up, which no sleeping loop would notice.
enum ClockWatch {
  private final class Listener: Sendable {
    let file: Int32
    let onChange: @Sendable () -> Void

    init(file: Int32, onChange: @escaping @Sendable () -> Void) {
      self.file = file
      self.onChange = onChange
    }
  }

  /// Starts to listen on a thread of its own, for as long as the program runs.
  static func start(onChange: @escaping @Sendable () -> Void) {
    let file = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC))
    guard file >= 0 else { return }
    BackgroundThread.start(Listener(file: file, onChange: onChange)) { listener in
      var times = itimerspec()
      // Years away: it is the setting of the clock that is waited for.
      times.it_value.tv_sec = ClockSources.now(CLOCK_REALTIME).second + 315_360_000
      let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
      var count: UInt64 = 0
      while timerfd_settime(listener.file, flags, &times, nil) == 0 {
        let result = read(listener.file, &count, 8)
        if result < 0 && errno != ECANCELED && errno != EINTR { return }
        if result >= 0 { return }
        listener.onChange()
      }
    }
  }
}

/// A thread beside the one that draws.
enum BackgroundThread {
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Runs `body` with a value on a new thread; returns whether there could be one.
  @discardableResult
  static func start<Value: Sendable>(_ value: Value, _ body: @escaping @Sendable (Value) -> Void) -> Bool {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work { body(value) })
    let failed = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard failed == 0 else {
      work.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
