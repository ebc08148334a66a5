/// A table of texts with named columns, read from comma-separated values (RFC 4180).
public struct CSVTable: Hashable, Sendable {
  /// The names of the columns in the order of the file, without duplicates.
  public let columns: [String]
  /// The rows below the names, without empty lines.
  public let rows: [Row]

  /// One record of the table.
  public struct Row: Hashable, Sendable {
    /// The line of the file where the row begins.
    public let line: Int
    /// The cells by their columns' names.
    public let values: [String: String]
  }

  /// An error in a table, with its line.
  public struct Fault: Error, CustomStringConvertible {
    /// The line of the fault, from 1.
    public let line: Int
    /// The fault, in words for a person.
    public let message: String

    public var description: String { "line \(line): \(message)" }
  }

  /// Returns a check for the bytes of a table as they are read: it describes a portion that cannot be part of a table,
  /// or returns nil.
  public static func check() -> (_ portion: ArraySlice<UInt8>) -> String? {
    var isWide: Bool?
    return { portion in
      let wide = isWide ?? EncodedText.isUTF16(portion)
      isWide = wide
      return wide ? nil : fault(in: portion)
    }
  }

  private static func fault(in bytes: some Sequence<UInt8>) -> String? {
    let isText = bytes.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
    return isText ? nil : "it is no table: characters stand in it that no text has; save it as CSV in UTF-8"
  }

  /// Reads a table whose first line names the columns.
  ///
  /// Semicolons or tabs may replace commas, and so may any character that a first line such as `sep=|` names, as Excel
  /// writes it. UTF-16 is read if it has a byte order mark. Empty columns and rows are omitted.
  ///
  /// Throws an error with its line if the bytes are not text, a column has no name or a duplicate one, or a record has
  /// a different number of cells than the table has columns.
  public init(_ bytes: [UInt8]) throws(Fault) {
    guard var bytes = EncodedText.utf8(bytes).map({ $0[...] }) else {
      throw Fault(line: 1, message: "the table is damaged UTF-16; save it as CSV in UTF-8")
    }
    if let words = Self.fault(in: bytes) { throw Fault(line: 1, message: words) }
    if let line = Self.firstSpoiledLine(bytes) {
      throw Fault(line: line, message: "the table is not UTF-8; save it as CSV in UTF-8")
    }
    let named = Self.namedSeparator(bytes)
    if let named { bytes = bytes.dropFirst(named.length) }
    let separator = named?.separator ?? Self.usualSeparator(bytes)
    var reader = CSVReader(Array(bytes), separator: separator, firstLine: named == nil ? 1 : 2)
    guard let names = try reader.record(), names.cells.contains(where: { !$0.isEmpty }) else {
      throw Fault(line: 1, message: "the names of the columns are missing")
    }
    let columns = names.cells.filter { !$0.isEmpty }
    if let twice = columns.first(where: { name in columns.count { $0 == name } > 1 }) {
      throw Fault(line: names.line, message: "two columns are called “\(twice)”")
    }
    var rows: [Row] = []
    while let record = try reader.record() {
      if record.cells.allSatisfy(\.isEmpty) { continue }
      guard record.cells.count == names.cells.count else {
        throw Fault(
          line: record.line,
          message: "\(record.cells.count) values stand under \(names.cells.count) columns")
      }
      let cells = Array(zip(names.cells, record.cells))
      if let place = cells.firstIndex(where: { $0.0.isEmpty && !$0.1.isEmpty }) {
        throw Fault(line: record.line, message: "a value stands in column \(place + 1), which has no name")
      }
      let values = Dictionary(uniqueKeysWithValues: cells.filter { !$0.0.isEmpty })
      rows.append(Row(line: record.line, values: values))
    }
    self.columns = columns
    self.rows = rows
  }

  /// Returns the number of the first line that is not UTF-8, or nil.
  private static func firstSpoiledLine(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
  }

  /// Returns the separator that a first line such as `sep=;` names, and the length of that line.
  private static func namedSeparator(_ bytes: ArraySlice<UInt8>) -> (separator: Unicode.Scalar, length: Int)?
  {
    let line = bytes.prefix { $0 != 10 && $0 != 13 }
    var words = line
    if words.count > 2, words.first == UInt8(ascii: "\""), words.last == UInt8(ascii: "\"") {
      words = words.dropFirst().dropLast()
    }
    guard words.count == 5, String(decoding: words.prefix(4), as: UTF8.self).lowercased() == "sep=",
      let separator = words.last, separator < 0x80, separator != UInt8(ascii: "\"")
    else { return nil }
    let end = bytes[line.endIndex...]
    return (Unicode.Scalar(separator), line.count + (end.starts(with: [13, 10]) ? 2 : min(end.count, 1)))
  }

  /// Returns the separator of the first line: the candidate that occurs most often outside quotation marks.
  private static func usualSeparator(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar {
    let separators: [Unicode.Scalar] = [",", ";", "\t"]
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 10 || byte == 13 { break }
      if let index = separators.firstIndex(where: { $0.value == UInt32(byte) }) { counts[index] += 1 }
    }
    return separators[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
  }
}

/// Reads the records of comma-separated values (RFC 4180) one by one.
public struct CSVReader {
  private let bytes: [UInt8]
  private let separator: UInt8
  private var index = 0
  private var line: Int

  /// Creates a reader of bytes in UTF-8 with an ASCII separator; `firstLine` is the bytes' first line in their file.
  public init(_ bytes: [UInt8], separator: Unicode.Scalar = ",", firstLine: Int = 1) {
    self.bytes = bytes
    line = firstLine
    self.separator = UInt8(truncatingIfNeeded: separator.value)
  }

  /// Returns the cells of the next record and the line where it begins, or nil after the last.
  ///
  /// Throws for an unclosed quotation mark, with its line.
  public mutating func record() throws(CSVTable.Fault) -> (line: Int, cells: [String])? {
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

  private mutating func cell() throws(CSVTable.Fault) -> String {
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
        throw CSVTable.Fault(line: start, message: "a quotation mark is not closed")
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
      throw CSVTable.Fault(line: line, message: "something stands behind a closing quotation mark")
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Writes comma-separated values (RFC 4180).
public enum CSVLine {
  /// Returns a record without a line ending; cells are quoted if necessary.
  public static func text(_ cells: [String]) -> String { cells.map(quoted).joined(separator: ",") }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }) else {
      return text
    }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
