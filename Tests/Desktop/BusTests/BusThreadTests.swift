import Glibc
import Synchronization
import Testing

@testable import Bus

@Suite struct BusThreadTests {
  private final class Count: Sendable {
    let done = Mutex(0)
  }

  /// The thread ends as soon as it hears of it, while the owner may still be telling it.
  @Test(.timeLimit(.minutes(1)))
  func `a thread that ends at once leaves nobody waiting, and does what it was asked for before`() {
    let count = Count()
    for round in 1...400 {
      let thread = BusThread(name: "test")
      thread.run { count.done.withLock { $0 += 1 } }
      // It waits for what comes next then.
      while count.done.withLock({ $0 }) < round { sched_yield() }
    }
    #expect(count.done.withLock { $0 } == 400)
  }
}
