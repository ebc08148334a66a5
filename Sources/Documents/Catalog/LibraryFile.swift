import CSQLite
import Files
import Glibc
import Localization
import Synchronization
import Workers

/// An open library file.
///
/// Nothing is written before the file has passed an integrity check: until the first change it is open through
/// read-only connections.
final class LibraryFile: Sendable {
  let path: String
  /// Whether changes are allowed; the integrity check runs at the first one.
  let isWritable: Bool
  private let identity: FileIdentity?
  private let schema: Schema
  private let readers: ConnectionPool
  private let writer: ConnectionPool
  /// Opens another connection for reading, if possible.
  private let openReader: (@Sendable () throws -> Connection)?
  /// The version of the file's schema.
  private let knownVersion = Mutex(0)
  /// The result of the integrity check.
  private let soundness: Mutex<Result<Void, LibraryError>?>
  /// Whether the file had no log before it was opened, so that none is left behind.
  private let leavesNoLog: Bool

  private init(
    path: String, opening: Opening, isWritable: Bool, schema: Schema, isNew: Bool = false,
    leavesNoLog: Bool = false
  ) {
    self.path = path
    self.leavesNoLog = leavesNoLog
    self.isWritable = isWritable
    self.schema = schema
    let identity = FileIdentity(path: path)
    self.identity = identity
    let open = opening.again.map { open in
      { @Sendable () throws -> Connection in
        let connection = try open()
        try Self.checkPresence(path, identity)
        return connection
      }
    }
    openReader = open
    readers = ConnectionPool(limit: open == nil ? 1 : GuardedConnection.readers, first: opening.first) {
      guard let open else { throw LibraryError(path: path, reason: .gone) }
      return try open()
    }
    writer = ConnectionPool(limit: 1) {
      let connection = try GuardedConnection.openWriter(path)
      try Self.checkPresence(path, identity)
      return connection
    }
    soundness = Mutex(isNew ? .success(()) : nil)
  }

  deinit {
    // The last connection writes the log into the file and deletes it, but a read-only one cannot.
    let isUnused = writer.isUnused
    readers.close()
    writer.close()
    if leavesNoLog, isUnused { Self.removeEmptyLog(of: path) }
  }

  /// Removes the log and its index that reading has created, unless they are in use: SQLite does so when the last
  /// writable connection closes.
  private static func removeEmptyLog(of path: String) {
    guard !hasLog(path), access(path + "-wal", F_OK) == 0, access(path, W_OK) == 0 else { return }
    _ = try? Schema.version(of: GuardedConnection.open(path, .writing))
  }

  /// The version of the file's schema. In files of older and newer versions, only the known parts are read.
  var version: Int { knownVersion.withLock { $0 } }

  /// Whether no writable connection has been created.
  var isUntouched: Bool { writer.isUnused }

  /// Throws if the path no longer refers to the opened file.
  func checkPresence() throws(LibraryError) { try Self.checkPresence(path, identity) }

  private static func checkPresence(_ path: String, _ identity: FileIdentity?) throws(LibraryError) {
    guard FileIdentity(path: path) == identity else { throw LibraryError(path: path, reason: .gone) }
  }

  /// Runs `body` on a consistent state of the file, regardless of concurrent writes.
  func read<Value>(_ body: (Connection) throws -> Value) throws(LibraryError) -> Value {
    try Self.attempt(path) { try readers.use { try GuardedConnection.read($0, body) } }
  }

  /// Runs a long read. If another connection can be opened, it does not block other readers and can be cancelled.
  func readLong<Value>(
    _ cancellation: ReadCancellation?, _ body: (Connection) throws -> Value
  ) throws(LibraryError) -> Value {
    guard let connection = try? openReader?() else { return try read(body) }
    defer { cancellation?.end() }
    guard cancellation?.begin(connection) ?? true else {
      throw LibraryError(path: path, reason: .interrupted)
    }
    return try Self.attempt(path) { try GuardedConnection.read(connection, body) }
  }

  /// Checks the integrity of the file once; throws `damaged` if the check fails.
  ///
  /// Takes about a tenth of a second for each 30 MB. Concurrent calls wait for the result.
  func verify(_ cancellation: ReadCancellation? = nil) throws(LibraryError) {
    try soundness.withLock { known throws(LibraryError) in
      if let known { return try known.get() }
      let result: Result<Void, LibraryError>
      do throws(LibraryError) {
        let problems = try readLong(cancellation) {
          try $0.texts("PRAGMA quick_check(1)").filter { $0 != "ok" }  // Untranslated: SQL.
        }
        result =
          problems.first.map {
            .failure(LibraryError(path: path, reason: .damaged(Message(verbatim: $0))))
          } ?? .success(())
      } catch {
        // A failure to read the file is temporary and not recorded.
        guard case .damaged = error.reason else { throw error }
        result = .failure(error)
      }
      known = result
      try result.get()
    }
  }

  /// Writes the content of the file and its log into another file, which must not exist.
  func copy(to other: String) throws(LibraryError) {
    try Self.attempt(path) { try readers.use { try $0.backUp(to: Connection(other)) } }
  }

  /// Runs `body` in one transaction, which is rolled back if it throws.
  func write<Value>(_ body: (Connection) throws -> Value) throws(LibraryError) -> Value {
    guard isWritable else { throw LibraryError(path: path, reason: .readOnly) }
    try checkPresence()
    if writer.isUnused { try verify() }
    return try Self.attempt(path) { try writer.use { try $0.transaction(.immediate, body) } }
  }

  /// Runs `body` and converts SQLite's errors to ours.
  static func attempt<Value>(_ path: String, _ body: () throws -> Value) throws(LibraryError) -> Value {
    do {
      return try body()
    } catch let error as LibraryError {
      throw error
    } catch let error as SQLiteError {
      throw LibraryError(path: path, reason: reason(for: error))
    } catch let row as UnreadableRow {
      throw LibraryError(path: path, reason: .damaged(row.message))
    } catch is EndlessReading {
      throw LibraryError(path: path, reason: .damaged(Message("its pages refer to each other in a circle")))
    } catch {
      throw LibraryError(path: path, reason: .refused(Message(error)))
    }
  }

  private static func reason(for error: SQLiteError) -> LibraryError.Reason {
    switch error.primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED: return .locked
    case SQLITE_READONLY: return .readOnly
    case SQLITE_FULL: return .full
    case SQLITE_INTERRUPT: return .interrupted
    case SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_FORMAT, SQLITE_TOOBIG:
      return .damaged(Message(verbatim: error.message))
    // A table is missing from a file that is marked as ours.
    // Untranslated: SQL.
    case SQLITE_ERROR where error.message.hasPrefix("no such") || error.message.hasPrefix("malformed"):
      return .damaged(Message(verbatim: error.message))
    default: return .refused(Message(verbatim: error.message))
    }
  }
}

extension LibraryFile {
  /// The first reading connection of a file, and a way to open others if possible.
  private struct Opening {
    let first: Connection
    let again: (@Sendable () throws -> Connection)?

    /// Opens a connection, and can open others in the same way.
    init(_ open: @escaping @Sendable () throws -> Connection) throws {
      first = try open()
      again = open
    }

    /// Takes the only possible connection.
    init(only connection: Connection) {
      first = connection
      again = nil
    }
  }

  /// Opens the file shipped with the program, which is read-only.
  static func shipped(_ path: String) throws(LibraryError) -> LibraryFile {
    guard case .header(let header) = try LibraryHeader.read(path) else {
      throw LibraryError(path: path, reason: .missing)
    }
    try header.check(path)
    let file = LibraryFile(
      path: path, opening: try attempt(path) { try immutable(path) }, isWritable: false, schema: .current)
    let version = try file.checkedVersion()
    file.knownVersion.withLock { $0 = version }
    return file
  }

  /// Opens a user's file for reading or for writing; writing creates a missing file.
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
    let hasLog = ["-wal", "-shm"].contains { Glibc.access(path + $0, F_OK) == 0 }
    let file = LibraryFile(
      path: path, opening: try attempt(path) { try readable(path) }, isWritable: access == .writing,
      schema: schema, isNew: isNew, leavesNoLog: !hasLog)
    try file.settle()
    return file
  }

  /// SQLite uses these files beside the library; a link in place of one would redirect its writes to another file.
  private static func refuseLinks(beside path: String) throws(LibraryError) {
    for suffix in ["-wal", "-shm", "-journal"] {
      var status = stat()
      guard lstat(path + suffix, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { continue }
      throw LibraryError(
        path: path,
        reason: .refused(
          Message("{file} is a link to another file; remove the link", ["file": path + suffix])))
    }
  }

  /// Returns the version of the file, including its log; throws if its schema does not match that version.
  ///
  /// In a file from a later Regalia, only the parts that this one reads are checked.
  private func checkedVersion() throws(LibraryError) -> Int {
    let version = try read { try Schema.version(of: $0) }
    let schema = schema
    let difference = try read { try SchemaCheck.difference(in: $0, from: schema, version: version) }
    if let difference { throw LibraryError(path: path, reason: .damaged(difference)) }
    return version
  }

  /// Checks the file's version and schema, and migrates an older file to the newest version, keeping a copy.
  private func settle() throws(LibraryError) {
    let version = try checkedVersion()
    knownVersion.withLock { $0 = version }
    guard isWritable else { return }
    guard version <= schema.version else {
      throw LibraryError(path: path, reason: .newer(version: version))
    }
    guard version < schema.version else { return }
    try verify()
    try NewLibraryFile.keepCopy(of: self, named: "\(path).version-\(version)")
    let schema = schema
    try write { try schema.migrate($0) }
    knownVersion.withLock { $0 = schema.version }
  }

  private static func readable(_ path: String) throws -> Opening {
    do {
      return try Opening {
        let connection = try GuardedConnection.open(path, .reading)
        _ = try Schema.version(of: connection)
        return connection
      }
    } catch let error as SQLiteError where [SQLITE_CANTOPEN, SQLITE_READONLY].contains(error.primaryCode) {
      // A read-only folder has no room for the log's index, and a journal of a crashed program has to be played back
      // first.
      return hasLog(path) ? try copied(path) : try immutable(path)
    }
  }

  /// Whether a crashed program has left changes in a file beside this one.
  static func hasLog(_ path: String) -> Bool {
    ["-wal", "-journal"].contains { suffix in
      var status = stat()
      return stat(path + suffix, &status) == 0 && status.st_size > 0
    }
  }

  /// Opens a temporary copy of a file and its log.
  private static func copied(_ path: String) throws -> Opening {
    // Open files stay accessible after their folder is deleted.
    let folder = try ScratchFolder()
    let copy = folder.path + "/library.regalia"
    for suffix in ["", "-wal", "-journal"] where suffix.isEmpty || access(path + suffix, F_OK) == 0 {
      try FileCopy.make(of: path + suffix, at: copy + suffix)
    }
    let connection = try GuardedConnection.open(copy, .writing)
    _ = try Schema.version(of: connection)
    try connection.run("PRAGMA query_only = 1")  // Untranslated: SQL.
    return Opening(only: connection)
  }

  /// Opens a file that is never changed, without a log and locks.
  private static func immutable(_ path: String) throws -> Opening {
    let absolute = path.hasPrefix("/") ? path : FilePath(path, in: Folder.current, home: nil).text
    let uri = "file://\(escaped(absolute))?immutable=1"
    return try Opening { try GuardedConnection.open(uri, .reading) }
  }

  /// Returns a path escaped for a URI. https://www.sqlite.org/uri.html
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        byte < 0x80 && (scalar.properties.isAlphabetic || "0123456789/-._~".unicodeScalars.contains(scalar))
      return isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

/// A pool of connections to one file, opened on demand, each used by one thread at a time.
///
/// A library has one pool with two readers and one with a single writer. In WAL mode a reader sees a consistent state
/// of the file while the writer changes it. https://www.sqlite.org/wal.html
final class ConnectionPool: Sendable {
  private struct State: Sendable {
    var idle: [Connection]
    /// The number of connections that are open or being opened.
    var opened: Int
    var isClosed = false
  }

  private let state: ConditionLock<State>
  private let limit: Int
  private let open: @Sendable () throws -> Connection

  /// Creates a pool of at most `limit` connections, including `first` if given.
  init(limit: Int, first: Connection? = nil, open: @escaping @Sendable () throws -> Connection) {
    state = ConditionLock(State(idle: first.map { [$0] } ?? [], opened: first == nil ? 0 : 1))
    self.limit = limit
    self.open = open
  }

  /// Whether no connection has been opened.
  var isUnused: Bool { state.withLock { $0.opened == 0 } }

  /// Runs `body` with a connection; waits while all are in use.
  func use<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    let connection = try take()
    defer {
      state.withLock { if !$0.isClosed { $0.idle.append(connection) } }
      state.broadcast()
    }
    return try body(connection)
  }

  private func take() throws -> Connection {
    let idle = state.withLock(when: { !$0.idle.isEmpty || $0.opened < limit }) { state -> Connection? in
      if let connection = state.idle.popLast() { return connection }
      state.opened += 1
      return nil
    }
    if let idle { return idle }
    do {
      return try open()
    } catch {
      state.withLock { $0.opened -= 1 }
      state.broadcast()
      throw error
    }
  }

  /// Closes idle connections, and the others when they are returned.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.idle = []
    }
  }
}

/// The identity of a file in the file system, which reveals deleted and replaced files.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let number: UInt64

  /// Reads the identity of the file at `path`, or returns nil without one.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }
}

/// Compares the tables, indexes and triggers of a file with those that Regalia creates.
///
/// A view in place of a table, a computed column or a foreign trigger would execute when read or written: a file with
/// one is rejected before any other query.
struct SchemaCheck {
  private struct Item: Hashable {
    let type: String
    let name: String
    let sql: String
  }

  /// Returns a difference from a library of that version, or nil.
  static func difference(in database: Connection, from schema: Schema, version: Int) throws -> Message? {
    let found = try items(in: database)
    if version > schema.version { return try unreadable(in: found, by: schema) }
    let expected = try items(of: schema, version: version)
    guard found != expected else { return nil }
    for item in found.sorted(by: { $0.name < $1.name }) where !expected.contains(item) {
      let isKnown = expected.contains { $0.name == item.name }
      let name = "\(item.type) \(item.name)"
      return isKnown
        ? Message("{name} is not as Regalia makes it", ["name": name])
        : Message("{name} does not belong to Regalia", ["name": name])
    }
    let missing = expected.subtracting(found).map { "\($0.type) \($0.name)" }.min() ?? "table"
    return Message("{name} is missing", ["name": missing])
  }

  /// Returns a replacement of a table that this version reads in a file of a later version, or nil.
  ///
  /// Columns may have been added, and triggers do not run while reading; a view or a computed column would.
  private static func unreadable(in found: Set<Item>, by schema: Schema) throws -> Message? {
    let tables = try items(of: schema, version: schema.version).filter { $0.type == "table" }
    for table in tables.sorted(by: { $0.name < $1.name }) {
      guard let item = found.first(where: { $0.name == table.name }) else {
        return Message("{name} is missing", ["name": "table \(table.name)"])
      }
      if item == table { continue }
      let words = item.sql.uppercased().split { !$0.isLetter }
      let isPlain =
        item.type == "table" && words.starts(with: ["CREATE", "TABLE"]) && !words.contains("AS")
        && !words.contains("GENERATED")
      if !isPlain {
        return Message(
          "{name} is not one that this version can read", ["name": "\(item.type) \(item.name)"])
      }
    }
    return nil
  }

  /// Whether a table has the definition of this or an earlier version.
  static func isOurs(_ table: String, in database: Connection) throws -> Bool {
    let found = try items(in: database).filter { $0.name == table }
    let schema = Schema.current
    return try (1...schema.version).contains { version in
      try items(of: schema, version: version).filter { $0.name == table } == found
    }
  }

  /// The schemas that our own versions create, which are constant.
  private static let ours = Result {
    try (0...Schema.current.version).map { try made(by: .current, version: $0) }
  }

  private static func items(of schema: Schema, version: Int) throws -> Set<Item> {
    schema.steps == Schema.current.steps ? try ours.get()[version] : try made(by: schema, version: version)
  }

  private static func made(by schema: Schema, version: Int) throws -> Set<Item> {
    let database = try Connection()
    try Schema(steps: Array(schema.steps.prefix(version))).migrate(database)
    return try items(in: database)
  }

  private static func items(in database: Connection) throws -> Set<Item> {
    let columns = StoredColumns(["type", "name", "coalesce(sql, '')"])
    // Untranslated: SQL.
    let found = try StoredRows.fetch("table", columns, from: "FROM sqlite_schema", in: database) { row in
      Item(
        type: try row.text("type"), name: try row.text("name"), sql: try row.text("coalesce(sql, '')"))
    }
    // SQLite's internal tables, such as ANALYZE's, contain no foreign code.
    return Set(
      found.values.filter { !($0.name.hasPrefix("sqlite_") && ["table", "index"].contains($0.type)) })
  }
}

/// Opens connections to untrusted files.
///
/// https://www.sqlite.org/security.html
enum GuardedConnection {
  /// The largest size of a value in bytes: slightly more than the largest document, so that a row can hold one.
  static let largestValue = Int32(72 << 20)

  /// The number of concurrent readers; others wait. A connection keeps two open files and up to 2 MB of pages until the
  /// library is closed, and all reads are short.
  static let readers = 2

  static func open(_ path: String, _ access: Connection.Access) throws(SQLiteError) -> Connection {
    let connection = try Connection(path, access: access)
    try connection.defend([
      SQLITE_LIMIT_LENGTH: largestValue, SQLITE_LIMIT_SQL_LENGTH: 100_000, SQLITE_LIMIT_ATTACHED: 1,
      SQLITE_LIMIT_EXPR_DEPTH: 100, SQLITE_LIMIT_VDBE_OP: 25_000, SQLITE_LIMIT_FUNCTION_ARG: 16,
      SQLITE_LIMIT_TRIGGER_DEPTH: 10,
    ])
    return connection
  }

  /// Opens the connection that changes a library: commits survive a killed program, and readers continue meanwhile.
  static func openWriter(_ path: String) throws -> Connection {
    let connection = try open(path, .writing)
    guard try connection.value("PRAGMA journal_mode = WAL")?.text == "wal" else {  // Untranslated: SQL.
      throw LibraryError(
        path: path, reason: .refused(Message("the file system has no room for a log beside the file")))
    }
    try connection.run("PRAGMA synchronous = NORMAL")  // Untranslated: SQL.
    return connection
  }

  /// Runs `body` on a consistent state of the file, and stops it after more SQLite steps than an intact file of that
  /// size can need: cyclic pages would keep it running forever.
  static func read<Value>(_ connection: Connection, _ body: (Connection) throws -> Value) throws -> Value {
    try connection.transaction(.deferred) { try limited($0, body) }
  }

  /// Runs `body` with that limit on steps.
  static func limited<Value>(_ connection: Connection, _ body: (Connection) throws -> Value) throws -> Value {
    let pages = Int(try connection.integer("PRAGMA page_count") ?? 0)  // Untranslated: SQL.
    let (result, ranOut) = connection.limited(steps: stepsOfStart + stepsOfPage * pages, body)
    do {
      return try result.get()
    } catch let error as SQLiteError where ranOut && error.primaryCode == SQLITE_INTERRUPT {
      throw EndlessReading()
    }
  }

  private static let stepsOfStart = 20_000_000
  private static let stepsOfPage = 5_000
}

/// Reading took more steps than an intact file can need.
struct EndlessReading: Error {}
