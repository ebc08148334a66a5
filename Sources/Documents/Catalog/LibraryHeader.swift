import Glibc

/// The first hundred bytes of a library's file, which say without SQLite what the file is.
///
/// https://www.sqlite.org/fileformat.html#the_database_header
struct LibraryHeader: Hashable, Sendable {
  let applicationID: Int32
  let version: Int
  let pageSize: Int
  let pageCount: Int
  /// Whether changes may lie in a file of their own beside this one.
  let isLogged: Bool

  enum Reading: Hashable, Sendable {
    case missing
    case empty
    case header(LibraryHeader)
  }

  /// Reads the header of a file, which is not touched.
  static func read(_ path: String) throws(LibraryError) -> Reading {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return .missing }
      throw LibraryError(path: path, code: errno)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw LibraryError(path: path, reason: .foreign("it is no regular file"))
    }
    if status.st_size == 0 { return .empty }
    var bytes = [UInt8](repeating: 0, count: 100)
    guard Glibc.read(file, &bytes, 100) == 100, bytes.starts(with: "SQLite format 3\0".utf8) else {
      throw LibraryError(path: path, reason: .foreign("it is no SQLite file"))
    }
    return .header(LibraryHeader(bytes, size: Int(status.st_size), path: path))
  }

  /// The bytes of the file that the header promises and that are not there; 0 for a whole file.
  let missingBytes: Int

  private init(_ bytes: [UInt8], size: Int, path: String) {
    func number(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
    applicationID = Int32(truncatingIfNeeded: number(68, 4))
    version = number(60, 4)
    pageSize = number(16, 2) == 1 ? 65536 : number(16, 2)
    pageCount = number(28, 4)
    isLogged = bytes[18] == 2 || bytes[19] == 2
    // The count of pages holds where the two counters of changes agree.
    let isCounted = number(24, 4) == number(92, 4)
    let hasLog = access(path + "-wal", F_OK) == 0
    missingBytes = isCounted && !hasLog ? max(0, pageSize * pageCount - size) : 0
  }

  /// Throws where the file is not one of ours, or not whole.
  func check(_ path: String) throws(LibraryError) {
    guard applicationID == Schema.applicationID else {
      throw LibraryError(path: path, reason: .foreign("it belongs to another program"))
    }
    guard missingBytes == 0 else {
      throw LibraryError(path: path, reason: .damaged("its last \(missingBytes) bytes are missing"))
    }
  }
}
