import GRDB

/// The palettes of one file.
struct PaletteTable {
  struct Palette: Hashable {
    let id: String
    let name: String
    let document: [UInt8]
    var place: Int64 = 0
    /// Seconds since 1970.
    var modified = 0.0
  }

  let database: Database

  private static let firstColumns = ["key", "id", "name", "document"]
  private static let first = StoredColumns(firstColumns)
  private static let placed = StoredColumns(firstColumns + ["place", "modified"])

  /// Returns all palettes in their order.
  func all() throws -> [Palette] {
    let isPlaced = try Schema.version(of: database) >= Schema.firstVersionWithHistories
    return try StoredRows.fetch(
      "palette", isPlaced ? Self.placed : Self.first, blobs: ["document"],
      from: "FROM palettes ORDER BY \(isPlaced ? "place, key" : "key")", in: database
    ) { row in
      var palette = Palette(
        id: try row.text("id"), name: try row.text("name"), document: try row.bytes("document"))
      if isPlaced { (palette.place, palette.modified) = (try row.integer("place"), try row.time("modified")) }
      return palette
    }.values
  }

  /// Adds a palette; one whose id is taken is left out.
  func add(_ palette: Palette) throws {
    try database.execute(
      sql: "INSERT OR IGNORE INTO palettes (id, name, document, place, modified) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        palette.id.withoutNull, palette.name.withoutNull, Row.blob(palette.document), palette.place,
        palette.modified,
      ])
  }
}
