import Glibc

/// A lock with a condition to wait for.
public final class ConditionLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Creates a lock that nobody holds; its waits follow the monotonic clock.
  public init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Setting the computer's clock ends no wait.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Calls `body` while no other thread is in it.
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Gives the lock up until somebody broadcasts; called within `withLock`, in a loop that looks whether to go on.
  public func wait() { pthread_cond_wait(condition, mutex) }

  /// Waits like `wait()`, at most until the monotonic clock has reached `deadline`; returns whether there is time left.
  public func wait(until deadline: Deadline) -> Bool {
    var time = deadline.time
    return pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
  }

  /// Wakes everybody who waits.
  public func broadcast() { pthread_cond_broadcast(condition) }

  /// A time of the monotonic clock.
  public struct Deadline: Sendable {
    fileprivate let time: timespec

    /// Creates the time that comes in so many seconds.
    public init(secondsFromNow seconds: Double) {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let nanoseconds = Double(now.tv_nsec) + min(max(seconds, 0), 1e9) * 1e9
      let whole = (nanoseconds / 1e9).rounded(.down)
      time = timespec(tv_sec: now.tv_sec + Int(whole), tv_nsec: Int(nanoseconds - whole * 1e9))
    }
  }
}
