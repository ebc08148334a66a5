/// A signal that stops work on other threads, such as polling or decoding. It is given once and stays given.
public final class StopSignal: Sendable {
  private let state = ConditionLock(false)

  /// Creates a signal that has not been given.
  public init() {}

  /// Whether the signal has been given.
  public var isStopped: Bool { state.withLock { $0 } }

  /// Gives the signal: all current and later waits end at once.
  public func stop() {
    state.withLock { $0 = true }
    state.broadcast()
  }

  /// Waits up to `seconds`, and returns whether to continue: false after the signal was given.
  public func wait(_ seconds: Double) -> Bool {
    state.withLock(when: { $0 }, until: ConditionDeadline(secondsFromNow: seconds)) { !$0 }
  }
}
