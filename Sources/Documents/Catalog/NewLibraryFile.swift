import CSQLite
import Files
import Glibc
import Localization

/// Creates a library's file under a temporary name and moves it to its place when complete.
enum NewLibraryFile {
  /// The treatment of an existing library at the new one's path.
  enum Predecessor {
    /// It is kept, and the new one is discarded.
    case stays
    /// It is replaced.
    case goes
    /// It is renamed, together with its log.
    case isRenamed(to: String)
  }

  /// Creates an empty library at `path`, and its folder; a library created by another program meanwhile is kept.
  static func make(at path: String, schema: Schema) throws(LibraryError) {
    try makeFolder(of: path)
    try write(at: path, schema: schema, isLogged: true, predecessor: .stays) { _ in }
  }

  /// Creates a library in one file without a log, filled by `fill` in one transaction, with the permissions of the
  /// previous file at `path`; links are followed.
  static func write(
    at given: String, schema: Schema = .current, isLogged: Bool = false, predecessor: Predecessor = .goes,
    _ fill: (Connection) throws -> Void
  ) throws(LibraryError) {
    let place = try checkedPlace(given)
    let path = place.path
    removeLeft(beside: path)
    let (temporary, held) = try claimed(for: path)
    defer { for suffix in [""] + logEndings { unlink(temporary + suffix) } }
    // Close it after SQLite has closed its own: closing any descriptor of a file releases the process's locks on it.
    defer { close(held) }
    place.givePermissions(to: held)
    try LibraryFile.attempt(path) {
      let database = try Connection(temporary)
      // Untranslated: SQL.
      try database.run("PRAGMA page_size = 4096; PRAGMA application_id = \(Schema.applicationID)")
      try database.transaction(.deferred) {
        try schema.migrate($0)
        try fill($0)
      }
      try database.run("VACUUM")
      if isLogged { try database.execute("PRAGMA journal_mode = WAL") }  // Untranslated: SQL.
    }
    try put(temporary, at: path, predecessor)
  }

  /// The place of a new library; a pipe or a device is not replaced.
  private static func checkedPlace(_ given: String) throws(LibraryError) -> AtomicFile.Place {
    let place: AtomicFile.Place
    do throws(AtomicFile.Failure) {
      place = try AtomicFile.Place(given)
    } catch {
      throw LibraryError(path: given, reason: .refused(error.reason))
    }
    guard !place.exists || place.isRegular else {
      throw LibraryError(
        path: given, reason: .refused(Message("it is not a file; choose another name")))
    }
    return place
  }

  /// Creates a new empty file, so that SQLite cannot follow a link in its place.
  private static func claimed(for path: String) throws(LibraryError) -> (path: String, held: Int32) {
    let (temporary, held) = WorkingFiles.make(path + workingMark)
    guard held >= 0 else { throw LibraryError(path: path, code: errno) }
    return (temporary, held)
  }

  private static let workingMark = ".new-"
  private static let logEndings = ["-journal", "-wal", "-shm"]

  /// Removes temporary files beside a library that killed programs left.
  static func removeLeft(beside path: String) {
    let file = FilePath(path)
    WorkingFiles.removeLeft(in: file.folder.text, named: file.name + workingMark, companions: logEndings)
  }

  /// Writes a copy of a library's whole content, including its log, unless one exists; the copy has the same readers as
  /// the library.
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

  /// Moves a finished file to its place. All libraries are put in place here.
  ///
  /// SQLite would apply a log beside a file to it, even if the log belongs to an earlier file. An earlier library's log
  /// is therefore removed before the new file gets the name: its changes are in the earlier file, or keep a name of
  /// their own.
  ///
  /// - Throws: `locked` if another program has the earlier library open; it and its log are then not changed.
  private static func put(
    _ temporary: String, at path: String, _ predecessor: Predecessor
  ) throws(LibraryError) {
    // An empty file is not a library, and is replaced.
    var status = stat()
    let isThere = stat(path, &status) == 0 && status.st_size > 0
    var earlier: Connection?
    if isThere {
      // A library that another program has just created is equally good.
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
          // A damaged file is replaced like an intact one; its log is moved below.
        }
      }
    }
    if LibraryFile.hasLog(path) {
      try moveLogs(
        of: path, to: Slug.free(path + ".old") { name in logs(of: name).contains(where: FileBytes.exists) })
    }
    unlink(path + "-shm")
    // Up to here no program could begin to write to the earlier library.
    let isPlaced = withExtendedLifetime(earlier) { rename(temporary, path) == 0 }
    guard isPlaced else { throw LibraryError(path: path, code: errno) }
    try LibraryFile.attempt(path) {
      // Untranslated: SQL.
      let problems = try GuardedConnection.open(path, .reading).texts("PRAGMA quick_check(1)")
      guard problems == ["ok"] else {
        throw LibraryError(
          path: path,
          reason: .damaged(
            problems.first.map { Message(verbatim: $0) } ?? Message("it cannot be read again")))
      }
    }
  }

  /// Moves a library's log into its file, and blocks other writers while the connection is open.
  private static func emptied(_ path: String) throws -> Connection {
    let connection = try GuardedConnection.open(path, .writing)
    try connection.execute("PRAGMA journal_mode = DELETE")  // Untranslated: SQL.
    try connection.execute("BEGIN EXCLUSIVE")  // Untranslated: SQL.
    return connection
  }

  private static func logs(of path: String) -> [String] { [path + "-wal", path + "-journal"] }

  private static func moveLogs(of path: String, to name: String) throws(LibraryError) {
    for (log, new) in zip(logs(of: path), logs(of: name)) {
      guard rename(log, new) == 0 || errno == ENOENT else { throw LibraryError(path: log, code: errno) }
    }
  }

  /// Whether another program has a library open: SQLite then holds a lock on these bytes of its file.
  ///
  /// https://www.sqlite.org/src/file?name=src/os.h (PENDING_BYTE and the following bytes)
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
      throw LibraryError(path: path, reason: .refused(Message("its folder cannot be made")))
    }
  }
}
