import Glibc

/// Files that may be missing, spoilt or unwritable without anyone minding.
enum CacheFile {
  private static let largest = 16 << 20

  /// Returns the contents of a plain file, or nil when it cannot be read or is improbably large.
  static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(status.st_size)
    guard (1...largest).contains(size) else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, let start = buffer.baseAddress {
        let got = Glibc.read(file, start + count, size - count)
        if got < 0 && errno == EINTR { continue }
        if got <= 0 { break }
        count += got
      }
    }
    return bytes.count == size ? bytes : nil
  }

  /// Writes a file under another name and moves it into place, so that nobody ever sees half of it.
  static func write(_ bytes: [UInt8], to path: String, in directory: String) {
    guard makeDirectory(directory) else { return }
    var template = Array((path + ".XXXXXX").utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { return }
    let isWritten = writeAll(bytes, to: file)
    let isClosed = close(file) == 0
    if !(isWritten && isClosed && rename(template, path) == 0) { unlink(template) }
  }

  private static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let put = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if put < 0 && errno == EINTR { continue }
        if put <= 0 { return false }
        rest = rest.dropFirst(put)
      }
      return true
    }
  }

  private static func makeDirectory(_ path: String) -> Bool {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return false }
    return makeDirectory(String(path[..<slash])) && (mkdir(path, 0o700) == 0 || errno == EEXIST)
  }
}
