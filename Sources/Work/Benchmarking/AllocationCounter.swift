import Glibc

/// Counts the heap allocations of the program's own code on the drawing thread, where `Benchmarks/AllocationCounter.c` is
/// preloaded.
public struct AllocationCounter: Sendable {
  private let begin: @convention(c) @Sendable () -> Void
  private let end: @convention(c) @Sendable () -> UInt64

  /// Finds the counter; nil where none is preloaded.
  public init?() {
    guard let begin = dlsym(nil, "allocation_counter_start"), let end = dlsym(nil, "allocation_counter_stop")
    else { return nil }
    self.begin = unsafeBitCast(begin, to: (@convention(c) @Sendable () -> Void).self)
    self.end = unsafeBitCast(end, to: (@convention(c) @Sendable () -> UInt64).self)
  }

  /// Begins to count what this thread allocates.
  public func start() { begin() }

  /// Ends counting and returns how many allocations there were.
  public func stop() -> Int { Int(end()) }
}
