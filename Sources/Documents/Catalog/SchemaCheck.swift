/// The tables, indexes and triggers that a file has, held against those that we make.
///
/// A view in the place of a table, a column that is computed or a trigger of somebody else runs when it is read or
/// written: a file that has one is refused before any other query.
struct SchemaCheck {
  private struct Item: Hashable {
    let type: String
    let name: String
    let sql: String
  }

  /// Returns what is not as a library of that version has it, or nil.
  static func difference(in database: Connection, from schema: Schema, version: Int) throws -> String? {
    let found = try items(in: database)
    if version > schema.version { return try unreadable(in: found, by: schema) }
    let expected = try items(of: schema, version: version)
    guard found != expected else { return nil }
    for item in found.sorted(by: { $0.name < $1.name }) where !expected.contains(item) {
      let isKnown = expected.contains { $0.name == item.name }
      return
        "the \(item.type) \(item.name) is \(isKnown ? "not the one that Regalia makes" : "not of Regalia")"
    }
    let missing = expected.subtracting(found).map { "\($0.type) \($0.name)" }.min() ?? "a table"
    return "the \(missing) is missing"
  }

  /// Returns what a file of a later version has in the place of a table that this version reads, or nil.
  ///
  /// Columns may have been added, and triggers do not run while one reads; a view or a computed column would.
  private static func unreadable(in found: Set<Item>, by schema: Schema) throws -> String? {
    let tables = try items(of: schema, version: schema.version).filter { $0.type == "table" }
    for table in tables.sorted(by: { $0.name < $1.name }) {
      guard let item = found.first(where: { $0.name == table.name }) else {
        return "the table \(table.name) is missing"
      }
      if item == table { continue }
      let words = item.sql.uppercased().split { !$0.isLetter }
      let isPlain =
        item.type == "table" && words.starts(with: ["CREATE", "TABLE"]) && !words.contains("AS")
        && !words.contains("GENERATED")
      if !isPlain { return "the \(item.type) \(item.name) is not one that this version can read" }
    }
    return nil
  }

  /// Whether a table is the one that this or an earlier version makes.
  static func isOurs(_ table: String, in database: Connection) throws -> Bool {
    let found = try items(in: database).filter { $0.name == table }
    let schema = Schema.current
    return try (1...schema.version).contains { version in
      try items(of: schema, version: version).filter { $0.name == table } == found
    }
  }

  /// What our own versions make, which never changes while the program runs.
  private static let ours = Result {
    try (0...Schema.current.version).map { try made(by: .current, version: $0) }
  }

  private static func items(of schema: Schema, version: Int) throws -> Set<Item> {
    schema.steps == Schema.current.steps ? try ours.get()[version] : try made(by: schema, version: version)
  }

  private static func made(by schema: Schema, version: Int) throws -> Set<Item> {
    let database = try Connection()
    try Schema(steps: Array(schema.steps.prefix(version))).migrate(database)
    return try items(in: database)
  }

  private static func items(in database: Connection) throws -> Set<Item> {
    let columns = StoredColumns(["type", "name", "coalesce(sql, '')"])
    let found = try StoredRows.fetch("table", columns, from: "FROM sqlite_schema", in: database) { row in
      Item(
        type: try row.text("type"), name: try row.text("name"), sql: try row.text("coalesce(sql, '')"))
    }
    // What SQLite keeps for itself, as ANALYZE makes it, has no code of anybody in it.
    return Set(
      found.values.filter { !($0.name.hasPrefix("sqlite_") && ["table", "index"].contains($0.type)) })
  }
}
