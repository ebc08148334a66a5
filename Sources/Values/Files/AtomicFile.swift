import Glibc

/// A file that appears whole or not at all: it is written beside its place and moved there when complete.
///
/// Until `commit()` the old file stays as it was; an owner that lets go earlier leaves nothing behind, and what a
/// program left that was killed is removed by the next one that writes into the folder. A place that is no regular file,
/// such as a pipe or a terminal, is written to directly; a pipe that nobody reads from is refused. `-` is standard output.
public struct AtomicFile: ~Copyable {
  /// An operation that the system refused.
  public struct Failure: Error, CustomStringConvertible {
    /// The place at which the file was to stand.
    public let path: String
    /// The system's message, with advice where possible.
    public let message: String

    public var description: String { "\(path): cannot be written: \(message)" }

    /// Creates a failure from words that say why.
    public init(path: String, message: String) {
      self.path = path
      self.message = message
    }

    /// Creates a failure from an error number of the system.
    public init(path: String, code: Int32) {
      self.init(path: path, message: AtomicFile.message(for: code))
    }
  }

  /// The prefix of the names of files that are being written.
  public static let workingPrefix = ".regalia-"

  private let path: String
  private let temporary: String?
  private var descriptor: Int32

  /// The path that stands for standard output, as it does for standard input where files are read.
  public static let standardOutput = "-"

  /// Returns a file's name as messages have it.
  public static func name(of path: String) -> String { path == standardOutput ? "standard output" : path }

  /// Opens a file that will stand at `path`; a symbolic link is followed, but not one of somebody else's in a folder where
  /// everybody may write.
  ///
  /// Throws what the system refused, and where a pipe has no reader.
  public init(path: String) throws(Failure) {
    let target = try Target(path)
    self.path = target.path
    temporary = target.temporary
    descriptor = target.descriptor
  }

  /// Writes all of a file, whole or not at all.
  public static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let file = try AtomicFile(path: path)
    try file.write(bytes)
    try file.commit()
  }

  /// Writes a text as UTF-8, whole or not at all.
  public static func write(_ text: String, to path: String) throws(Failure) {
    try write(Array(text.utf8), to: path)
  }

  /// Where the bytes stand until the file is complete, for another program to write them.
  public var workingPath: String { temporary ?? path }

  /// Appends bytes; after a failure nothing is left of the file.
  public func write(_ bytes: [UInt8]) throws(Failure) {
    var failure: Failure?
    bytes.withUnsafeBytes { bytes in
      do throws(Failure) { try write(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Appends bytes; after a failure nothing is left of the file.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    guard Self.write(bytes, to: descriptor) else { throw Failure(path: path, message: Self.lastMessage) }
  }

  /// Writes bytes, all of them; returns false where the system refuses, as `errno` says.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
    return true
  }

  /// Puts the file in its place.
  ///
  /// Throws what the system refused, such as a disk that is full; the old file then stays.
  public consuming func commit() throws(Failure) {
    // The disk may tell only now that it is full.
    if temporary != nil, Self.synced(descriptor) != 0, errno != EINVAL, errno != ENOSYS {
      throw Failure(path: path, message: Self.lastMessage)
    }
    // One that a signal breaks off is closed all the same (Linux, close(2)).
    let closed = close(descriptor) == 0 || errno == EINTR
    descriptor = -1
    guard closed else { throw Failure(path: path, message: Self.lastMessage) }
    guard let temporary else { return }
    guard rename(temporary, path) == 0 else { throw Failure(path: path, message: Self.lastMessage) }
  }

  private static func synced(_ descriptor: Int32) -> Int32 {
    while true {
      let result = fsync(descriptor)
      if result == 0 || errno != EINTR { return result }
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    // After a commit there is nothing left under this name.
    if let temporary { unlink(temporary) }
  }

  fileprivate static var lastMessage: String { message(for: errno) }

  /// The system's words for a fault, with advice where there is some.
  private static func message(for code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "the disk is full; free some space or choose another folder"
    case EACCES, EPERM: "permission denied; choose a folder that you may write to"
    case EROFS: "the file system is read-only; choose another folder"
    case ENOENT, ENOTDIR: "the folder does not exist; create it first"
    default: String(cString: strerror(code))
    }
  }
}

extension AtomicFile {
  /// Where the bytes go first.
  private struct Target {
    let path: String
    let temporary: String?
    let descriptor: Int32

    init(_ given: String) throws(Failure) {
      guard given != AtomicFile.standardOutput else {
        (path, temporary) = (AtomicFile.name(of: given), nil)
        descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        if descriptor < 0 { throw Failure(path: path, message: AtomicFile.lastMessage) }
        return
      }
      let place = try Place(given)
      path = place.path
      if place.exists, !place.isRegular {
        temporary = nil
        descriptor = try Self.opened(path, given)
      } else {
        let folder = FilePath(path).folder
        WorkingFiles.removeLeftOnce(in: folder.text, named: AtomicFile.workingPrefix)
        (temporary, descriptor) = WorkingFiles.make(folder.appending(AtomicFile.workingPrefix).text)
        if descriptor >= 0 { place.givePermissions(to: descriptor) }
      }
      if descriptor < 0 { throw Failure(path: given, message: AtomicFile.lastMessage) }
    }

    /// Opens what is no regular file, for a reader that comes within two seconds where it is a pipe.
    private static func opened(_ path: String, _ given: String) throws(Failure) -> Int32 {
      for _ in 0..<40 {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        if descriptor >= 0 {
          _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
          return descriptor
        }
        guard errno == ENXIO else { return descriptor }
        usleep(50_000)
      }
      throw Failure(path: given, message: "nobody reads from it")
    }
  }
}

extension AtomicFile {
  /// Where a new file may stand: what a path leads to, and what stands there.
  public struct Place: Sendable {
    /// The path without symbolic links.
    public let path: String
    /// Whether something stands there.
    public let exists: Bool
    /// Whether that is a regular file.
    public let isRegular: Bool
    private let permissions: UInt32

    /// Follows a path's links.
    ///
    /// - Throws: where it leads to a folder, to what may not be written to, or along a link of somebody else's in a folder
    ///   where everybody may write.
    public init(_ given: String) throws(Failure) {
      if Self.isTrap(given) {
        throw Failure(path: given, message: "it is somebody else's link; remove it or choose another name")
      }
      path = FilePath(given).resolvingLinks.text
      var status = stat()
      exists = stat(path, &status) == 0
      let kind = status.st_mode & S_IFMT
      isRegular = exists && kind == S_IFREG
      permissions = status.st_mode & 0o777
      if exists, kind == S_IFDIR {
        throw Failure(path: given, message: "it is a folder; name a file in it")
      }
      if exists, access(path, W_OK) != 0 { throw Failure(path: given, message: AtomicFile.lastMessage) }
    }

    /// Gives a new file the permissions of the one that it will replace.
    public func givePermissions(to descriptor: Int32) {
      if exists { fchmod(descriptor, permissions) }
    }

    /// Whether a path is a link that may lead whoever writes astray: the rule of Linux's `protected_symlinks`, which
    /// realpath(3) goes around.
    private static func isTrap(_ path: String) -> Bool {
      var (link, folder) = (stat(), stat())
      guard lstat(path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK,
        stat(FilePath(path).folder.text, &folder) == 0
      else { return false }
      let isShared = folder.st_mode & S_ISVTX != 0 && folder.st_mode & S_IWOTH != 0
      return isShared && link.st_uid != geteuid() && link.st_uid != folder.st_uid
    }
  }
}
