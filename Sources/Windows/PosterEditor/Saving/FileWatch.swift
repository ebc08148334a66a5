import Workers
import Glibc

/// Looks at a file twice a second and tells when it is another one or has another content.
final class FileWatch: Sendable {
  private let signal = StopSignal()

  /// `report` is called on a thread of its own.
  init(_ path: String, every seconds: Double = 0.5, report: @escaping @Sendable () -> Void) {
    let signal = signal
    Worker(name: "file").run {
      var last = Stamp(path)
      while signal.wait(seconds) {
        let stamp = Stamp(path)
        if stamp != last { report() }
        last = stamp
      }
    }
  }

  deinit { signal.stop() }

  private struct Stamp: Equatable {
    var inode: UInt = 0
    var size = 0
    var seconds = 0
    var nanoseconds = 0

    init(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return }
      inode = UInt(status.st_ino)
      size = Int(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }
}
