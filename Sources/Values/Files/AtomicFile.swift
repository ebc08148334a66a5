import Glibc
public import Localization
import Synchronization

/// A file that appears whole or not at all: it is written beside its place and moved there when complete.
///
/// Until `commit()` the old file stays as it was; an owner that lets go earlier leaves nothing behind, and what a
/// program left that was killed is removed by the next one that writes into the folder. A place that is no regular file,
/// such as a pipe or a terminal, is written to directly; a pipe that nobody reads from is refused. `-` is standard output.
public struct AtomicFile: ~Copyable {
  /// An operation that the system refused.
  public struct Failure: LocalizableError {
    /// The place at which the file was to stand.
    public let path: String
    /// The cause, with advice where possible.
    public let reason: Message

    /// The file, the failure and its cause.
    public var message: Message {
      Message("{file}: cannot be written: {reason}", ["file": path], parts: ["reason": reason])
    }

    /// Creates a failure from its cause.
    public init(path: String, reason: Message) {
      self.path = path
      self.reason = reason
    }

    /// Creates a failure from the system's error number.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - code: A value of `errno`.
    public init(path: String, code: Int32) {
      self.init(path: path, reason: AtomicFile.message(for: code))
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
  public static func name(of path: String) -> String {
    // Untranslated: the name of a stream, where others have their path.
    path == standardOutput ? "standard output" : path
  }

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

  /// Writes a file completely or not at all.
  ///
  /// - Parameters:
  ///   - bytes: All of its contents.
  ///   - path: The file, which is replaced.
  /// - Throws: ``Failure`` with the system's reason; the file then is as it was.
  public static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let file = try AtomicFile(path: path)
    try file.write(bytes)
    try file.commit()
  }

  /// Writes a text as UTF-8, whole or not at all.
  ///
  /// - Throws: ``Failure`` with the system's reason; the file then is as it was.
  public static func write(_ text: String, to path: String) throws(Failure) {
    try write(Array(text.utf8), to: path)
  }

  /// Where the bytes stand until the file is complete, for another program to write them.
  public var workingPath: String { temporary ?? path }

  /// Appends bytes; after a failure nothing is left of the file.
  ///
  /// - Throws: ``Failure`` with the system's reason.
  public func write(_ bytes: [UInt8]) throws(Failure) {
    var failure: Failure?
    bytes.withUnsafeBytes { bytes in
      do throws(Failure) { try write(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Appends bytes; after a failure nothing is left of the file.
  ///
  /// - Throws: ``Failure`` with the system's reason.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    guard Self.write(bytes, to: descriptor) else { throw Failure(path: path, reason: Self.lastMessage) }
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
      throw Failure(path: path, reason: Self.lastMessage)
    }
    // One that a signal breaks off is closed all the same (Linux, close(2)).
    let closed = close(descriptor) == 0 || errno == EINTR
    descriptor = -1
    guard closed else { throw Failure(path: path, reason: Self.lastMessage) }
    guard let temporary else { return }
    guard rename(temporary, path) == 0 else { throw Failure(path: path, reason: Self.lastMessage) }
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

  fileprivate static var lastMessage: Message { message(for: errno) }

  /// The system's words for a fault, with advice where there is some.
  private static func message(for code: Int32) -> Message {
    switch code {
    case ENOSPC, EDQUOT: Message("the disk is full; free some space or choose another folder")
    case EACCES, EPERM: Message("permission denied; choose a folder that you may write to")
    case EROFS: Message("the file system is read-only; choose another folder")
    case ENOENT, ENOTDIR: Message("the folder does not exist; create it first")
    default: Message(verbatim: String(cString: strerror(code)))
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
        if descriptor < 0 { throw Failure(path: path, reason: AtomicFile.lastMessage) }
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
      if descriptor < 0 { throw Failure(path: given, reason: AtomicFile.lastMessage) }
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
      throw Failure(path: given, reason: Message("no program reads from it"))
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
        throw Failure(
          path: given, reason: Message("it is another user's link; remove it or choose another name"))
      }
      path = FilePath(given).resolvingLinks.text
      var status = stat()
      exists = stat(path, &status) == 0
      let kind = status.st_mode & S_IFMT
      isRegular = exists && kind == S_IFREG
      permissions = status.st_mode & 0o777
      if exists, kind == S_IFDIR {
        throw Failure(path: given, reason: Message("it is a folder; name a file in it"))
      }
      if exists, access(path, W_OK) != 0 { throw Failure(path: given, reason: AtomicFile.lastMessage) }
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

/// The files in which writing goes on until they are whole and get their names.
///
/// A program that is killed while it writes leaves such a file behind. The writer holds the file's lock, and the name
/// ends with the file's inode number. So another program can tell leftovers from files that are being written and
/// from people's files: a copy, or a file that happens to have such a name, has another inode.
public enum WorkingFiles {
  /// The seconds after which a file that nobody holds is taken for one that was left: it is locked right after it is made.
  public static let patience = 600.0

  /// Returns a random number in base 36.
  public static func suffix() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }

  /// Makes an empty file whose path begins with `prefix`, and holds it for as long as its descriptor is open; follows no
  /// link. The descriptor is negative where the system refuses, as `errno` says.
  public static func make(_ prefix: String) -> (path: String, descriptor: Int32) {
    let path = prefix + suffix()
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return (path, descriptor) }
    // Where there are no locks, its age alone protects it.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return (path, descriptor) }
    let marked = path + "-" + String(status.st_ino, radix: 36)
    return (rename(path, marked) == 0 ? marked : path, descriptor)
  }

  /// Removes files that an interrupted program has left: those of this user that `make` has named, that are not
  /// locked, and that have not changed for a time.
  ///
  /// - Parameters:
  ///   - folder: The folder to search.
  ///   - prefix: The beginning of their names.
  ///   - companions: Endings of further files to remove beside each of them.
  ///   - patience: The least time since the last change, in seconds.
  public static func removeLeft(
    in folder: String, named prefix: String, companions: [String] = [], patience: Double = patience
  ) {
    for name in Folder.names(in: folder) ?? [] {
      guard let number = number(in: name, prefix), remove("\(folder)/\(name)", number, patience) else {
        continue
      }
      for companion in companions { unlink("\(folder)/\(name)\(companion)") }
    }
  }

  /// Does so once in the life of the process for each folder, because a folder may hold very many files.
  static func removeLeftOnce(in folder: String, named prefix: String) {
    if visited.withLock({ $0.insert(folder).inserted }) { removeLeft(in: folder, named: prefix) }
  }

  private static let visited = Mutex<Set<String>>([])

  /// Returns the file's number that a name ends with, or nil where `make` has not made the name.
  private static func number(in name: String, _ prefix: String) -> UInt? {
    guard name.hasPrefix(prefix) else { return nil }
    let parts = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let random = UInt64(parts[0], radix: 36), let number = UInt(parts[1], radix: 36),
      String(random, radix: 36) == parts[0], String(number, radix: 36) == parts[1]
    else { return nil }
    return number
  }

  private static func remove(_ path: String, _ number: UInt, _ patience: Double) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var (status, now) = (stat(), timespec())
    guard fstat(descriptor, &status) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0,
      status.st_mode & S_IFMT == S_IFREG, status.st_ino == number, status.st_uid == geteuid(),
      Double(now.tv_sec - status.st_mtim.tv_sec) >= patience, flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return false }
    return unlink(path) == 0
  }
}
