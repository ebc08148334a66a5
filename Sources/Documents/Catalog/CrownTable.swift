// Untranslated file: SQL.

import Geometry
import Localization
import VectorArt

/// The crowns table of one file.
struct CrownTable {
  let database: Connection

  private static let described = [
    "key", "id", "name", "tags", "source", "licence", "minX", "minY", "maxX", "maxY", "segments",
  ]
  private static let summary = StoredColumns(described + ["length(code)"])
  private static let whole = StoredColumns(described + ["width", "height", "origin", "code"])

  /// Returns all crowns in order, without paths.
  func summaries(areShipped: Bool) throws -> StoredRows<CrownSummary> {
    try StoredRows.fetch("crown", Self.summary, from: "FROM crowns ORDER BY key", in: database) { row in
      CrownSummary(
        id: try row.text("id"), name: try row.text("name"), tags: Self.tags(try row.text("tags")),
        source: try row.text("source"), licence: try row.text("licence"), bounds: try Self.bounds(row),
        segments: Int(try row.integer("segments", in: 0...Int64(Int32.max))),
        codeSize: Int(try row.integer("length(code)", in: 0...Int64(StoredRow.largestBlob))),
        isShipped: areShipped)
    }
  }

  /// Returns the ids of the crowns that match an FTS5 expression, in table order or by relevance.
  func ids(matching expression: String, inOrder: Bool = false) throws -> [String] {
    try StoredRows.fetch(
      "crown", StoredColumns(["crowns.id"]),
      from: """
        FROM crownWords JOIN crowns ON crowns.key = crownWords.rowid
        WHERE crownWords MATCH ? ORDER BY \(inOrder ? "" : "bm25(crownWords, 4, 2, 1),") crowns.key
        """, [expression], in: database
    ) { try $0.text("crowns.id") }.values
  }

  /// Calls `body` with each readable crown in order, one at a time to limit memory.
  func forEach(_ body: (RemovedCrowns.Item) throws -> Void) throws {
    for key in try keys() { for item in try items(key).values { try body(item) } }
  }

  /// Returns the keys of all crowns in order.
  func keys() throws -> [PosterKey] { try PosterKey.fetch(database, "SELECT key FROM crowns ORDER BY key") }

  /// Returns the crown with a key, or the fault in its row.
  func items(_ key: PosterKey) throws -> StoredRows<RemovedCrowns.Item> {
    try items("WHERE key = ?", [key.rawValue])
  }

  func item(_ id: String) throws -> RemovedCrowns.Item? {
    let found = try items("WHERE id = ?", [id])
    if let fault = found.unreadable.first, found.values.isEmpty { throw fault }
    return found.values.first
  }

  func items(
    _ condition: String = "", _ arguments: [any BindableValue] = [], check: Library.PathCheck = .decoded
  ) throws -> StoredRows<RemovedCrowns.Item> {
    try StoredRows.fetch(
      "crown", Self.whole, blobs: ["code"], from: "FROM crowns \(condition) ORDER BY key", arguments,
      in: database
    ) { row in
      let record = CrownRecord(
        id: try row.text("id"), name: try row.text("name"), tags: Self.tags(try row.text("tags")),
        source: try row.text("source"), licence: try row.text("licence"), code: try Self.code(row, check),
        bounds: try Self.bounds(row), viewport: Size(try row.length("width"), try row.length("height")),
        segments: Int(try row.integer("segments", in: 0...Int64(Int32.max))),
        origin: try row.digest("origin"))
      return RemovedCrowns.Item(key: try row.integer("key"), record: record)
    }
  }

  /// Returns the code of a crown's path, in any version of the format; invalid code is a fault.
  private static func code(_ row: StoredRow, _ check: Library.PathCheck) throws -> [UInt8] {
    let code = try row.bytes("code")
    do {
      switch check {
      case .decoded: _ = try PathCode.decodeFolded(code)
      case .sealed: try PathCode.checkSeal(code)
      }
    } catch {
      var fault = row.unreadable(Message(error))
      fault.id = try? row.text("id")
      throw fault
    }
    return code
  }

  func contains(_ id: String) throws -> Bool {
    try database.isTrue("SELECT EXISTS (SELECT 1 FROM crowns WHERE id = ?)", [id])
  }

  func id(of origin: ContentDigest) throws -> String? {
    try StoredRows.fetch(
      "crown", StoredColumns(["id", "key"]), from: "FROM crowns WHERE origin = ?", [origin.stored],
      in: database
    ) { try $0.text("id") }.values.first
  }

  func insert(_ crown: CrownRecord, key: Int64? = nil) throws {
    let box = crown.bounds
    let code = LargeValue(crown.code)
    try database.execute(
      """
      INSERT INTO crowns (id, name, tags, source, licence, minX, minY, maxX, maxY, segments,
        width, height, origin, code, key)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        crown.id.withoutNull, crown.name.withoutNull,
        crown.tags.map(\.withoutNull).joined(separator: "\n"), crown.source.withoutNull,
        crown.licence.withoutNull, box.minX, box.minY, box.maxX, box.maxY, crown.segments,
        crown.viewport.width, crown.viewport.height, crown.origin.stored, code.argument, key,
      ])
    try code.finish("code", of: "crowns", key: database.lastInsertedKey, in: database)
  }

  func remove(_ id: String) throws {
    try database.execute("DELETE FROM crowns WHERE id = ?", [id])
  }

  private static func tags(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  private static func bounds(_ row: StoredRow) throws -> Rect {
    Rect(
      Point(try row.length("minX"), try row.length("minY")),
      Point(try row.length("maxX"), try row.length("maxY")))
  }
}
