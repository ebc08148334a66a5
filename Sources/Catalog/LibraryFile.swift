import Foundation
import GRDB
import Synchronization

/// One open file of a library.
///
/// Nothing is written before the file has been read through once and found sound: until the first change it is open
/// through a connection that cannot write.
final class LibraryFile: Sendable {
  let path: String
  /// Whether changes may be tried; whether the file is sound is found out at the first.
  let isWritable: Bool
  private let identity: FileIdentity?
  private let schema: Schema
  private let connections: Mutex<Connections>
  /// What was found when the file was read through.
  private let soundness: Mutex<Result<Void, LibraryError>?>

  private struct Connections {
    let reader: DatabaseQueue
    var writer: DatabasePool?
    /// How many steps the schema of the file has had.
    var version = 0
  }

  private init(
    path: String, reader: DatabaseQueue, isWritable: Bool, schema: Schema, isNew: Bool = false
  ) {
    self.path = path
    self.isWritable = isWritable
    self.schema = schema
    identity = FileIdentity(path: path)
    connections = Mutex(Connections(reader: reader))
    soundness = Mutex(isNew ? .success(()) : nil)
  }

  deinit {
    connections.withLock { connections in
      try? connections.reader.close()
      // The last connection puts the log into the file and deletes it, but not when it may only read.
      connections.writer?.invalidateReadOnlyConnections()
      try? connections.writer?.close()
    }
  }

  /// The version of the file's schema; older and newer ones than ours are read as far as they go.
  var version: Int { connections.withLock { $0.version } }

  /// Whether no connection that writes has been made.
  var isUntouched: Bool { connections.withLock { $0.writer == nil } }

  /// Throws where the path no longer leads to the file that was opened.
  func checkPresence() throws(LibraryError) {
    guard FileIdentity(path: path) == identity else { throw LibraryError(path: path, reason: .gone) }
  }

  /// What the file is read through.
  private var current: any DatabaseReader {
    let (reader, writer) = connections.withLock { ($0.reader, $0.writer) }
    return writer ?? reader
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    try read(through: current, body)
  }

  private func read<Value>(
    through reader: any DatabaseReader, _ body: (Database) throws -> Value
  ) throws(LibraryError) -> Value {
    try Self.attempt(path) {
      try reader.read { database in
        let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        return try GuardedConnection.limited(database, pages: pages, body)
      }
    }
  }

  /// Reads what takes long, and does not have others wait for it where there can be one more connection to the file: only
  /// then it can be interrupted.
  func readLong<Value>(
    _ interruption: Interruption?, _ body: (Database) throws -> Value
  ) throws(LibraryError) -> Value {
    guard let connection = additionalConnection() else { return try read(body) }
    defer {
      interruption?.end()
      try? connection.close()
    }
    guard interruption?.begin(connection) ?? true else {
      throw LibraryError(path: path, reason: .interrupted)
    }
    return try read(through: connection, body)
  }

  /// Returns a connection to the file that was opened, or nil where its path leads to none, or the file is read in another way.
  private func additionalConnection() -> DatabaseQueue? {
    let reader = connections.withLock { $0.reader }
    guard reader.path == path,
      let made = try? DatabaseQueue(path: path, configuration: reader.configuration),
      (try? checkPresence()) != nil
    else { return nil }
    return made
  }

  /// Reads all of the file once, the first time; throws `damaged` where it does not hold together.
  ///
  /// Takes about a tenth of a second for each 30 MB. Who asks meanwhile waits for what is found.
  func verify(_ interruption: Interruption? = nil) throws(LibraryError) {
    try soundness.withLock { known throws(LibraryError) in
      if let known { return try known.get() }
      let result: Result<Void, LibraryError>
      do throws(LibraryError) {
        let problems = try readLong(interruption) {
          try String.fetchAll($0, sql: "PRAGMA quick_check(1)").filter { $0 != "ok" }
        }
        result =
          problems.first.map { .failure(LibraryError(path: path, reason: .damaged($0))) } ?? .success(())
      } catch {
        // That it could not be read now says nothing of later.
        guard case .damaged = error.reason else { throw error }
        result = .failure(error)
      }
      known = result
      try result.get()
    }
  }

  /// Writes all that the file and its log hold into another, which must not be there.
  func copy(to other: String) throws(LibraryError) {
    let reader = current
    try Self.attempt(path) {
      let target = try DatabaseQueue(path: other)
      defer { try? target.close() }
      try reader.backup(to: target)
    }
  }

  /// Runs `body` in one transaction, which leaves no trace when it throws.
  func write<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    guard isWritable else { throw LibraryError(path: path, reason: .readOnly) }
    try checkPresence()
    let writer = try openedWriter()
    return try Self.attempt(path) {
      try writer.writeWithoutTransaction { database in
        var result: Value?
        try database.inTransaction(.immediate) {
          result = try body(database)
          return .commit
        }
        guard let result else { throw LibraryError(path: path, reason: .refused("nothing was written")) }
        return result
      }
    }
  }

  /// Returns the connection that writes, which is made for the first change.
  private func openedWriter() throws(LibraryError) -> DatabasePool {
    if let writer = connections.withLock({ $0.writer }) { return writer }
    try verify()
    let writer = try Self.attempt(path) {
      try DatabasePool(path: path, configuration: GuardedConnection.configuration())
    }
    return connections.withLock { connections in
      // Of two that came at once the first stays.
      if let other = connections.writer { return other }
      connections.writer = writer
      return writer
    }
  }

  /// Runs `body` and says in our words what SQLite refused.
  static func attempt<Value>(_ path: String, _ body: () throws -> Value) throws(LibraryError) -> Value {
    do {
      return try body()
    } catch let error as LibraryError {
      throw error
    } catch let error as DatabaseError {
      throw LibraryError(path: path, reason: reason(for: error))
    } catch let row as UnreadableRow {
      throw LibraryError(path: path, reason: .damaged("\(row)"))
    } catch is EndlessReading {
      throw LibraryError(path: path, reason: .damaged("its pages point to each other"))
    } catch {
      throw LibraryError(path: path, reason: .refused("\(error)"))
    }
  }

  private static func reason(for error: DatabaseError) -> LibraryError.Reason {
    let message = error.message ?? "code \(error.resultCode.rawValue)"
    switch error.resultCode.primaryResultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: return .locked
    case .SQLITE_READONLY: return .readOnly
    case .SQLITE_FULL: return .full
    case .SQLITE_INTERRUPT: return .interrupted
    case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_FORMAT, .SQLITE_TOOBIG: return .damaged(message)
    // A table that is not there, of a file that says it is ours.
    case .SQLITE_ERROR where message.hasPrefix("no such") || message.hasPrefix("malformed"):
      return .damaged(message)
    default: return .refused(message)
    }
  }
}

extension LibraryFile {
  /// Opens the file that ships with the program, which nobody writes to.
  static func shipped(_ path: String) throws(LibraryError) -> LibraryFile {
    guard case .header(let header) = try LibraryHeader.read(path) else {
      throw LibraryError(path: path, reason: .missing)
    }
    try header.check(path)
    let file = LibraryFile(
      path: path, reader: try attempt(path) { try immutable(path) }, isWritable: false, schema: .current)
    let version = try file.checkedVersion()
    file.connections.withLock { $0.version = version }
    return file
  }

  /// Opens a user's file, to read it or to write to it too; the latter makes a file that is missing.
  static func own(_ path: String, access: Library.Access, schema: Schema) throws(LibraryError) -> LibraryFile
  {
    try refuseLinks(beside: path)
    if access == .writing { NewLibraryFile.removeLeft(beside: path) }
    var isNew = false
    switch try LibraryHeader.read(path) {
    case .missing, .empty:
      guard access == .writing else { throw LibraryError(path: path, reason: .missing) }
      try NewLibraryFile.make(at: path, schema: schema)
      isNew = true
    case .header(let header): try header.check(path)
    }
    if access == .writing, Glibc.access(path, W_OK) != 0 { throw LibraryError(path: path, reason: .readOnly) }
    let file = LibraryFile(
      path: path, reader: try attempt(path) { try readable(path) }, isWritable: access == .writing,
      schema: schema, isNew: isNew)
    try file.settle()
    return file
  }

  /// Files beside the library are SQLite's own; a link there would have another file written to.
  private static func refuseLinks(beside path: String) throws(LibraryError) {
    for suffix in ["-wal", "-shm", "-journal"] {
      var status = stat()
      guard lstat(path + suffix, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { continue }
      throw LibraryError(
        path: path, reason: .refused("\(path)\(suffix) is a link to another file; remove the link"))
    }
  }

  /// Returns the version of the file, the log included; throws where its schema is not that of its version.
  ///
  /// Of a file that a later Regalia wrote only what this one reads is looked at.
  private func checkedVersion() throws(LibraryError) -> Int {
    let version = try read { try Schema.version(of: $0) }
    let schema = schema
    let difference = try read { try SchemaCheck.difference(in: $0, from: schema, version: version) }
    if let difference { throw LibraryError(path: path, reason: .damaged(difference)) }
    return version
  }

  /// Checks the file's version and schema, and brings an older file to the newest, of which a copy is kept.
  private func settle() throws(LibraryError) {
    let version = try checkedVersion()
    connections.withLock { $0.version = version }
    guard isWritable else { return }
    guard version <= schema.version else {
      throw LibraryError(path: path, reason: .newer(version: version))
    }
    guard version < schema.version else { return }
    try verify()
    try NewLibraryFile.keepCopy(of: self, named: "\(path).version-\(version)")
    let schema = schema
    try write { try schema.migrate($0) }
    connections.withLock { $0.version = schema.version }
  }

  private static func readable(_ path: String) throws -> DatabaseQueue {
    do {
      var configuration = GuardedConnection.configuration()
      configuration.readonly = true
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      _ = try queue.read { try Schema.version(of: $0) }
      return queue
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode.primaryResultCode)
    {
      // In a folder that cannot be written to there is no room for the log's index, and a journal that a program
      // left which ended too early has to be played back first.
      return hasLog(path) ? try copied(path) : try immutable(path)
    }
  }

  /// Whether there are changes beside the file that a program left which ended too early.
  private static func hasLog(_ path: String) -> Bool {
    ["-wal", "-journal"].contains { suffix in
      var status = stat()
      return stat(path + suffix, &status) == 0 && status.st_size > 0
    }
  }

  /// Opens a copy of a file and of its log, which is gone once it is closed.
  private static func copied(_ path: String) throws -> DatabaseQueue {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "regalia-\(UUID().uuidString)")
    try files.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    // What is open stays for as long as it is.
    defer { try? files.removeItem(at: folder) }
    let copy = folder.appending(path: "library.regalia").path(percentEncoded: false)
    for suffix in ["", "-wal", "-journal"] where suffix.isEmpty || access(path + suffix, F_OK) == 0 {
      try files.copyItem(atPath: path + suffix, toPath: copy + suffix)
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy + suffix)
    }
    let queue = try DatabaseQueue(path: copy, configuration: GuardedConnection.configuration())
    try queue.writeWithoutTransaction { database in
      _ = try Schema.version(of: database)
      try database.execute(sql: "PRAGMA query_only = 1")
    }
    return queue
  }

  private static func immutable(_ path: String) throws -> DatabaseQueue {
    var configuration = GuardedConnection.configuration()
    configuration.readonly = true
    var characters = CharacterSet.urlPathAllowed
    characters.remove(charactersIn: "?#%")
    let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let escaped = absolute.addingPercentEncoding(withAllowedCharacters: characters) ?? absolute
    return try DatabaseQueue(path: "file://\(escaped)?immutable=1", configuration: configuration)
  }
}
