import Glibc
import VectorArt

/// The bytes of a file that may be an SVG document, read within limits.
struct SVGFile {
  /// A file that cannot be read, and why.
  struct Refusal: Error {
    let message: String
  }

  let bytes: [UInt8]

  init(path: String, limit: Int = ImportLimits.default.bytes) throws(Refusal) {
    // Without waiting: a pipe would keep everything else from being read.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Refusal(message: String(cString: strerror(errno))) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Refusal(message: "it is no regular file")
    }
    guard status.st_size <= limit else {
      throw Refusal(message: "it has more than \(limit >> 20) MiB; simplify the drawing")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let read = bytes[count...].withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw Refusal(message: String(cString: strerror(errno))) }
      if read == 0 { break }
      count += read
    }
    self.bytes = Array(bytes[..<count])
  }
}
