import GRDB

/// The palettes of one file.
struct PaletteTable {
  let database: Database

  private static let firstColumns = ["key", "id", "name", "document"]
  private static let first = StoredColumns(firstColumns)
  private static let placed = StoredColumns(firstColumns + ["place", "modified"])

  /// Returns all palettes in their order.
  func all() throws -> [PaletteRecord] {
    let isPlaced = try Schema.version(of: database) >= Schema.firstVersionWithHistories
    return try StoredRows.fetch(
      "palette", isPlaced ? Self.placed : Self.first, blobs: ["document"],
      from: "FROM palettes ORDER BY \(isPlaced ? "place, key" : "key")", in: database
    ) { row in
      var palette = PaletteRecord(
        id: try row.text("id"), name: try row.text("name"), document: try row.bytes("document"))
      if isPlaced { (palette.place, palette.modified) = (try row.integer("place"), try row.time("modified")) }
      return palette
    }.values
  }

  /// Adds a palette; one whose id is taken is left out.
  func add(_ palette: PaletteRecord) throws {
    try database.execute(
      sql: "INSERT OR IGNORE INTO palettes (id, name, document, place, modified) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        palette.id.withoutNull, palette.name.withoutNull, Row.blob(palette.document), palette.place,
        palette.modified,
      ])
  }

  /// Puts another version in the place of the palette with its id; returns whether there is one.
  func replace(_ palette: PaletteRecord) throws -> Bool {
    try database.execute(
      sql: "UPDATE palettes SET name = ?, document = ?, place = ?, modified = ? WHERE id = ?",
      arguments: [
        palette.name.withoutNull, Row.blob(palette.document), palette.place, palette.modified,
        palette.id.withoutNull,
      ])
    return database.changesCount > 0
  }

  /// Takes a palette out; returns whether it was there.
  func remove(_ id: String) throws -> Bool {
    try database.execute(sql: "DELETE FROM palettes WHERE id = ?", arguments: [id.withoutNull])
    return database.changesCount > 0
  }
}
