import AllocationCounter

/// What the program has freed and the C library keeps for what is allocated next.
package enum FreedMemory {
  /// Gives it back to the system, also where it lies between blocks that are in use: some milliseconds of work, on any thread.
  package static func giveBack() { allocation_return_freed() }

  /// Has blocks of 32 KiB and more take only the memory that is used of them, or not any longer: then what one frame frees is
  /// at hand for the next one.
  static func keepBlocksApart(_ isOn: Bool) { allocation_keep_apart(isOn) }
}

/// Tells when memory has grown while somebody is at work, so that what was freed is given back.
struct MemoryWatch {
  /// Returns the bytes that the process has.
  private let resident: () -> Int

  /// The least memory that the process had since something was given back, in bytes.
  private var least = 0
  private var lookedAt = -Double.infinity

  init(resident: @escaping () -> Int = { allocation_resident_bytes() }) { self.resident = resident }

  /// The growth that is worth some milliseconds, in bytes, and the seconds after which it is looked again.
  private static let (growth, period) = (12 << 20, 0.5)

  /// Returns whether so much more memory is taken than once that what was freed should be given back; a look takes some
  /// microseconds.
  mutating func hasGrown(at time: Double) -> Bool {
    guard time >= lookedAt + Self.period else { return false }
    lookedAt = time
    let now = resident()
    if least == 0 || now < least { least = now }
    return now > least + Self.growth
  }

  /// Takes note that it was.
  mutating func gaveBack() { least = resident() }
}
