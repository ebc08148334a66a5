import Glibc

/// A file without a name, which other programs of this user can open by its path; gone with its owner.
public struct ScratchFile: ~Copyable {
  /// The number under which the file is open in this process; it belongs to this value, which closes it.
  public let descriptor: Int32

  /// A path by which programs of this user find the file while this process has it open.
  public var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// Creates an empty file where TMPDIR says or in /tmp; throws what the system refused.
  public init() throws(AtomicFile.Failure) {
    let folder = Folder.temporary
    var name = Array("\(folder)/regalia-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    if descriptor < 0 { throw AtomicFile.Failure(path: folder, code: errno) }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// The beginning of what stands in the file, at most 64 KiB.
  public var text: String {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
