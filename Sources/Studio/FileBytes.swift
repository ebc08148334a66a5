import Glibc
import Images

/// Files that are read whole.
public enum FileBytes {
  /// A file that cannot be read.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Returns a file's name as messages have it: `-` is standard input.
  public static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// Whether there is something at a path that may be read as a file.
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Returns the bytes of a file, or of standard input for `-`; a longer one is refused.
  public static func read(_ path: String, atMost longest: Int) throws(Failure) -> [UInt8] {
    let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    defer { if path != "-" { close(file) } }
    var status = stat()
    if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw Failure(description: "\(name(of: path)): it is a folder; name a file")
    }
    var bytes: [UInt8] = []
    var portion = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &portion, portion.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path) }
      if count == 0 { return bytes }
      bytes += portion[..<count]
      if bytes.count > longest {
        throw Failure(
          description: "\(name(of: path)): too long a file; at most \(longest >> 20) MiB are read")
      }
    }
  }

  private static func failure(_ path: String) -> Failure {
    let hint = errno == ENOENT ? "there is no such file" : String(cString: strerror(errno))
    return Failure(description: "\(name(of: path)): cannot be read: \(hint)")
  }
}
