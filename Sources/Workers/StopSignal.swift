/// The signal by which something ends that looks again and again.
public final class StopSignal: @unchecked Sendable {
  private let monitor = ConditionLock()
  /// Guarded by the monitor.
  private var isStopped = false

  /// Creates a signal that has not been given.
  public init() {}

  /// Ends every wait, those under way and those to come.
  public func stop() {
    monitor.withLock {
      isStopped = true
      monitor.broadcast()
    }
  }

  /// Waits so many seconds, and returns whether to go on.
  public func wait(_ seconds: Double) -> Bool {
    let end = ConditionLock.Deadline(secondsFromNow: seconds)
    return monitor.withLock {
      while !isStopped, monitor.wait(until: end) {}
      return !isStopped
    }
  }
}
