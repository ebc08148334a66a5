import Glibc

/// A value that threads share, a lock around it, and a condition to wait for.
public final class ConditionLock<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  /// Creates a lock that nobody holds; its waits follow the monotonic clock.
  public init(_ initial: Value) {
    value.initialize(to: initial)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Setting the computer's clock ends no wait.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(change, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(mutex)
    value.deinitialize(count: 1)
    value.deallocate()
    change.deallocate()
    mutex.deallocate()
  }

  /// Calls `body` while no other thread is in it.
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }

  /// Waits until a condition holds, and then calls a function while no other thread is in it.
  ///
  /// - Parameters:
  ///   - condition: Evaluated first of all, and again after each `broadcast()`.
  ///   - deadline: The end of the wait, after which the function is called even if the condition does not hold; nil
  ///     waits without a limit.
  ///   - body: The function.
  public func withLock<Result>(
    when condition: (Value) -> Bool, until deadline: ConditionDeadline? = nil,
    _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !condition(value.pointee), wait(until: deadline) {}
    return try body(&value.pointee)
  }

  /// Waits until a condition holds.
  public func wait(until condition: (Value) -> Bool) { withLock(when: condition) { _ in } }

  /// Waits for a broadcast; returns whether there is time left.
  private func wait(until deadline: ConditionDeadline?) -> Bool {
    guard var time = deadline?.time else { return pthread_cond_wait(change, mutex) == 0 }
    return pthread_cond_timedwait(change, mutex, &time) != ETIMEDOUT
  }

  /// Has everybody who waits look at his condition again.
  public func broadcast() { pthread_cond_broadcast(change) }
}

/// A time of the monotonic clock at which a wait ends.
public struct ConditionDeadline: Sendable {
  fileprivate let time: timespec

  /// Creates the time after a number of seconds, held to 0…1e9.
  public init(secondsFromNow seconds: Double) {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let nanoseconds = Double(now.tv_nsec) + min(max(seconds, 0), 1e9) * 1e9
    let whole = (nanoseconds / 1e9).rounded(.down)
    time = timespec(tv_sec: now.tv_sec + Int(whole), tv_nsec: Int(nanoseconds - whole * 1e9))
  }
}
