import Files
import Foundation
import GRDB

/// Makes a library's file beside its place and moves it there when it is whole.
enum NewLibraryFile {
  /// Makes an empty library at `path`, and the folder for it; one that others made meanwhile stays.
  static func make(at path: String, schema: Schema) throws(LibraryError) {
    try makeFolder(of: path)
    try write(at: path, schema: schema, isLogged: true, replaces: false) { _ in }
  }

  /// Makes a library of one file without a log, filled by `fill` in one transaction, over what was at `path`.
  static func write(
    at path: String, schema: Schema = .current, isLogged: Bool = false, replaces: Bool = true,
    _ fill: (Database) throws -> Void
  ) throws(LibraryError) {
    try refuseOther(path)
    removeLeft(beside: path)
    let temporary = path + workingMark + WorkingFiles.suffix()
    defer { for suffix in logEndings { unlink(temporary + suffix) } }
    // It is closed after SQLite has closed its own: closing one of a process's files lets go of SQLite's locks.
    let held = try claim(temporary, for: path)
    defer { close(held) }
    try LibraryFile.attempt(path) {
      let queue = try DatabaseQueue(path: temporary)
      try queue.inDatabase { database in
        try database.execute(sql: "PRAGMA page_size = 4096; PRAGMA application_id = \(Schema.applicationID)")
        try database.inTransaction {
          try schema.migrate(database)
          try fill(database)
          return .commit
        }
        try database.execute(sql: "VACUUM")
        if isLogged { _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") }
      }
      try queue.close()
    }
    try place(temporary, at: path, replaces: replaces)
  }

  /// Makes a file of no bytes that was not there before, so that SQLite follows no link that somebody put there.
  ///
  /// Returns what it is held by as one that is being written.
  private static func claim(_ temporary: String, for path: String) throws(LibraryError) -> Int32 {
    let file = open(temporary, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      throw LibraryError(path: path, reason: .refused(String(cString: strerror(errno))))
    }
    WorkingFiles.hold(file)
    return file
  }

  private static let workingMark = ".new-"
  private static let logEndings = ["", "-journal", "-wal", "-shm"]

  /// Removes what programs left beside a library that were killed while they made it anew.
  static func removeLeft(beside path: String) {
    let file = FilePath(path)
    WorkingFiles.removeLeft(in: file.folder.text, named: file.name + workingMark, endings: logEndings)
  }

  /// A pipe, a device or a folder is not replaced by a library.
  private static func refuseOther(_ path: String) throws(LibraryError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw LibraryError(
      path: path, reason: .refused("there is something that is no file; choose another name"))
  }

  /// Writes a copy of all that a library holds, its log included, unless there is one already.
  static func keepCopy(of library: LibraryFile, named copy: String) throws(LibraryError) {
    guard access(copy, F_OK) != 0 else { return }
    removeLeft(beside: copy)
    let temporary = copy + workingMark + WorkingFiles.suffix()
    defer { unlink(temporary) }
    let held = try claim(temporary, for: copy)
    defer { close(held) }
    try library.copy(to: temporary)
    try place(temporary, at: copy, replaces: false)
  }

  /// Gives a finished file its name.
  private static func place(_ temporary: String, at path: String, replaces: Bool) throws(LibraryError) {
    if !replaces, link(temporary, path) == 0 { return }
    // A file of no bytes is replaced; one that another program has just made is as good as ours.
    if !replaces, errno == EEXIST, case .header? = try? LibraryHeader.read(path) { return }
    guard rename(temporary, path) == 0 else {
      throw LibraryError(path: path, reason: .refused(String(cString: strerror(errno))))
    }
  }

  private static func makeFolder(of path: String) throws(LibraryError) {
    guard Folder.make(FilePath(path).folder.text) else {
      throw LibraryError(path: path, reason: .refused("its folder cannot be made"))
    }
  }
}
