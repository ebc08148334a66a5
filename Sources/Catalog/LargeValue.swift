import CSQLite
import Foundation
import GRDB

/// Bytes of a row that are written straight into the pages of the file.
///
/// As an argument of a statement they would be in memory four times over: bound, in the row that SQLite makes, and in what a
/// trigger reads and makes of it again.
struct LargeValue {
  private let bytes: [UInt8]

  /// From how many bytes on a value is written by itself.
  private static let least = 1 << 20

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// What a statement puts into the row: nothing where `finish` writes the bytes.
  var argument: Data { isLarge ? Data() : Row.blob(bytes) }

  private var isLarge: Bool { bytes.count >= Self.least }

  /// Writes the bytes into the row that a statement has just put `argument` into.
  func finish(_ column: String, of table: String, key: Int64, in database: Database) throws {
    guard isLarge else { return }
    let connection = database.sqliteConnection
    // The row counts as changed already, and its words do not change.
    _ = regalia_sqlite3_set(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    defer { _ = regalia_sqlite3_set(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1) }
    try database.execute(
      sql: "UPDATE \(table) SET \(column) = zeroblob(?) WHERE key = ?", arguments: [bytes.count, key])
    var blob: OpaquePointer?
    defer { sqlite3_blob_close(blob) }
    let opened = sqlite3_blob_open(connection, "main", table, column, key, 1, &blob)
    guard opened == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: opened)) }
    let written = bytes.withUnsafeBytes { sqlite3_blob_write(blob, $0.baseAddress, CInt($0.count), 0) }
    guard written == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: written)) }
  }
}
