import Glibc

/// The memory that the program has freed and the C library keeps for what is allocated next.
enum FreedMemory {
  /// Gives it back to the system, where the C library can: some milliseconds of work, for when nothing happens.
  static func giveBack() {
    guard let trim = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
  }
}
