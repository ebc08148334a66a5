// Untranslated file: SQL.

import CSQLite

/// The palettes table of one file.
struct PaletteTable {
  let database: Connection

  private static let firstColumns = ["key", "id", "name", "document"]
  private static let first = StoredColumns(firstColumns)
  private static let placed = StoredColumns(firstColumns + ["place", "modified"])

  /// The memory limit for all palettes together, in bytes; those beyond it are omitted.
  private static let mostBytes = 128 << 20

  /// Returns all palettes in order.
  func all() throws -> [PaletteRecord] {
    var (result, room) = ([PaletteRecord](), Self.mostBytes)
    // One at a time: a single ordered statement would hold all documents in memory at once.
    try forEach { palette in
      room -= palette.document.count
      if room >= 0 { result.append(palette) }
    }
    return result
  }

  /// Calls `body` with each readable palette in order, one at a time to limit memory.
  func forEach(_ body: (PaletteRecord) throws -> Void) throws {
    let isPlaced = try Schema.version(of: database) >= Schema.firstVersionWithHistories
    let order = isPlaced ? "place, key" : "key"
    for key in try PosterKey.fetch(database, "SELECT key FROM palettes ORDER BY \(order)") {
      for palette in try palettes(with: key, isPlaced: isPlaced) { try body(palette) }
    }
  }

  /// Returns the palette with a key, or an empty list if it is unreadable.
  private func palettes(with key: PosterKey, isPlaced: Bool) throws -> [PaletteRecord] {
    try StoredRows.fetch(
      "palette", isPlaced ? Self.placed : Self.first, blobs: ["document"],
      largestBlob: Library.mostPaletteBytes, from: "FROM palettes WHERE key = ?", [key.rawValue], in: database
    ) { row in
      var palette = PaletteRecord(
        id: try row.text("id"), name: try row.text("name"), document: try row.bytes("document"))
      if isPlaced { (palette.place, palette.modified) = (try row.integer("place"), try row.time("modified")) }
      return palette
    }.values
  }

  /// Returns a number that differs after each change of a palette; valid only within this process.
  func revision() throws -> Int {
    let isPlaced = try Schema.version(of: database) >= Schema.firstVersionWithHistories
    var hasher = Hasher()
    try database.withStatement(
      "SELECT key, \(isPlaced ? "place, modified" : "0, 0") FROM palettes ORDER BY key", []
    ) { statement in
      while try statement.step() {
        hasher.combine(sqlite3_column_int64(statement.handle, 0))
        hasher.combine(sqlite3_column_int64(statement.handle, 1))
        hasher.combine(sqlite3_column_double(statement.handle, 2))
      }
    }
    return hasher.finalize()
  }

  /// Adds a palette unless its id is taken.
  func add(_ palette: PaletteRecord) throws {
    let document = LargeValue(palette.document)
    try database.execute(
      "INSERT OR IGNORE INTO palettes (id, name, document, place, modified) VALUES (?, ?, ?, ?, ?)",
      [
        palette.id.withoutNull, palette.name.withoutNull, document.argument, palette.place, palette.modified,
      ])
    guard database.changedRows > 0 else { return }
    try document.finish("document", of: "palettes", key: database.lastInsertedKey, in: database)
  }

  /// Replaces the palette with an id by another version, with another id.
  ///
  /// The time of the change is always later than the previous one, so that two changes within a second differ.
  func replace(_ palette: PaletteRecord, id: String) throws {
    try database.execute(
      "UPDATE palettes SET id = ?, name = ?, document = ?, modified = max(?, modified + 0.001) WHERE id = ?",
      [
        id.withoutNull, palette.name.withoutNull, palette.document, palette.modified, palette.id.withoutNull,
      ])
  }

  /// Sets the place of the palette with an id.
  func setPlace(_ place: Int64, of id: String) throws {
    try database.execute("UPDATE palettes SET place = ? WHERE id = ?", [place, id.withoutNull])
  }

  /// Removes a palette; returns whether it existed.
  func remove(_ id: String) throws -> Bool {
    try database.execute("DELETE FROM palettes WHERE id = ?", [id.withoutNull])
    return database.changedRows > 0
  }
}
