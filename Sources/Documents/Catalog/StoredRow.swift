import CSQLite

/// The columns that a statement asks for, by name.
struct StoredColumns: Sendable {
  let names: [String]
  private let places: [String: Int]

  init(_ names: [String]) {
    self.names = names
    places = Dictionary(zip(names, names.indices)) { first, _ in first }
  }

  /// The columns as a statement names them, blobs only where they are of a size that a record may have.
  func list(blobs: Set<String> = [], largestBlob: Int = StoredRow.largestBlob) -> String {
    names.map { name in
      blobs.contains(name) ? "CASE WHEN length(\(name)) <= \(largestBlob) THEN \(name) END" : name
    }.joined(separator: ", ")
  }

  func place(of name: String) -> Int? { places[name] }
}

/// A row whose values are anything at all until they have been looked at: SQLite keeps text in columns of numbers.
struct StoredRow {
  let kind: String
  /// Stands on the row.
  let statement: Statement
  let columns: StoredColumns

  /// The bytes that a document or a path may have.
  static let largestBlob = 64 << 20

  /// The bytes that a text may have.
  static let longestText = 1 << 20

  /// What a drawing can have as a length, so that arithmetic with it stays finite.
  static let longestLength = 1e9

  /// Seconds since 1970, of the years 0 to 9999.
  static let times = -62_167_219_200.0...253_402_300_799.0

  /// The bytes of all texts and blobs.
  var byteCount: Int {
    columns.names.indices.reduce(0) { sum, place in
      let kind = sqlite3_column_type(statement.handle, CInt(place))
      guard kind == SQLITE_TEXT || kind == SQLITE_BLOB else { return sum }
      return sum + Int(sqlite3_column_bytes(statement.handle, CInt(place)))
    }
  }

  /// What the row is known by; 0 where not even that can be read.
  var key: Int64 { (try? value("key"))?.integer ?? 0 }

  func text(_ name: String) throws -> String {
    guard case .text(let text) = try value(name) else { throw fault(name, "text") }
    return text
  }

  func number(_ name: String) throws -> Double {
    guard let number = try value(name).number else { throw fault(name, "number") }
    return number
  }

  func length(_ name: String) throws -> Double {
    let length = try number(name)
    guard length.magnitude <= Self.longestLength else { throw unreadable("its \(name) is \(length)") }
    return length
  }

  func time(_ name: String) throws -> Double {
    let time = try number(name)
    guard Self.times.contains(time) else {
      throw unreadable("its \(name) is \(time)")
    }
    return time
  }

  func integer(_ name: String, in range: ClosedRange<Int64> = .min ... .max) throws -> Int64 {
    guard let integer = try value(name).integer else { throw fault(name, "whole number") }
    guard range.contains(integer) else { throw unreadable("its \(name) is \(integer)") }
    return integer
  }

  func bytes(_ name: String) throws -> [UInt8] {
    guard let bytes = try value(name).bytes else { throw fault(name, "run of bytes") }
    return bytes
  }

  func digest(_ name: String) throws -> ContentDigest {
    guard let digest = ContentDigest(stored: try bytes(name)) else {
      throw unreadable("its \(name) has not sixteen bytes")
    }
    return digest
  }

  private func value(_ name: String) throws -> StoredValue {
    guard let place = columns.place(of: name) else { throw unreadable("it has no \(name)") }
    guard let value = StoredValue(statement, place) else {
      let isLong = sqlite3_column_bytes(statement.handle, CInt(place)) > Self.longestText
      throw unreadable(isLong ? "its \(name) is too long" : "its \(name) is not UTF-8")
    }
    return value
  }

  private func fault(_ name: String, _ wanted: String) -> UnreadableRow {
    let isMissing = (try? value(name)) == .null
    return unreadable(isMissing ? "its \(name) is missing or too large" : "its \(name) is no \(wanted)")
  }

  /// Returns the error that names this row, with what is wrong with it.
  func unreadable(_ words: String) -> UnreadableRow {
    UnreadableRow(kind: kind, key: columns.place(of: "key") == nil ? 0 : key, fault: words)
  }
}

/// What a statement read: the rows that make sense, and those that do not.
struct StoredRows<Value> {
  var values: [Value] = []
  var unreadable: [UnreadableRow] = []

  /// The memory that the rows of one statement may take, and the rows that are named as unreadable.
  private static var mostBytes: Int { 128 << 20 }
  private static var mostUnreadable: Int { 10_000 }

  /// What a row takes in memory besides the bytes of its values, with room to spare.
  private static var bytesOfRow: Int { 256 }

  /// Runs a statement and reads its rows; one with a value that is larger than SQLite is allowed to hand out is
  /// unreadable like others, and so is what comes when the rows before it fill the memory that there is for them.
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
      // One row spoils the whole statement, so each is asked for alone.
      var result = StoredRows()
      for key in try PosterKey.fetch(database, "SELECT key \(rest)", arguments) {
        do {
          let one = try fetch(
            kind, columns,
            "SELECT \(columns.list(blobs: blobs, largestBlob: largestBlob)) FROM \(table ?? kind + "s") WHERE key = ?",
            [key.rawValue],
            database, read)
          result.values += one.values
          result.unreadable += one.unreadable
        } catch let error as SQLiteError where error.primaryCode == SQLITE_TOOBIG {
          result.unreadable.append(
            UnreadableRow(kind: kind, key: key.rawValue, fault: "a text of it is too large"))
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
          guard room >= 0 else { throw row.unreadable("those before it fill \(mostBytes >> 20) MiB") }
          result.values.append(try read(row))
        } catch let fault as UnreadableRow {
          result.unreadable.append(fault)
        }
      }
    }
    return result
  }
}

/// A row of a library that is there and cannot be read: it stays in the file and is left out of every list.
public struct UnreadableRow: Error, Hashable, Sendable, CustomStringConvertible {
  /// What the row was to be, such as "crown".
  public let kind: String
  /// The number by which the library knows it.
  public let key: Int64
  /// What is wrong with it, such as "its name is missing".
  public let fault: String
  /// The name by which a person knows it, where that could be read.
  public var id: String?

  public var description: String { "\(kind) \(id ?? String(key)): \(fault)" }
}
