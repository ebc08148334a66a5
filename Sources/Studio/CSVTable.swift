/// A table of texts with a name for each column, read from comma-separated values (RFC 4180).
public struct CSVTable: Hashable, Sendable {
  public let columns: [String]
  public let rows: [Row]

  public struct Row: Hashable, Sendable {
    /// The line of the file on which the row begins.
    public let line: Int
    public let values: [String: String]
  }

  /// A table that cannot be read, and where.
  public struct Fault: Error, CustomStringConvertible {
    public let line: Int
    public let message: String

    public var description: String { "line \(line): \(message)" }
  }

  /// Reads a table whose first line names the columns; semicolons or tabs may stand in place of commas.
  public init(_ bytes: [UInt8]) throws(Fault) {
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Fault(line: 1, message: "the table is not UTF-8")
    }
    let head = bytes.prefix { $0 != 10 && $0 != 13 }
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let counts = separators.map { separator in head.count { $0 == separator } }
    let separator = separators[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
    var reader = Reader(bytes: Array(bytes), separator: separator)
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

  private struct Reader {
    let bytes: [UInt8]
    let separator: UInt8
    var index = 0
    var line = 1

    /// Returns the cells of the next record, or nil after the last.
    mutating func record() throws(Fault) -> (line: Int, cells: [String])? {
      guard index < bytes.count else { return nil }
      let start = line
      var cells: [String] = []
      while true {
        cells.append(try cell())
        guard index < bytes.count else { break }
        let byte = bytes[index]
        index += 1
        if byte == separator { continue }
        if byte == 13, index < bytes.count, bytes[index] == 10 { index += 1 }
        line += 1
        break
      }
      return (start, cells)
    }

    private mutating func cell() throws(Fault) -> String {
      var text: [UInt8] = []
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
        while index < bytes.count, ![separator, 10, 13].contains(bytes[index]) {
          text.append(bytes[index])
          index += 1
        }
        return String(decoding: text, as: UTF8.self)
      }
      let start = line
      index += 1
      while true {
        guard index < bytes.count else {
          throw Fault(line: start, message: "a quotation mark is not closed")
        }
        let byte = bytes[index]
        index += 1
        if byte == 10 { line += 1 }
        if byte != UInt8(ascii: "\"") {
          text.append(byte)
        } else if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
          text.append(byte)
          index += 1
        } else {
          break
        }
      }
      guard index >= bytes.count || [separator, 10, 13].contains(bytes[index]) else {
        throw Fault(line: line, message: "something stands behind a closing quotation mark")
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
