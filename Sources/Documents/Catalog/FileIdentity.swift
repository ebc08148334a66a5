import Glibc

/// Which file of the system a path led to; deleted and replaced files are told apart by it.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let number: UInt64

  /// Looks where `path` leads now, or returns nil where there is nothing.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }
}
