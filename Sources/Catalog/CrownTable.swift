import GRDB
import Geometry

/// The crowns of one file.
struct CrownTable {
  let database: Database

  private static let columns = "id, name, tags, source, licence, minX, minY, maxX, maxY, segments"

  /// Returns all crowns in their order, without paths.
  func summaries(areShipped: Bool) throws -> [CrownSummary] {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT \(Self.columns), length(code) FROM crowns ORDER BY key")
    var result: [CrownSummary] = []
    while let row = try rows.next() {
      result.append(
        CrownSummary(
          id: row[0], name: row[1], tags: Self.tags(row[2]), source: row[3], licence: row[4],
          bounds: Self.bounds(row), segments: row[9], codeSize: row[10], isShipped: areShipped))
    }
    return result
  }

  /// Returns the ids of the crowns that an expression of FTS5 finds, the best first.
  func ids(matching expression: String) throws -> [String] {
    try String.fetchAll(
      database,
      sql: """
        SELECT crowns.id FROM crownWords JOIN crowns ON crowns.key = crownWords.rowid
        WHERE crownWords MATCH ? ORDER BY bm25(crownWords, 4, 2, 1), crowns.key
        """, arguments: [expression])
  }

  func item(_ id: String) throws -> RemovedCrowns.Item? {
    try items("WHERE id = ?", [id]).first
  }

  func items(_ condition: String = "", _ arguments: StatementArguments = []) throws -> [RemovedCrowns.Item] {
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT \(Self.columns), width, height, origin, code, key FROM crowns \(condition) ORDER BY key",
      arguments: arguments)
    var result: [RemovedCrowns.Item] = []
    while let row = try rows.next() {
      let record = CrownRecord(
        id: row[0], name: row[1], tags: Self.tags(row[2]), source: row[3], licence: row[4],
        code: try row.bytes(13), bounds: Self.bounds(row), viewport: Size(row[10], row[11]), segments: row[9],
        origin: ContentDigest(stored: try row.bytes(12)) ?? ContentDigest([]))
      result.append(RemovedCrowns.Item(key: row[14], record: record))
    }
    return result
  }

  func contains(_ id: String) throws -> Bool {
    try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM crowns WHERE id = ?)", arguments: [id])
      ?? false
  }

  func id(of origin: ContentDigest) throws -> String? {
    try String.fetchOne(
      database, sql: "SELECT id FROM crowns WHERE origin = ?", arguments: [Row.blob(origin.stored)])
  }

  func insert(_ crown: CrownRecord, key: Int64? = nil) throws {
    let box = crown.bounds
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO crowns (\(Self.columns), width, height, origin, code, key)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: [
        crown.id.withoutNull, crown.name.withoutNull,
        crown.tags.map(\.withoutNull).joined(separator: "\n"), crown.source.withoutNull,
        crown.licence.withoutNull, box.minX, box.minY, box.maxX, box.maxY, crown.segments,
        crown.viewport.width, crown.viewport.height, Row.blob(crown.origin.stored), Row.blob(crown.code), key,
      ])
  }

  func remove(_ id: String) throws {
    try database.execute(sql: "DELETE FROM crowns WHERE id = ?", arguments: [id])
  }

  private static func tags(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  private static func bounds(_ row: Row) -> Rect { Rect(Point(row[5], row[6]), Point(row[7], row[8])) }
}
