// Untranslated file: faults in statements, for developers.

import CSQLite

/// A value that can be bound to a parameter of a statement.
protocol BindableValue {
  var stored: StoredValue { get }
}

extension StoredValue: BindableValue { var stored: StoredValue { self } }
extension Int: BindableValue { var stored: StoredValue { .integer(Int64(self)) } }
extension Int64: BindableValue { var stored: StoredValue { .integer(self) } }
extension Bool: BindableValue { var stored: StoredValue { .integer(self ? 1 : 0) } }
extension Double: BindableValue { var stored: StoredValue { .real(self) } }
extension String: BindableValue { var stored: StoredValue { .text(self) } }
extension [UInt8]: BindableValue { var stored: StoredValue { .blob(self) } }
extension Optional: BindableValue where Wrapped: BindableValue {
  var stored: StoredValue { self?.stored ?? .null }
}

/// A prepared statement; `Connection.withStatement` provides one, and resets it however its use ends.
///
/// A statement is finalised when it is released, and used only while its connection is open.
final class Statement {
  let sql: String
  let handle: OpaquePointer
  private let connection: OpaquePointer

  /// Prepares one statement; a text with several is an error.
  init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
    var made: OpaquePointer?
    var isWhole = true
    let code = sql.withCString { text in
      var rest: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(connection, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, &rest)
      isWhole = rest.map { String(cString: $0).allSatisfy { $0.isWhitespace || $0 == ";" } } ?? true
      return code
    }
    guard code == SQLITE_OK else { throw SQLiteError(of: connection, code: code, sql: sql) }
    guard let made, isWhole else {
      sqlite3_finalize(made)
      throw SQLiteError(code: SQLITE_MISUSE, message: "not one statement", sql: sql)
    }
    self.sql = sql
    self.connection = connection
    handle = made
  }

  deinit { sqlite3_finalize(handle) }

  /// The number of columns in a row.
  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// Binds values to the parameters, in order; their numbers must be equal.
  func bind(_ values: [any BindableValue]) throws(SQLiteError) {
    guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
      throw SQLiteError(code: SQLITE_RANGE, message: "\(values.count) values for the parameters", sql: sql)
    }
    for (index, value) in values.enumerated() {
      let code = bind(value.stored, CInt(index + 1))
      guard code == SQLITE_OK else { throw SQLiteError(of: connection, code: code, sql: sql) }
    }
  }

  private func bind(_ value: StoredValue, _ place: CInt) -> CInt {
    // SQLite copies the bytes before the call returns.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    return switch value {
    case .null: sqlite3_bind_null(handle, place)
    case .integer(let integer): sqlite3_bind_int64(handle, place, integer)
    case .real(let real): sqlite3_bind_double(handle, place, real)
    case .text(let text): sqlite3_bind_text(handle, place, text, CInt(text.utf8.count), copied)
    case .blob(let bytes):
      bytes.withUnsafeBytes { buffer in
        // Without an address SQLite would bind null.
        buffer.baseAddress.map { sqlite3_bind_blob64(handle, place, $0, UInt64(buffer.count), copied) }
          ?? sqlite3_bind_zeroblob(handle, place, 0)
      }
    }
  }

  /// Moves to the next row; returns false after the last one.
  func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw SQLiteError(of: connection, code: code, sql: sql)
    }
  }

  /// Clears the row, the bound values and the last error.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}
