import CSQLite
import Files
import Glibc

/// Makes a library's file beside its place and moves it there when it is whole.
enum NewLibraryFile {
  /// The fate of a library that already has the new one’s path.
  enum Predecessor {
    /// It stays, and the new one is given up.
    case stays
    /// It is replaced.
    case goes
    /// It gets another name, together with its log.
    case isRenamed(to: String)
  }

  /// Makes an empty library at `path`, and the folder for it; one that others made meanwhile stays.
  static func make(at path: String, schema: Schema) throws(LibraryError) {
    try makeFolder(of: path)
    try write(at: path, schema: schema, isLogged: true, predecessor: .stays) { _ in }
  }

  /// Makes a library of one file without a log, filled by `fill` in one transaction, with the permissions of what was at
  /// `path`; links are followed.
  static func write(
    at given: String, schema: Schema = .current, isLogged: Bool = false, predecessor: Predecessor = .goes,
    _ fill: (Connection) throws -> Void
  ) throws(LibraryError) {
    let place = try checkedPlace(given)
    let path = place.path
    removeLeft(beside: path)
    let (temporary, held) = try claimed(for: path)
    defer { for suffix in [""] + logEndings { unlink(temporary + suffix) } }
    // It is closed after SQLite has closed its own: closing one of a process's files lets go of SQLite's locks.
    defer { close(held) }
    place.givePermissions(to: held)
    try LibraryFile.attempt(path) {
      let database = try Connection(temporary)
      try database.run("PRAGMA page_size = 4096; PRAGMA application_id = \(Schema.applicationID)")
      try database.transaction(.deferred) {
        try schema.migrate($0)
        try fill($0)
      }
      try database.run("VACUUM")
      if isLogged { try database.execute("PRAGMA journal_mode = WAL") }
    }
    try put(temporary, at: path, predecessor)
  }

  /// Where a library may be written; a pipe or a device is not replaced by one.
  private static func checkedPlace(_ given: String) throws(LibraryError) -> AtomicFile.Place {
    let place: AtomicFile.Place
    do throws(AtomicFile.Failure) {
      place = try AtomicFile.Place(given)
    } catch {
      throw LibraryError(path: given, reason: .refused(error.message))
    }
    guard !place.exists || place.isRegular else {
      throw LibraryError(
        path: given, reason: .refused("there is something that is no file; choose another name"))
    }
    return place
  }

  /// Makes a file of no bytes that was not there before, so that SQLite follows no link that somebody put there.
  private static func claimed(for path: String) throws(LibraryError) -> (path: String, held: Int32) {
    let (temporary, held) = WorkingFiles.make(path + workingMark)
    guard held >= 0 else { throw LibraryError(path: path, code: errno) }
    return (temporary, held)
  }

  private static let workingMark = ".new-"
  private static let logEndings = ["-journal", "-wal", "-shm"]

  /// Removes what programs left beside a library that were killed while they made it anew.
  static func removeLeft(beside path: String) {
    let file = FilePath(path)
    WorkingFiles.removeLeft(in: file.folder.text, named: file.name + workingMark, companions: logEndings)
  }

  /// Writes a copy of all that a library holds, its log included, unless there is one already; whoever may read the library
  /// may read the copy.
  static func keepCopy(of library: LibraryFile, named copy: String) throws(LibraryError) {
    guard access(copy, F_OK) != 0 else { return }
    removeLeft(beside: copy)
    let (temporary, held) = try claimed(for: copy)
    defer { unlink(temporary) }
    defer { close(held) }
    try checkedPlace(library.path).givePermissions(to: held)
    try library.copy(to: temporary)
    try put(temporary, at: copy, .stays)
  }

  /// Gives a finished file its name. Every library that is written comes to its place here.
  ///
  /// SQLite would play a log that lies beside a file into it, whatever file that is. So what an earlier one left is out of
  /// the way before the new one has the name: its changes are in the earlier file, or keep a name of their own.
  ///
  /// - Throws: `locked` where another program has the earlier library open; it and its log are untouched then.
  private static func put(
    _ temporary: String, at path: String, _ predecessor: Predecessor
  ) throws(LibraryError) {
    // A file of no bytes is no library, and is replaced.
    var status = stat()
    let isThere = stat(path, &status) == 0 && status.st_size > 0
    var earlier: Connection?
    if isThere {
      // One that another program has just made is as good as ours.
      if case .stays = predecessor { return }
      guard !isHeldElsewhere(path) else { throw LibraryError(path: path, reason: .locked) }
      if case .isRenamed(let name) = predecessor {
        guard link(path, name) == 0 || rename(path, name) == 0 else {
          throw LibraryError(path: path, code: errno)
        }
        try moveLogs(of: path, to: name)
      } else {
        do {
          earlier = try emptied(path)
        } catch let error as SQLiteError where error.primaryCode == SQLITE_BUSY {
          throw LibraryError(path: path, reason: .locked)
        } catch {
          // A damaged file is replaced like a sound one; its log is moved below.
        }
      }
    }
    if LibraryFile.hasLog(path) {
      try moveLogs(
        of: path, to: Slug.free(path + ".old") { name in logs(of: name).contains(where: FileBytes.exists) })
    }
    unlink(path + "-shm")
    // Until here nobody could begin to write to the earlier library.
    let isPlaced = withExtendedLifetime(earlier) { rename(temporary, path) == 0 }
    guard isPlaced else { throw LibraryError(path: path, code: errno) }
    try LibraryFile.attempt(path) {
      let problems = try GuardedConnection.open(path, .reading).texts("PRAGMA quick_check(1)")
      guard problems == ["ok"] else {
        throw LibraryError(path: path, reason: .damaged(problems.first ?? "it cannot be read back"))
      }
    }
  }

  /// Puts the log of a library into its file, and keeps others from writing to it for as long as the connection is open.
  private static func emptied(_ path: String) throws -> Connection {
    let connection = try GuardedConnection.open(path, .writing)
    try connection.execute("PRAGMA journal_mode = DELETE")
    try connection.execute("BEGIN EXCLUSIVE")
    return connection
  }

  private static func logs(of path: String) -> [String] { [path + "-wal", path + "-journal"] }

  private static func moveLogs(of path: String, to name: String) throws(LibraryError) {
    for (log, new) in zip(logs(of: path), logs(of: name)) {
      guard rename(log, new) == 0 || errno == ENOENT else { throw LibraryError(path: log, code: errno) }
    }
  }

  /// Whether another program has a library open: SQLite holds a lock on these bytes of its file meanwhile.
  ///
  /// https://www.sqlite.org/src/file?name=src/os.h (PENDING_BYTE and the bytes behind it)
  private static func isHeldElsewhere(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 0x4000_0000
    lock.l_len = 512
    return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  private static func makeFolder(of path: String) throws(LibraryError) {
    guard Folder.make(FilePath(path).folder.text) else {
      throw LibraryError(path: path, reason: .refused("its folder cannot be made"))
    }
  }
}
