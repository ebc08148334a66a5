import Localization

/// Reads the records of comma-separated values (RFC 4180) one by one.
public struct CSVReader {
  private let bytes: [UInt8]
  private let separator: UInt8
  private var index: Int
  private var line: Int

  /// The bytes of a cell.
  struct Cell {
    /// The bytes without the quotation marks around them.
    let range: Range<Int>
    /// Whether a quotation mark within stands twice.
    let isQuoted: Bool
  }

  /// Creates a reader of a table.
  ///
  /// - Parameters:
  ///   - bytes: The table, in UTF-8.
  ///   - separator: The separator of cells, an ASCII character.
  ///   - firstLine: The number of the bytes' first line in their file, from 1.
  public init(_ bytes: [UInt8], separator: Unicode.Scalar = ",", firstLine: Int = 1) {
    self.init(bytes, separator: UInt8(truncatingIfNeeded: separator.value), at: 0, line: firstLine)
  }

  /// Creates a reader that begins at a record, whose first line has a number.
  init(_ bytes: [UInt8], separator: UInt8, at index: Int, line: Int) {
    (self.bytes, self.separator, self.index, self.line) = (bytes, separator, index, line)
  }

  /// Where the next record begins: its first byte, and its line.
  var position: (index: Int, line: Int) { (index, line) }

  /// Returns the cells of the next record and the line where it begins, or nil after the last.
  ///
  /// Throws for an unclosed quotation mark, with its line.
  public mutating func record() throws(DataTable.Fault) -> (line: Int, cells: [String])? {
    try cells().map { record in (record.line, record.cells.map(text)) }
  }

  /// Returns the places of the next record's cells, or nil after the last.
  mutating func cells() throws(DataTable.Fault) -> (line: Int, cells: [Cell])? {
    guard index < bytes.count else { return nil }
    let start = line
    var cells: [Cell] = []
    repeat { cells.append(try cell()) } while endsWithSeparator()
    return (start, cells)
  }

  /// Returns the text of a cell.
  func text(of cell: Cell) -> String {
    let text = String(decoding: bytes[cell.range], as: UTF8.self)
    return cell.isQuoted ? text.replacing("\"\"", with: "\"") : text
  }

  /// Passes what follows a cell; returns whether another cell of the record comes.
  private mutating func endsWithSeparator() -> Bool {
    guard index < bytes.count else { return false }
    let byte = bytes[index]
    index += 1
    if byte == separator { return true }
    if byte == 13, index < bytes.count, bytes[index] == 10 { index += 1 }
    line += 1
    return false
  }

  private func isEnd(_ byte: UInt8) -> Bool { byte == separator || byte == 10 || byte == 13 }

  private mutating func cell() throws(DataTable.Fault) -> Cell {
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      let before = position
      do throws(DataTable.Fault) {
        return try quotedCell()
      } catch {
        // Tab-separated values often have no quotation marks of their own (IANA, text/tab-separated-values).
        guard separator == 9 else { throw error }
        (index, line) = before
      }
    }
    let start = index
    while index < bytes.count, !isEnd(bytes[index]) { index += 1 }
    return Cell(range: start..<index, isQuoted: false)
  }

  private mutating func quotedCell() throws(DataTable.Fault) -> Cell {
    let (start, startLine) = (index + 1, line)
    index = start
    var isQuoted = false
    while true {
      guard index < bytes.count else {
        throw DataTable.Fault(
          line: startLine,
          reason: Message("a quotation mark is not closed; close it, or write it twice within a value"))
      }
      let byte = bytes[index]
      index += 1
      if byte == 10 { line += 1 }
      guard byte == UInt8(ascii: "\"") else { continue }
      guard index < bytes.count, bytes[index] == byte else { break }
      isQuoted = true
      index += 1
    }
    guard index >= bytes.count || isEnd(bytes[index]) else {
      throw DataTable.Fault(
        line: line,
        reason: Message(
          "something stands behind a closing quotation mark; write quotation marks within a value twice"))
    }
    return Cell(range: start..<index - 1, isQuoted: isQuoted)
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
