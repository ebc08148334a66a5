import CSQLite
public import Localization

/// The columns of a statement's result, by name.
struct StoredColumns: Sendable {
  let names: [String]
  private let places: [String: Int]

  init(_ names: [String]) {
    self.names = names
    places = Dictionary(zip(names, names.indices)) { first, _ in first }
  }

  /// The columns in SQL, with blobs only up to the size limit.
  func list(blobs: Set<String> = [], largestBlob: Int = StoredRow.largestBlob) -> String {
    names.map { name in
      // Untranslated: SQL.
      blobs.contains(name) ? "CASE WHEN length(\(name)) <= \(largestBlob) THEN \(name) END" : name
    }.joined(separator: ", ")
  }

  func place(of name: String) -> Int? { places[name] }
}

/// A row with unvalidated values: SQLite stores text even in numeric columns.
struct StoredRow {
  let kind: String
  /// The statement, positioned on the row.
  let statement: Statement
  let columns: StoredColumns

  /// The maximum size of a document or a path, in bytes.
  static let largestBlob = 64 << 20

  /// The maximum size of a text, in bytes.
  static let longestText = 1 << 20

  /// The maximum length in a drawing, which keeps arithmetic finite.
  static let longestLength = 1e9

  /// The valid times in seconds since 1970, for the years 0 to 9999.
  static let times = -62_167_219_200.0...253_402_300_799.0

  /// The total bytes of all texts and blobs.
  var byteCount: Int {
    columns.names.indices.reduce(0) { sum, place in
      let kind = sqlite3_column_type(statement.handle, CInt(place))
      guard kind == SQLITE_TEXT || kind == SQLITE_BLOB else { return sum }
      return sum + Int(sqlite3_column_bytes(statement.handle, CInt(place)))
    }
  }

  /// The row's key; 0 if it is unreadable.
  var key: Int64 { (try? value("key"))?.integer ?? 0 }

  func text(_ name: String) throws -> String {
    guard case .text(let text) = try value(name) else {
      throw fault(name) { Message("its {field} is not a text", ["field": $0]) }
    }
    return text
  }

  func number(_ name: String) throws -> Double {
    guard let number = try value(name).number else {
      throw fault(name) { Message("its {field} is not a number", ["field": $0]) }
    }
    return number
  }

  func length(_ name: String) throws -> Double {
    let length = try number(name)
    guard length.magnitude <= Self.longestLength else { throw outOfRange(name, "\(length)") }
    return length
  }

  func time(_ name: String) throws -> Double {
    let time = try number(name)
    guard Self.times.contains(time) else {
      throw outOfRange(name, "\(time)")
    }
    return time
  }

  func integer(_ name: String, in range: ClosedRange<Int64> = .min ... .max) throws -> Int64 {
    guard let integer = try value(name).integer else {
      throw fault(name) { Message("its {field} is not a whole number", ["field": $0]) }
    }
    guard range.contains(integer) else { throw outOfRange(name, "\(integer)") }
    return integer
  }

  func bytes(_ name: String) throws -> [UInt8] {
    guard let bytes = try value(name).bytes else {
      throw fault(name) { Message("its {field} is not a series of bytes", ["field": $0]) }
    }
    return bytes
  }

  func digest(_ name: String) throws -> ContentDigest {
    guard let digest = ContentDigest(stored: try bytes(name)) else {
      throw unreadable(Message("its {field} does not have sixteen bytes", ["field": name]))
    }
    return digest
  }

  private func value(_ name: String) throws -> StoredValue {
    guard let place = columns.place(of: name) else {
      throw unreadable(Message("it has no {field}", ["field": name]))
    }
    guard let value = StoredValue(statement, place) else {
      let isLong = sqlite3_column_bytes(statement.handle, CInt(place)) > Self.longestText
      throw unreadable(
        isLong
          ? Message("its {field} is too long", ["field": name])
          : Message("its {field} is not UTF-8", ["field": name]))
    }
    return value
  }

  /// Returns an error for a value that is missing or of another type; `sentence` returns the fault for another type.
  private func fault(_ name: String, _ sentence: (_ field: String) -> Message) -> UnreadableRow {
    let isMissing = (try? value(name)) == .null
    return unreadable(
      isMissing
        ? Message("its {field} is missing or too large", ["field": name]) : sentence(name))
  }

  private func outOfRange(_ name: String, _ value: String) -> UnreadableRow {
    unreadable(Message("its {field} is {value}", ["field": name, "value": value]))
  }

  /// Returns an error that names this row, with its fault.
  func unreadable(_ fault: Message) -> UnreadableRow {
    UnreadableRow(kind: kind, key: columns.place(of: "key") == nil ? 0 : key, fault: fault)
  }
}

/// The result of a statement: the valid rows, and the invalid ones.
struct StoredRows<Value> {
  var values: [Value] = []
  var unreadable: [UnreadableRow] = []

  /// The memory limit for the rows of one statement, and the limit of reported unreadable rows.
  private static var mostBytes: Int { 128 << 20 }
  private static var mostUnreadable: Int { 10_000 }

  /// The memory of a row besides the bytes of its values, rounded up.
  private static var bytesOfRow: Int { 256 }

  /// Runs a statement and reads its rows. A row with a value above SQLite's size limit is reported as unreadable, and
  /// so are rows beyond the memory limit.
  static func fetch(
    _ kind: String, _ columns: StoredColumns, blobs: Set<String> = [],
    largestBlob: Int = StoredRow.largestBlob, table: String? = nil, from rest: String,
    _ arguments: [any BindableValue] = [], in database: Connection, _ read: (StoredRow) throws -> Value
  ) throws -> StoredRows {
    do {
      return try fetch(
        kind, columns, "SELECT \(columns.list(blobs: blobs, largestBlob: largestBlob)) \(rest)", arguments,
        database, read)
    } catch let error as SQLiteError where error.primaryCode == SQLITE_TOOBIG {
      // One invalid row fails the whole statement, so each row is queried separately.
      var result = StoredRows()
      for key in try PosterKey.fetch(database, "SELECT key \(rest)", arguments) {  // Untranslated: SQL.
        do {
          let one = try fetch(
            kind, columns,
            // Untranslated: SQL.
            "SELECT \(columns.list(blobs: blobs, largestBlob: largestBlob)) FROM \(table ?? kind + "s") WHERE key = ?",
            [key.rawValue],
            database, read)
          result.values += one.values
          result.unreadable += one.unreadable
        } catch let error as SQLiteError where error.primaryCode == SQLITE_TOOBIG {
          result.unreadable.append(
            UnreadableRow(kind: kind, key: key.rawValue, fault: Message("one of its texts is too long")))
        }
      }
      return result
    }
  }

  private static func fetch(
    _ kind: String, _ columns: StoredColumns, _ sql: String, _ arguments: [any BindableValue],
    _ database: Connection, _ read: (StoredRow) throws -> Value
  ) throws -> StoredRows {
    var result = StoredRows()
    var room = mostBytes
    try database.withStatement(sql, arguments) { statement in
      while try statement.step(), result.unreadable.count < mostUnreadable {
        let row = StoredRow(kind: kind, statement: statement, columns: columns)
        do {
          room -= row.byteCount + bytesOfRow
          guard room >= 0 else {
            throw row.unreadable(
              Message("the rows before it fill {limit} MiB", ["limit": String(mostBytes >> 20)]))
          }
          result.values.append(try read(row))
        } catch let fault as UnreadableRow {
          result.unreadable.append(fault)
        }
      }
    }
    return result
  }
}

/// An unreadable row of a library: it stays in the file and is omitted from every list.
public struct UnreadableRow: LocalizableError, Hashable {
  /// The expected kind of the row, such as "crown".
  public let kind: String
  /// Its key in the library.
  public let key: Int64
  /// The fault, such as "its name is missing".
  public let fault: Message
  /// Its name for people, if that is readable.
  public var id: String?

  /// The row and its fault.
  public var message: Message {
    Message(
      "{kind} {name}: {reason}", ["kind": kind, "name": id ?? String(key)], parts: ["reason": fault])
  }
}
