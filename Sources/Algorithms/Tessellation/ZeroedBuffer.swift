import Glibc

/// Numbers that are all zero whenever the buffer grows, so that nothing of it has to be copied.
///
/// The memory of a large one is asked of the kernel, which clears what is touched of it and nothing else.
struct ZeroedBuffer<Element: BitwiseCopyable & AdditiveArithmetic>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count: Int

  /// Creates a buffer of so many zeros.
  init(count: Int = 1) {
    base = ZeroedBuffer.zeros(max(count, 1))
    self.count = max(count, 1)
  }

  deinit { free(base) }

  /// Makes the buffer at least `newCount` long; all of it has to be zero, and is.
  mutating func grow(to newCount: Int) {
    if newCount <= count { return }
    free(base)
    base = ZeroedBuffer.zeros(newCount)
    count = newCount
  }

  private static func zeros(_ count: Int) -> UnsafeMutablePointer<Element> {
    guard let memory = calloc(count, MemoryLayout<Element>.stride) else {
      // As Swift's own containers do; there is nothing to go on with.
      preconditionFailure("out of memory")
    }
    return memory.bindMemory(to: Element.self, capacity: count)
  }
}

/// A buffer owns its memory alone.
extension ZeroedBuffer: @unchecked Sendable where Element: Sendable {}
