/// Bytes of a row that are written straight into the pages of the file.
///
/// As a value of a statement they would be in memory four times over: bound, in the row that SQLite makes, and in what a
/// trigger reads and makes of it again.
struct LargeValue {
  private let bytes: [UInt8]

  /// From how many bytes on a value is written by itself.
  private static let least = 1 << 20

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// What a statement puts into the row: nothing where `finish` writes the bytes.
  var argument: [UInt8] { isLarge ? [] : bytes }

  private var isLarge: Bool { bytes.count >= Self.least }

  /// Writes the bytes into the row that a statement has just put `argument` into.
  func finish(_ column: String, of table: String, key: Int64, in database: Connection) throws {
    guard isLarge else { return }
    // The row counts as changed already, and its words do not change.
    try database.withoutTriggers {
      try database.execute(
        "UPDATE \(table) SET \(column) = zeroblob(?) WHERE key = ?", [bytes.count, key])
      try database.blob(column, of: table, key: key, isWritable: true).write(bytes)
    }
  }
}
