import CSQLite
import GRDB

/// How connections to files are opened that anybody may have made.
///
/// https://www.sqlite.org/security.html
enum GuardedConnection {
  /// The bytes that one value may have: a little more than the largest document, so that a row can hold one.
  static let largestValue = Int32(72 << 20)

  /// How many may read a file at once; what else wants to read waits. A connection keeps its two files and up to 2 MB of
  /// pages until the library is closed, and nothing that is read takes long.
  static let readers = 2

  static func configuration(patience: Double = 2) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.maximumReaderCount = readers
    // They are opened once: later there may be another file at the path.
    configuration.persistentReadOnlyConnections = true
    configuration.prepareDatabase { database in
      let connection = database.sqliteConnection
      _ = regalia_sqlite3_set(connection, SQLITE_DBCONFIG_DEFENSIVE, 1)
      for (category, limit) in [
        (SQLITE_LIMIT_LENGTH, largestValue), (SQLITE_LIMIT_SQL_LENGTH, 100_000), (SQLITE_LIMIT_ATTACHED, 1),
        (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_VDBE_OP, 25_000), (SQLITE_LIMIT_FUNCTION_ARG, 16),
        (SQLITE_LIMIT_TRIGGER_DEPTH, 10),
      ] { sqlite3_limit(connection, category, limit) }
      try database.execute(sql: "PRAGMA cell_size_check = 1; PRAGMA mmap_size = 0")
    }
    return configuration
  }

  /// Runs `body` and stops it once SQLite has taken more steps than a sound file of so many pages can need: pages
  /// that point to each other would keep it busy for ever.
  static func limited<Value>(
    _ database: Database, pages: Int, _ body: (Database) throws -> Value
  ) throws -> Value {
    var rest = stepsOfStart + stepsOfPage * pages
    return try withUnsafeMutablePointer(to: &rest) { rest in
      let connection = database.sqliteConnection
      sqlite3_progress_handler(
        connection, interval,
        { context in
          guard let rest = context?.assumingMemoryBound(to: Int.self) else { return 1 }
          rest.pointee -= Int(GuardedConnection.interval)
          return rest.pointee < 0 ? 1 : 0
        }, rest)
      defer { sqlite3_progress_handler(connection, 0, nil, nil) }
      do {
        return try body(database)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT && rest.pointee < 0 {
        throw EndlessReading()
      }
    }
  }

  private static let interval: Int32 = 10_000
  private static let stepsOfStart = 20_000_000
  private static let stepsOfPage = 5_000
}

/// Reading took more steps than the file can hold.
struct EndlessReading: Error {}
