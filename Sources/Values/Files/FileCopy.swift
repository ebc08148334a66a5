import Glibc

/// Copies the bytes of files.
public enum FileCopy {
  /// Copies a regular file to a place where nothing stands, for this user alone; what was copied of a file that cannot be
  /// copied whole is removed.
  ///
  /// - Throws: what the system refused, about the file that it is about.
  public static func make(of source: String, at copy: String) throws(AtomicFile.Failure) {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw AtomicFile.Failure(path: source, code: errno) }
    defer { close(input) }
    let output = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard output >= 0 else { throw AtomicFile.Failure(path: copy, code: errno) }
    defer { close(output) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = read(input, buffer.baseAddress, buffer.count)
      if count == 0 { return }
      if count < 0, errno == EINTR { continue }
      guard count > 0, AtomicFile.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: output) else {
        let code = errno
        unlink(copy)
        throw AtomicFile.Failure(path: count > 0 ? copy : source, code: code)
      }
    }
  }
}
