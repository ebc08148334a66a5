import GRDB

/// The palettes of one file.
struct PaletteTable {
  let database: Database

  private static let firstColumns = ["key", "id", "name", "document"]
  private static let first = StoredColumns(firstColumns)
  private static let placed = StoredColumns(firstColumns + ["place", "modified"])

  /// Returns all palettes in their order.
  func all() throws -> [PaletteRecord] { try palettes { "ORDER BY \($0)" } }

  /// Calls `body` with each palette that can be read, in their order: all together may be large.
  func forEach(_ body: (PaletteRecord) throws -> Void) throws {
    let order = try isPlaced ? "place, key" : "key"
    for key in try PosterKey.fetch(database, "SELECT key FROM palettes ORDER BY \(order)") {
      for palette in try palettes({ _ in "WHERE key = ?" }, [key.rawValue]) { try body(palette) }
    }
  }

  private var isPlaced: Bool {
    get throws { try Schema.version(of: database) >= Schema.firstVersionWithHistories }
  }

  private func palettes(
    _ rest: (String) -> String, _ arguments: StatementArguments = []
  ) throws -> [PaletteRecord] {
    let isPlaced = try isPlaced
    return try StoredRows.fetch(
      "palette", isPlaced ? Self.placed : Self.first, blobs: ["document"],
      from: "FROM palettes \(rest(isPlaced ? "place, key" : "key"))", arguments, in: database
    ) { row in
      var palette = PaletteRecord(
        id: try row.text("id"), name: try row.text("name"), document: try row.bytes("document"))
      guard palette.document.count <= Library.mostPaletteBytes else {
        throw row.unreadable("its document has more than \(Library.mostPaletteBytes >> 20) MiB")
      }
      if isPlaced { (palette.place, palette.modified) = (try row.integer("place"), try row.time("modified")) }
      return palette
    }.values
  }

  /// Adds a palette; one whose id is taken is left out.
  func add(_ palette: PaletteRecord) throws {
    let document = LargeValue(palette.document)
    try database.execute(
      sql: "INSERT OR IGNORE INTO palettes (id, name, document, place, modified) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        palette.id.withoutNull, palette.name.withoutNull, document.argument, palette.place, palette.modified,
      ])
    guard database.changesCount > 0 else { return }
    try document.finish("document", of: "palettes", key: database.lastInsertedRowID, in: database)
  }

  /// Puts another version in the place of the palette with its id; returns whether there is one.
  func replace(_ palette: PaletteRecord) throws -> Bool {
    try database.execute(
      sql: "UPDATE palettes SET name = ?, document = ?, modified = ? WHERE id = ?",
      arguments: [
        palette.name.withoutNull, Row.blob(palette.document), palette.modified, palette.id.withoutNull,
      ])
    return database.changesCount > 0
  }

  /// Puts the palette with an id elsewhere in the order.
  func setPlace(_ place: Int64, of id: String) throws {
    try database.execute(
      sql: "UPDATE palettes SET place = ? WHERE id = ?", arguments: [place, id.withoutNull])
  }

  /// Takes a palette out; returns whether it was there.
  func remove(_ id: String) throws -> Bool {
    try database.execute(sql: "DELETE FROM palettes WHERE id = ?", arguments: [id.withoutNull])
    return database.changesCount > 0
  }
}
