/// The signal by which something ends that looks again and again.
public final class StopSignal: Sendable {
  private let isStopped = ConditionLock(false)

  /// Creates a signal that has not been given.
  public init() {}

  /// Ends every wait, those under way and those to come.
  public func stop() {
    isStopped.withLock { $0 = true }
    isStopped.broadcast()
  }

  /// Waits so many seconds, and returns whether to go on.
  public func wait(_ seconds: Double) -> Bool {
    isStopped.withLock(when: { $0 }, until: ConditionDeadline(secondsFromNow: seconds)) { !$0 }
  }
}
