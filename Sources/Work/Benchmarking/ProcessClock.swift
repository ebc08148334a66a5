import Glibc
import Files

/// The clocks that a benchmark reads, in milliseconds.
package enum ProcessClock {
  /// Time that goes on steadily.
  package static var wall: Double { read(CLOCK_MONOTONIC) }
  /// Processor time of the calling thread.
  package static var thread: Double { read(CLOCK_THREAD_CPUTIME_ID) }
  /// Processor time of all threads of the process.
  package static var process: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

/// How busy the machine was up to a moment.
package struct MachineLoad {
  /// The average number of runnable threads over the last minute.
  package let average: Double?
  /// Milliseconds of processor time that all programs together have used, and that there was.
  private let used: Double?
  private let total: Double?
  private let own = ProcessClock.process

  package init() {
    average = Self.text("/proc/loadavg").split(separator: " ").first.flatMap { Double($0) }
    // user, nice, system, idle, waiting for disks, …, in hundredths of a second.
    let fields = Self.text("/proc/stat").split(separator: "\n").first?.split(separator: " ").dropFirst()
    let ticks = (fields ?? []).compactMap { Double($0) }.prefix(8)
    guard ticks.count == 8 else {
      (used, total) = (nil, nil)
      return
    }
    let idle = ticks[3] + ticks[4]
    let milliseconds = 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    total = ticks.reduce(0, +) * milliseconds
    used = (ticks.reduce(0, +) - idle) * milliseconds
  }

  /// Returns the share of all processor time since an earlier moment that other programs used.
  package func foreignShare(since earlier: MachineLoad) -> Double? {
    guard let used, let total, let usedThen = earlier.used, let totalThen = earlier.total,
      total - totalThen > 100
    else { return nil }
    let others = (used - usedThen) - (own - earlier.own)
    return min(max(others / (total - totalThen), 0), 1)
  }

  private static func text(_ path: String) -> String { SmallFile(path: path).text ?? "" }
}

/// A fixed piece of arithmetic: how long it takes says how fast the processor is just now.
package enum Calibration {
  /// Returns the milliseconds of processor time that one pass took; nothing is allocated.
  package static func pass() -> Double {
    let start = ProcessClock.thread
    var (state, sum) = (UInt64(0x2545_f491_4f6c_dd1d), 0.0)
    for _ in 0..<200_000 {
      state ^= state &<< 13
      state ^= state &>> 7
      state ^= state &<< 17
      sum += Double(state >> 11) * 0x1p-53
    }
    let end = ProcessClock.thread
    // Never so; the loop must not be thought useless.
    return sum < 0 ? sum : end - start
  }
}
