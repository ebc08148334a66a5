import GRDB

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

  /// Reads a column of a row that a cursor stands on; nil where it holds text that is not UTF-8.
  init?(_ row: Row, _ index: Int) throws {
    switch (row[index] as DatabaseValue).storage {
    case .null: self = .null
    case .int64(let integer): self = .integer(integer)
    case .double(let real): self = .real(real)
    case .string:
      guard let text = String(validating: try row.bytes(index), as: UTF8.self) else { return nil }
      self = .text(text)
    case .blob: self = .blob(try row.bytes(index))
    }
  }
}
