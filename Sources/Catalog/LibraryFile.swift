import Foundation
import GRDB
import Synchronization

/// One open file of a library.
final class LibraryFile: Sendable {
  let path: String
  private let identity: FileIdentity?
  private let reader: any DatabaseReader
  private let writer: DatabasePool?

  /// How long a connection waits for another program's transaction.
  private static let patience = 2.0

  private init(path: String, reader: any DatabaseReader, writer: DatabasePool?) {
    self.path = path
    self.reader = reader
    self.writer = writer
    identity = FileIdentity(path: path)
  }

  deinit {
    // The last connection puts the log into the file and deletes it, but not when it may only read.
    writer?.invalidateReadOnlyConnections()
    try? reader.close()
  }

  var isWritable: Bool { writer != nil }

  /// Throws where the path no longer leads to the file that was opened.
  func checkPresence() throws(LibraryError) {
    guard FileIdentity(path: path) == identity else { throw LibraryError(path: path, reason: .gone) }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    try Self.attempt(path) { try reader.read(body) }
  }

  /// Runs `body` in one transaction, which leaves no trace when it throws.
  func write<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    guard let writer else { throw LibraryError(path: path, reason: .readOnly) }
    try checkPresence()
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

  /// Runs `body` and says in our words what SQLite refused.
  static func attempt<Value>(_ path: String, _ body: () throws -> Value) throws(LibraryError) -> Value {
    do {
      return try body()
    } catch let error as LibraryError {
      throw error
    } catch let error as DatabaseError {
      throw LibraryError(path: path, reason: reason(for: error))
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
    case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_FORMAT: return .damaged(message)
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
    try header.check(path, schema: .current)
    return try attempt(path) { try immutable(path) }
  }

  /// Opens a user's file, to read it or to write to it too; the latter makes a file that is missing.
  static func own(_ path: String, access: Library.Access, schema: Schema) throws(LibraryError) -> LibraryFile
  {
    switch try LibraryHeader.read(path) {
    case .missing, .empty:
      guard access == .writing else { throw LibraryError(path: path, reason: .missing) }
      try NewLibraryFile.make(at: path, schema: schema)
    case .header(let header): try header.check(path, schema: schema)
    }
    let file: LibraryFile
    switch access {
    case .reading: file = try attempt(path) { try readable(path) }
    case .writing:
      guard Glibc.access(path, W_OK) == 0 else { throw LibraryError(path: path, reason: .readOnly) }
      file = try attempt(path) {
        let pool = try DatabasePool(path: path, configuration: configuration())
        return LibraryFile(path: path, reader: pool, writer: pool)
      }
    }
    try file.settle(schema)
    return file
  }

  /// Checks the version that the log may have raised, and brings an older file to the newest.
  private func settle(_ schema: Schema) throws(LibraryError) {
    let version = try read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
    guard version <= schema.version else {
      throw LibraryError(path: path, reason: .newer(version: version))
    }
    if version < schema.version {
      guard isWritable else {
        throw LibraryError(
          path: path, reason: .refused("it is of an older version; open it for writing once"))
      }
      try write { try schema.migrate($0) }
    }
  }

  private static func readable(_ path: String) throws -> LibraryFile {
    do {
      var configuration = configuration()
      configuration.readonly = true
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      _ = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
      return LibraryFile(path: path, reader: queue, writer: nil)
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode.primaryResultCode)
    {
      // In a folder that cannot be written to there is no room for the log's index.
      return hasLog(path) ? try copied(path) : try immutable(path)
    }
  }

  /// Whether there are changes beside the file that a program left which ended too early.
  private static func hasLog(_ path: String) -> Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// Opens a copy of a file and of its log, which is gone once it is closed.
  private static func copied(_ path: String) throws -> LibraryFile {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "regalia-\(UUID().uuidString)")
    try files.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    // What is open stays for as long as it is.
    defer { try? files.removeItem(at: folder) }
    let copy = folder.appending(path: "library.regalia").path(percentEncoded: false)
    for suffix in ["", "-wal"] {
      try files.copyItem(atPath: path + suffix, toPath: copy + suffix)
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy + suffix)
    }
    let queue = try DatabaseQueue(path: copy, configuration: configuration())
    try queue.writeWithoutTransaction { database in
      _ = try Int.fetchOne(database, sql: "PRAGMA user_version")
      try database.execute(sql: "PRAGMA query_only = 1")
    }
    return LibraryFile(path: path, reader: queue, writer: nil)
  }

  private static func immutable(_ path: String) throws -> LibraryFile {
    var configuration = configuration()
    configuration.readonly = true
    var characters = CharacterSet.urlPathAllowed
    characters.remove(charactersIn: "?#%")
    let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let escaped = absolute.addingPercentEncoding(withAllowedCharacters: characters) ?? absolute
    let queue = try DatabaseQueue(path: "file://\(escaped)?immutable=1", configuration: configuration)
    return LibraryFile(path: path, reader: queue, writer: nil)
  }

  private static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.maximumReaderCount = 4
    return configuration
  }
}
