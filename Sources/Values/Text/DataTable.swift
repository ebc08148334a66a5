public import Localization

/// A table of texts with named columns: comma- or tab-separated values (RFC 4180), or JSON lines.
///
/// The places of the rows are found once; a row is read when it is asked for. A row with a fault does not keep others
/// from being read.
public struct DataTable: Sendable {
  /// The names of the columns in the order of the file, without duplicates.
  public let columns: [String]

  private let bytes: [UInt8]
  private let rows: [Place]
  private let kind: Kind

  /// Where a row begins: its first byte, and its line.
  private struct Place {
    let index: Int
    let line: Int
  }

  private enum Kind {
    /// Cells under the names of the first line, of which some may be empty.
    case separated(by: UInt8, names: [String])
    /// An object on each line (https://jsonlines.org).
    case jsonLines
  }

  /// One record of the table.
  public struct Row: Hashable, Sendable {
    /// The line of the file where the row begins.
    public let line: Int
    /// The cells by their columns' names; all columns are present.
    public let values: [String: String]
  }

  /// An error in a table, with its line and, where it is in one cell, the column.
  public struct Fault: LocalizableError, Hashable {
    /// The line of the fault, from 1.
    public let line: Int
    /// The name of the column, or nil.
    public let column: String?
    /// The fault and the remedy, without the place.
    public let reason: Message

    init(line: Int, column: String? = nil, reason: Message) {
      (self.line, self.column, self.reason) = (line, column, reason)
    }

    /// The line, the column where it is known, the fault and the remedy.
    public var message: Message {
      guard let column else {
        return Message("line {line}: {fault}", ["line": String(line)], parts: ["fault": reason])
      }
      return Message(
        "line {line}, column {column}: {fault}", ["line": String(line), "column": column],
        parts: ["fault": reason])
    }
  }

  /// The number of rows, without empty ones.
  public var count: Int { rows.count }

  /// Returns the number of the line where a row begins, from 1.
  ///
  /// - Parameter index: The index of the row, in 0..<`count`.
  public func line(ofRow index: Int) -> Int { rows[index].line }

  // MARK: Reading

  /// Returns a check for the bytes of a table as they are read: it describes a portion that cannot be part of a table,
  /// or returns nil.
  public static func check() -> (_ portion: ArraySlice<UInt8>) -> Message? {
    var isWide: Bool?
    return { portion in
      let wide = isWide ?? EncodedText.isUTF16(portion)
      isWide = wide
      return wide ? nil : fault(in: portion)
    }
  }

  private static func fault(in bytes: some Sequence<UInt8>) -> Message? {
    let isText = bytes.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
    return isText
      ? nil : Message("it is no table: characters stand in it that no text has; save it as CSV in UTF-8")
  }

  /// Reads a table whose first line names the columns, or which has a JSON object on each line.
  ///
  /// Semicolons or tabs may replace commas, and so may any character that a first line such as `sep=|` names, as Excel
  /// writes it. UTF-16 is read if it has a byte order mark. Empty columns and rows are omitted. `name` is the file's
  /// name: with `.tsv` only tabs separate cells.
  ///
  /// - Parameters:
  ///   - bytes: The file, in UTF-8 or with a byte order mark in UTF-16.
  ///   - name: The file's name: with `.tsv` only tabs separate cells.
  /// - Throws: ``Fault`` with its line if the bytes are not text, a column has no name or a duplicate one, or a
  ///   quotation mark is not closed.
  public init(_ bytes: [UInt8], named name: String = "") throws(Fault) {
    guard let text = EncodedText.utf8(bytes) else {
      throw Fault(line: 1, reason: Message("the table is damaged UTF-16; save it as CSV in UTF-8"))
    }
    if let fault = Self.fault(in: text) { throw Fault(line: 1, reason: fault) }
    switch text.first(where: { !" \t\r\n".utf8.contains($0) }) {
    case UInt8(ascii: "{"): try self.init(jsonLines: text)
    case UInt8(ascii: "["):
      throw Fault(
        line: 1,
        reason: Message("a JSON list stands here; write one object on each line, as jq -c '.[]' does"))
    default: try self.init(separated: text, onlyByTabs: name.lowercased().hasSuffix(".tsv"))
    }
  }

  /// Returns a row with the values of all columns.
  ///
  /// - Parameter index: The index of the row, in 0..<`count`.
  /// - Throws: ``Fault`` if the row has a different number of cells than there are columns, or is not a JSON object.
  public func row(_ index: Int) throws(Fault) -> Row {
    let place = rows[index]
    switch kind {
    case .separated(let separator, let names):
      var reader = CSVReader(bytes, separator: separator, at: place.index, line: place.line)
      let cells = try reader.record()?.cells ?? []
      return Row(line: place.line, values: try Self.values(of: cells, under: names, line: place.line))
    case .jsonLines:
      let members = try Self.members(on: line(at: place.index), number: place.line)
      var values = Dictionary(uniqueKeysWithValues: columns.map { ($0, "") })
      for member in members {
        values[member.name] = try Self.text(of: member, line: place.line)
      }
      return Row(line: place.line, values: values)
    }
  }

  private static let encodingAdvice = Message(
    "the text is not UTF-8; save the table as “CSV UTF-8”, or convert it with iconv -f WINDOWS-1252 -t UTF-8")
}

// Separated values.
extension DataTable {
  private init(separated text: [UInt8], onlyByTabs: Bool) throws(Fault) {
    let named = Self.namedSeparator(text)
    let separator = onlyByTabs ? 9 : named?.separator ?? Self.usualSeparator(text.dropFirst(0))
    let start = onlyByTabs ? nil : named
    var reader = CSVReader(text, separator: separator, at: start?.length ?? 0, line: start == nil ? 1 : 2)
    try Self.checkEncoding(of: text, reader)
    guard let names = try reader.record(), names.cells.contains(where: { !$0.isEmpty }) else {
      throw Fault(
        line: 1, reason: Message("the names of the columns are missing; write them in the first line"))
    }
    let columns = names.cells.filter { !$0.isEmpty }
    if let twice = columns.first(where: { name in columns.count { $0 == name } > 1 }) {
      let places = names.cells.indices.filter { names.cells[$0] == twice }.map { String($0 + 1) }
      throw Fault(
        line: names.line, column: twice,
        reason: Message(
          "the columns {first} and {second} are both called “{name}”; rename one",
          ["first": places[0], "second": places[1], "name": twice]))
    }
    var rows: [Place] = []
    while true {
      let place = reader.position
      guard let record = try reader.cells() else { break }
      if record.cells.allSatisfy(\.range.isEmpty) { continue }
      rows.append(Place(index: place.index, line: place.line))
    }
    self.init(
      columns: columns, bytes: text, rows: rows, kind: .separated(by: separator, names: names.cells))
  }

  private init(columns: [String], bytes: [UInt8], rows: [Place], kind: Kind) {
    (self.columns, self.bytes, self.rows, self.kind) = (columns, bytes, rows, kind)
  }

  /// Returns the values of a record's cells by the names of their columns.
  private static func values(
    of cells: [String], under names: [String], line: Int
  ) throws(Fault) -> [String: String] {
    guard cells.count >= names.count else {
      throw Fault(
        line: line, column: names[cells.count],
        reason: Message(
          "{values} values stand under {columns} columns; add the missing ones, if only as separators",
          ["values": String(cells.count), "columns": String(names.count)]))
    }
    guard cells.count == names.count else {
      throw Fault(
        line: line,
        reason: Message(
          "{values} values stand under {columns} columns; put a value that has a separator into quotation marks",
          ["values": String(cells.count), "columns": String(names.count)]))
    }
    if let place = cells.indices.first(where: { names[$0].isEmpty && !cells[$0].isEmpty }) {
      throw Fault(
        line: line,
        reason: Message(
          "a value stands in column {number}, which has no name; name it in the first line",
          ["number": String(place + 1)]))
    }
    return Dictionary(uniqueKeysWithValues: zip(names, cells).filter { !$0.0.isEmpty })
  }

  /// Throws at the first text that is not UTF-8, with its line and column.
  private static func checkEncoding(of bytes: [UInt8], _ start: CSVReader) throws(Fault) {
    func isSpoiled(_ range: Range<Int>) -> Bool { String(validating: bytes[range], as: UTF8.self) == nil }
    guard isSpoiled(0..<bytes.count) else { return }
    var reader = start
    let names = try reader.record()?.cells ?? []
    reader = start
    while let record = try reader.cells() {
      guard let place = record.cells.firstIndex(where: { isSpoiled($0.range) }) else { continue }
      throw Fault(
        line: record.line, column: names.indices.contains(place) && record.line > 1 ? names[place] : nil,
        reason: encodingAdvice)
    }
    throw Fault(line: 1, reason: encodingAdvice)
  }

  /// Returns the separator that a first line such as `sep=;` names, and the length of that line.
  private static func namedSeparator(_ bytes: [UInt8]) -> (separator: UInt8, length: Int)? {
    let line = bytes.prefix { $0 != 10 && $0 != 13 }
    var words = line
    if words.count > 2, words.first == UInt8(ascii: "\""), words.last == UInt8(ascii: "\"") {
      words = words.dropFirst().dropLast()
    }
    guard words.count == 5, String(decoding: words.prefix(4), as: UTF8.self).lowercased() == "sep=",
      let separator = words.last, separator < 0x80, separator != UInt8(ascii: "\"")
    else { return nil }
    let end = bytes[line.endIndex...]
    return (separator, line.count + (end.starts(with: [13, 10]) ? 2 : min(end.count, 1)))
  }

  /// Returns the separator of the first line: the candidate that occurs most often outside quotation marks.
  private static func usualSeparator(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 9]
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 10 || byte == 13 { break }
      if let index = separators.firstIndex(of: byte) { counts[index] += 1 }
    }
    return separators[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
  }
}

// JSON lines.
extension DataTable {
  private init(jsonLines text: [UInt8]) throws(Fault) {
    var (columns, rows): ([String], [Place]) = ([], [])
    var known: Set<String> = []
    var (index, number) = (0, 1)
    while index < text.count {
      let line = text[index...].prefix { $0 != 10 }
      if line.contains(where: { !" \t\r".utf8.contains($0) }) {
        rows.append(Place(index: index, line: number))
        guard String(validating: line, as: UTF8.self) != nil else {
          throw Fault(line: number, reason: Self.encodingAdvice)
        }
        // A line with a fault is reported when its row is read.
        for member in (try? Self.members(on: line, number: number)) ?? []
        where known.insert(member.name).inserted { columns.append(member.name) }
      }
      (index, number) = (line.endIndex + 1, number + 1)
    }
    guard !columns.isEmpty else {
      // Nothing can be read: the first line says why.
      if let first = rows.first {
        _ = try Self.members(on: text[first.index...].prefix { $0 != 10 }, number: first.line)
      }
      throw Fault(line: 1, reason: Message("the objects have no members, which would name the columns"))
    }
    self.init(columns: columns, bytes: text, rows: rows, kind: .jsonLines)
  }

  private func line(at index: Int) -> ArraySlice<UInt8> { bytes[index...].prefix { $0 != 10 } }

  /// Returns the members of the object on a line.
  private static func members(on line: ArraySlice<UInt8>, number: Int) throws(Fault) -> [JSONMember] {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(line)
    } catch {
      // The parser counts the lines of what it is given, which is one.
      throw Fault(
        line: number,
        reason: error.syntaxFault.map { fault in
          Message(
            "not JSON: column {column}: {reason}; write one object on each line",
            ["column": String(fault.column)], parts: ["reason": fault.fault])
        } ?? Message("{reason}; write one object on each line", parts: ["reason": error.reason]))
    }
    guard case .object(let members) = value else {
      throw Fault(
        line: number,
        reason: Message("{kind} stands here; write an object on each line", parts: ["kind": value.kind]))
    }
    return members
  }

  private static func text(of member: JSONMember, line: Int) throws(Fault) -> String {
    switch member.value {
    case .null: return ""
    case .bool(let value): return String(value)
    case .number(let text), .string(let text): return text
    case .array, .object:
      throw Fault(
        line: line, column: member.name,
        reason: Message(
          "{kind} stands here; write a text or a number", parts: ["kind": member.value.kind]))
    }
  }
}
