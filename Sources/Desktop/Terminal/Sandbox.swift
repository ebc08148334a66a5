import CSandbox
import Files
import Glibc

/// Drops rights of a process before it reads untrusted files.
package enum Sandbox {
  /// Restricts the process to computing with this many bytes of memory, and to reading and writing the descriptors below
  /// `files`.
  ///
  /// The process must load its libraries first. The resource limits also hold on kernels without seccomp.
  package static func enter(memory bytes: Int, files: Int) {
    regalia_close_from(UInt32(files))
    regalia_give_up_rights()
    let pages =
      (try? FileBytes.read("/proc/self/statm", atMost: 4096))
      .map { String(decoding: $0, as: UTF8.self).split(separator: " ").compactMap { Int($0) } } ?? []
    if pages.count > 1 {
      // Most mapped memory belongs to libraries and is never touched.
      let page = Int(getpagesize())
      let most = UInt64(max(pages[0] * page + bytes - pages[1] * page, 0))
      _ = regalia_limit(0, regalia_limit_memory, most, most)
    }
    for kind in [regalia_limit_files, regalia_limit_file_size, regalia_limit_core] {
      _ = regalia_limit(0, kind, 0, 0)
    }
    _ = regalia_filter_calls()
  }

  /// Limits the processor time of a child to `seconds` more; after that, the kernel kills it.
  package static func limitTime(of process: pid_t, to seconds: Int) {
    guard let used = processorTime(of: process) else { return }
    _ = regalia_limit(process, regalia_limit_time, UInt64(max(used, 0)) + UInt64(seconds + 1), .max)
  }

  /// Returns the processor time that a child has used, in seconds; nil if it has ended.
  package static func processorTime(of process: pid_t) -> Double? {
    var clock = clockid_t()
    var used = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &used) == 0 else { return nil }
    return Double(used.tv_sec) + Double(used.tv_nsec) / 1e9
  }

  /// Creates a memory file that child programs do not inherit; returns its descriptor, or a negative number on failure.
  package static func memoryFile() -> Int32 { regalia_memory_file() }
}
