import AllocationCounter
import Foundation
import Testing

private final class Thing {
  var number = 0
}

@Suite(.enabled(if: allocation_counter_prepare(), "allocations cannot be counted on this processor"))
struct AllocationCounterTests {
  /// Keeps the optimiser from doing away with what is made.
  @inline(never) private func keep(_ things: [AnyObject]) -> Int { things.count }

  private func count(_ body: () -> Void) -> UInt64 {
    allocation_counter_start()
    body()
    return allocation_counter_stop()
  }

  @Test func `each object that is made counts, and nothing counts where nothing is made`() {
    var things: [AnyObject] = []
    things.reserveCapacity(200)

    var sum = 0
    let none = count { sum &+= things.count }
    let some = count { for _ in 0..<100 { things.append(Thing()) } }

    #expect(none == 0 && sum == 0)
    #expect(some == 100)
    #expect(keep(things) == 100)
  }

  /// By itself glibc would take the second block from the heap, as one of a size that was freed before.
  @Test func `a large block does not stay in the heap after one of its size was freed`() {
    allocation_configure()
    free(malloc(30 << 20))
    let before = allocation_heap_bytes()

    let block = malloc(20 << 20)
    defer { free(block) }

    #expect(allocation_heap_bytes() < before + (10 << 20))
  }

  @Test func `memory that is touched is resident, and none that was given back`() throws {
    func isSeen() throws -> Bool {
      let before = allocation_resident_bytes()
      let block = try #require(
        mmap(nil, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
      memset(block, 1, 64 << 20)
      let most = allocation_resident_bytes()
      munmap(block, 64 << 20)
      return most > before + (40 << 20) && allocation_resident_bytes() < most - (40 << 20)
    }

    // Other tests may take and free as much in the same moment, but hardly again and again.
    #expect(try (0..<10).contains { _ in try isSeen() })
  }

  @Test func `what other threads make does not count`() {
    let counted = count {
      let thread = Thread { for _ in 0..<1000 { _ = Thing() } }
      thread.start()
      while !thread.isFinished { usleep(1000) }
    }

    #expect(counted < 500)
  }

  @Test func `a count begins at nothing, and the next is not disturbed by the last`() {
    var things: [AnyObject] = []
    things.reserveCapacity(8)

    let counts = (0..<3).map { _ in count { things.append(Thing()) } }

    #expect(counts == [1, 1, 1])
    #expect(keep(things) == 3)
  }
}
