/// Which crowns are favourites, by their ids: the person's own and those that came with the program.
struct FavoriteCrownTable {
  let database: Connection

  /// Returns the ids in the order in which they became favourites; none of a file from before there were any.
  func all() throws -> [String] {
    guard try Schema.version(of: database) >= Schema.firstVersionWithFavoriteCrowns else { return [] }
    return try StoredRows.fetch(
      "favourite", StoredColumns(["key", "id"]), from: "FROM favoriteCrowns ORDER BY key", in: database
    ) { try $0.text("id") }.values
  }

  func add(_ id: String) throws {
    try database.execute("INSERT OR IGNORE INTO favoriteCrowns (id) VALUES (?)", [id.withoutNull])
  }

  func remove(_ id: String) throws {
    try database.execute("DELETE FROM favoriteCrowns WHERE id = ?", [id.withoutNull])
  }
}
