import CSQLite

/// A connection to a database.
///
/// One thread at a time uses it, which `ConnectionPool` ensures; SQLite also locks the connection itself, so that any
/// thread may call `interrupt()`.
final class Connection: @unchecked Sendable {
  /// The connection's access to the file.
  enum Access {
    /// Reading; the file must exist.
    case reading
    /// Reading and writing; the file must exist.
    case writing
    /// Reading and writing; a missing file is created.
    case creating
  }

  private let handle: OpaquePointer
  private var idle: [String: Statement] = [:]

  /// The maximum number of prepared statements kept; the program has fewer.
  private static let mostIdle = 100

  /// The maximum page cache of a connection, in KiB.
  private static let cachedKibibytes = 2000

  /// Opens a file, or a database in memory if no path is given.
  ///
  /// `path` may be a `file:` URI. If others hold a lock, calls wait up to `patience` seconds and then report
  /// `SQLITE_BUSY`.
  init(_ path: String = ":memory:", access: Access = .creating, patience: Double = 2) throws(SQLiteError) {
    var made: OpaquePointer?
    let flags =
      switch access {
      case .reading: SQLITE_OPEN_READONLY
      case .writing: SQLITE_OPEN_READWRITE
      case .creating: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let code = sqlite3_open_v2(
      path, &made, flags | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let made else {
      let error = SQLiteError(of: made, code: code)
      // SQLite creates a connection even if opening fails, unless memory is exhausted.
      sqlite3_close_v2(made)
      throw error
    }
    handle = made
    sqlite3_busy_timeout(made, CInt(patience * 1000))
    // Double quotes are for names only, so that a misspelt name is an error rather than a text.
    for option in [SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL] {
      _ = regalia_sqlite3_set(made, option, 0)
    }
    try run("PRAGMA cache_size = -\(Self.cachedKibibytes)")  // Untranslated: SQL.
  }

  deinit {
    idle.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Protects against untrusted files: no direct changes of the schema, low limits, and cell checks.
  ///
  /// https://www.sqlite.org/security.html
  func defend(_ limits: KeyValuePairs<Int32, Int32>) throws(SQLiteError) {
    _ = regalia_sqlite3_set(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    for (category, limit) in limits { sqlite3_limit(handle, category, limit) }
    try run("PRAGMA cell_size_check = 1; PRAGMA mmap_size = 0")  // Untranslated: SQL.
  }

  /// Makes the running statement report `SQLITE_INTERRUPT`; any thread may call it.
  func interrupt() { sqlite3_interrupt(handle) }

  // MARK: Statements

  /// Runs a script of statements without parameters; reports the first error.
  func run(_ script: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(of: handle, code: code, sql: script) }
  }

  /// Provides a prepared statement with bound values, and resets it however `body` ends.
  ///
  /// It is kept for the next use; a statement that is already in use is prepared again.
  func withStatement<Value>(
    _ sql: String, _ values: [any BindableValue] = [], _ body: (Statement) throws -> Value
  ) throws -> Value {
    let statement = try idle.removeValue(forKey: sql) ?? Statement(sql, on: handle)
    defer {
      statement.reset()
      if idle.count >= Self.mostIdle { idle.removeAll() }
      idle[sql] = statement
    }
    try statement.bind(values)
    return try body(statement)
  }

  /// Runs one statement to completion.
  func execute(_ sql: String, _ values: [any BindableValue] = []) throws {
    try withStatement(sql, values) { statement in while try statement.step() {} }
  }

  /// Returns the first column of the first row, or nil without a row or for a text that is not UTF-8.
  func value(_ sql: String, _ values: [any BindableValue] = []) throws -> StoredValue? {
    try withStatement(sql, values) { try $0.step() ? StoredValue($0, 0) : nil }
  }

  /// Returns the integer in the first column of the first row, or nil.
  func integer(_ sql: String, _ values: [any BindableValue] = []) throws -> Int64? {
    try value(sql, values)?.integer
  }

  /// Returns whether the first column of the first row is a number other than 0.
  func isTrue(_ sql: String, _ values: [any BindableValue] = []) throws -> Bool {
    try integer(sql, values) ?? 0 != 0
  }

  /// Returns the texts in the first column of all rows.
  func texts(_ sql: String, _ values: [any BindableValue] = []) throws -> [String] {
    try withStatement(sql, values) { statement in
      var texts: [String] = []
      while try statement.step() { if let text = StoredValue(statement, 0)?.text { texts.append(text) } }
      return texts
    }
  }

  /// The key of the last inserted row.
  var lastInsertedKey: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The number of rows changed by the last statement, without those changed by triggers.
  var changedRows: Int { Int(sqlite3_changes64(handle)) }

  // MARK: Transactions

  /// The time at which a transaction locks.
  enum Transaction: String {
    /// At the first statement: for reading, with one consistent state of the file until its end.
    case deferred = "BEGIN DEFERRED"
    /// Immediately, for writing.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Runs `body` in a transaction, which is rolled back if it throws.
  func transaction<Value>(_ kind: Transaction, _ body: (Connection) throws -> Value) throws -> Value {
    try execute(kind.rawValue)
    do {
      let result = try body(self)
      try execute("COMMIT")
      return result
    } catch {
      // SQLite has already rolled back after some errors, such as a full disk.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Runs `body` in a nested transaction, which is rolled back if it throws; the outer transaction continues.
  func savepoint<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    try execute("SAVEPOINT part")  // Untranslated: SQL.
    do {
      let result = try body(self)
      try execute("RELEASE part")  // Untranslated: SQL.
      return result
    } catch {
      if sqlite3_get_autocommit(handle) == 0 {
        try? execute("ROLLBACK TO part")  // Untranslated: SQL.
        try? execute("RELEASE part")  // Untranslated: SQL.
      }
      throw error
    }
  }

  /// Runs `body` without triggers.
  func withoutTriggers<Value>(_ body: () throws -> Value) rethrows -> Value {
    _ = regalia_sqlite3_set(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    defer { _ = regalia_sqlite3_set(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1) }
    return try body()
  }

  /// Runs `body` and makes it report `SQLITE_INTERRUPT` after about `steps` steps of SQLite's virtual machine; also
  /// returns whether that has happened.
  func limited<Value>(steps: Int, _ body: (Connection) throws -> Value) -> (
    Result<Value, any Error>, ranOut: Bool
  ) {
    var rest = steps
    return withUnsafeMutablePointer(to: &rest) { rest in
      sqlite3_progress_handler(
        handle, Self.progressInterval,
        { context in
          guard let rest = context?.assumingMemoryBound(to: Int.self) else { return 1 }
          rest.pointee -= Int(Connection.progressInterval)
          return rest.pointee < 0 ? 1 : 0
        }, rest)
      defer { sqlite3_progress_handler(handle, 0, nil, nil) }
      let result = Result { try body(self) }
      return (result, ranOut: rest.pointee < 0)
    }
  }

  private static let progressInterval: Int32 = 10_000

  // MARK: Whole files

  /// Copies the whole database into another, replacing its content.
  func backUp(to target: Connection) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw SQLiteError(of: target.handle, code: sqlite3_errcode(target.handle))
    }
    let code = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw SQLiteError(of: target.handle, code: code == SQLITE_DONE ? end : code)
    }
  }

  /// Moves the log's content into the file and truncates the log, unless it is being read.
  func emptyLog() throws(SQLiteError) {
    // SQLite discovers the log only once it has read something.
    try run("PRAGMA user_version")  // Untranslated: SQL.
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(of: handle, code: code) }
  }

  /// Opens the bytes of one value in a row.
  func blob(
    _ column: String, of table: String, key: Int64, isWritable: Bool = false
  ) throws(SQLiteError) -> Blob {
    try Blob(handle, table, column, key, isWritable)
  }

  /// The bytes of one value, read or written in place; their number is fixed.
  struct Blob: ~Copyable {
    private let connection: OpaquePointer
    private let handle: OpaquePointer

    fileprivate init(
      _ connection: OpaquePointer, _ table: String, _ column: String, _ key: Int64, _ isWritable: Bool
    ) throws(SQLiteError) {
      var made: OpaquePointer?
      let code = sqlite3_blob_open(connection, "main", table, column, key, isWritable ? 1 : 0, &made)
      guard code == SQLITE_OK, let made else { throw SQLiteError(of: connection, code: code) }
      self.connection = connection
      handle = made
    }

    deinit { sqlite3_blob_close(handle) }

    var count: Int { Int(sqlite3_blob_bytes(handle)) }

    /// Returns the bytes in a range, which must be within the value.
    func read(_ range: Range<Int>) throws(SQLiteError) -> [UInt8] {
      var code = SQLITE_OK
      let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
        code = sqlite3_blob_read(handle, buffer.baseAddress, CInt(range.count), CInt(range.lowerBound))
        count = code == SQLITE_OK ? range.count : 0
      }
      guard code == SQLITE_OK else { throw SQLiteError(of: connection, code: code) }
      return bytes
    }

    /// Writes bytes from the start.
    func write(_ bytes: [UInt8]) throws(SQLiteError) {
      let code = bytes.withUnsafeBytes { sqlite3_blob_write(handle, $0.baseAddress, CInt($0.count), 0) }
      guard code == SQLITE_OK else { throw SQLiteError(of: connection, code: code) }
    }
  }
}

/// An error reported by SQLite.
struct SQLiteError: Error, Hashable, CustomStringConvertible {
  /// The extended result code. https://www.sqlite.org/rescode.html
  let code: Int32
  /// SQLite's message.
  let message: String
  /// The statement that failed, if any.
  var sql: String?

  /// The result code without its extension, such as `SQLITE_BUSY` for `SQLITE_BUSY_SNAPSHOT`.
  var primaryCode: Int32 { code & 0xFF }

  /// Creates an error from a result code without a connection's message.
  init(code: Int32, message: String? = nil, sql: String? = nil) {
    self.code = code
    self.message = message ?? String(cString: sqlite3_errstr(code))
    self.sql = sql
  }

  /// Creates an error from the last call on a connection.
  init(of handle: OpaquePointer?, code: Int32, sql: String? = nil) {
    let isCurrent = sqlite3_errcode(handle) & 0xFF == code & 0xFF
    self.init(
      code: isCurrent ? sqlite3_extended_errcode(handle) : code,
      message: isCurrent ? String(cString: sqlite3_errmsg(handle)) : nil, sql: sql)
  }

  var description: String {
    "SQLite error \(code): \(message)" + (sql.map { ", in “\($0)”" } ?? "")  // Untranslated: a log.
  }
}
