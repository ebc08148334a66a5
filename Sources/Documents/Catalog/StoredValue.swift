import CSQLite

/// A value as SQLite stores it.
enum StoredValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  var text: String? { if case .text(let text) = self { text } else { nil } }

  var bytes: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }

  var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

  /// The number; whole ones are stored as integers whatever the column says.
  var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real.isFinite ? real : nil
    default: nil
    }
  }

  /// Reads a column of the row that a statement stands on, with one copy of its bytes; nil where it holds text that is
  /// not UTF-8, or more of it than a text of ours has.
  init?(_ statement: Statement, _ index: Int) {
    let (row, column) = (statement.handle, CInt(index))
    switch sqlite3_column_type(row, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(row, column))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(row, column))
    case SQLITE_TEXT:
      let start = UnsafeRawPointer(sqlite3_column_text(row, column))
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column)))
      guard bytes.count <= StoredRow.longestText, let text = String(validating: bytes, as: UTF8.self)
      else { return nil }
      self = .text(text)
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(row, column)
      self = .blob(Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column)))))
    default: self = .null
    }
  }
}
