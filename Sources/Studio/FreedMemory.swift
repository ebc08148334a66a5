import AllocationCounter

/// What the program has freed and the C library keeps for what is allocated next.
package enum FreedMemory {
  /// Gives it back to the system, also where it lies between blocks that are in use: some milliseconds of work, on any thread.
  package static func giveBack() { allocation_return_freed() }
}
