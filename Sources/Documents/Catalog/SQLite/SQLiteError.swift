import CSQLite

/// A failure reported by SQLite.
struct SQLiteError: Error, Hashable, CustomStringConvertible {
  /// The extended result code. https://www.sqlite.org/rescode.html
  let code: Int32
  /// SQLite's message.
  let message: String
  /// The statement that failed, where one did.
  var sql: String?

  /// The result code without its extension, such as `SQLITE_BUSY` for `SQLITE_BUSY_SNAPSHOT`.
  var primaryCode: Int32 { code & 0xFF }

  /// Creates an error from a result code that no connection knows more about.
  init(code: Int32, message: String? = nil, sql: String? = nil) {
    self.code = code
    self.message = message ?? String(cString: sqlite3_errstr(code))
    self.sql = sql
  }

  /// Creates the error that the last call on a connection has reported.
  init(of handle: OpaquePointer?, code: Int32, sql: String? = nil) {
    let isCurrent = sqlite3_errcode(handle) & 0xFF == code & 0xFF
    self.init(
      code: isCurrent ? sqlite3_extended_errcode(handle) : code,
      message: isCurrent ? String(cString: sqlite3_errmsg(handle)) : nil, sql: sql)
  }

  var description: String {
    "SQLite error \(code): \(message)" + (sql.map { ", in “\($0)”" } ?? "")
  }
}
