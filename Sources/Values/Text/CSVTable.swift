/// A table of texts with a name for each column, read from comma-separated values (RFC 4180).
public struct CSVTable: Hashable, Sendable {
  /// The names of the columns in the order of the file; no two are the same.
  public let columns: [String]
  /// The rows below the names, without empty lines.
  public let rows: [Row]

  /// One record of the table.
  public struct Row: Hashable, Sendable {
    /// The line of the file on which the row begins.
    public let line: Int
    /// The cells by the names of their columns.
    public let values: [String: String]
  }

  /// A table that cannot be read, and where.
  public struct Fault: Error, CustomStringConvertible {
    /// The line on which the fault is, from 1.
    public let line: Int
    /// What is wrong, in words for a person.
    public let message: String

    public var description: String { "line \(line): \(message)" }
  }

  /// Returns what is wrong with some bytes of a file that cannot stand in any table, or nil.
  public static func fault(in bytes: ArraySlice<UInt8>) -> String? {
    let isText = bytes.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
    return isText ? nil : "it is no table: characters stand in it that no text has"
  }

  /// Reads a table whose first line names the columns; semicolons or tabs may stand in place of commas.
  ///
  /// Throws with the line of the fault where the bytes are no UTF-8, columns have no name or the same one, or a
  /// record has more or fewer cells than there are columns.
  public init(_ bytes: [UInt8]) throws(Fault) {
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Fault(line: 1, message: "the table is not UTF-8")
    }
    let head = bytes.prefix { $0 != 10 && $0 != 13 }
    let separators: [Unicode.Scalar] = [",", ";", "\t"]
    let counts = separators.map { separator in head.count { $0 == UInt8(ascii: separator) } }
    let separator = separators[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
    var reader = CSVReader(Array(bytes), separator: separator)
    guard let names = try reader.record(), names.cells.contains(where: { !$0.isEmpty }) else {
      throw Fault(line: 1, message: "the names of the columns are missing")
    }
    let columns = names.cells
    if let twice = columns.first(where: { name in columns.count { $0 == name } > 1 }) {
      throw Fault(line: 1, message: "two columns are called “\(twice)”")
    }
    var rows: [Row] = []
    while let record = try reader.record() {
      if record.cells == [""] { continue }
      guard record.cells.count == columns.count else {
        throw Fault(
          line: record.line, message: "\(record.cells.count) values stand under \(columns.count) columns")
      }
      rows.append(
        Row(line: record.line, values: Dictionary(uniqueKeysWithValues: zip(columns, record.cells))))
    }
    self.columns = columns
    self.rows = rows
  }
}
