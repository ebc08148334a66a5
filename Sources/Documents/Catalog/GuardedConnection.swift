import CSQLite

/// How connections to files are opened that anybody may have made.
///
/// https://www.sqlite.org/security.html
enum GuardedConnection {
  /// The bytes that one value may have: a little more than the largest document, so that a row can hold one.
  static let largestValue = Int32(72 << 20)

  /// How many may read a file at once; what else wants to read waits. A connection keeps its two files and up to 2 MB of
  /// pages until the library is closed, and nothing that is read takes long.
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

  /// Opens the connection that changes a library: what is committed outlives a program that is killed, and readers go on
  /// meanwhile.
  static func openWriter(_ path: String) throws -> Connection {
    let connection = try open(path, .writing)
    guard try connection.value("PRAGMA journal_mode = WAL")?.text == "wal" else {
      throw SQLiteError(
        code: SQLITE_CANTOPEN, message: "the file system has no room for a log beside the file")
    }
    try connection.run("PRAGMA synchronous = NORMAL")
    return connection
  }

  /// Runs `body` in one state of the file, and stops it once SQLite has taken more steps than a sound file of so many
  /// pages can need: pages that point to each other would keep it busy for ever.
  static func read<Value>(_ connection: Connection, _ body: (Connection) throws -> Value) throws -> Value {
    try connection.transaction(.deferred) { try limited($0, body) }
  }

  /// Runs `body` with that bound on its steps.
  static func limited<Value>(_ connection: Connection, _ body: (Connection) throws -> Value) throws -> Value {
    let pages = Int(try connection.integer("PRAGMA page_count") ?? 0)
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

/// Reading took more steps than the file can hold.
struct EndlessReading: Error {}
