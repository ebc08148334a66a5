/// Reads the records of comma-separated values (RFC 4180) one by one.
public struct CSVReader {
  private let bytes: [UInt8]
  private let separator: UInt8
  private var index = 0
  private var line: Int

  /// Creates a reader of bytes in UTF-8 whose cells a separator of ASCII divides; they begin on a line of their file.
  public init(_ bytes: [UInt8], separator: Unicode.Scalar = ",", firstLine: Int = 1) {
    self.bytes = bytes
    line = firstLine
    self.separator = UInt8(truncatingIfNeeded: separator.value)
  }

  /// Returns the cells of the next record and the line on which it begins, or nil after the last.
  ///
  /// Throws where a quotation mark is not closed, with the line on which it stands.
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
  /// Returns a record without the end of its line; cells are put in quotation marks where they need it.
  public static func text(_ cells: [String]) -> String { cells.map(quoted).joined(separator: ",") }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }) else {
      return text
    }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
