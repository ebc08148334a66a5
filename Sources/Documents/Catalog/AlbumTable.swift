/// The albums of one file, and which posters are in them.
struct AlbumTable {
  struct Album: Hashable {
    let key: Int64
    var id: String
    let name: String
    var place: Int64
    var posters: [PosterKey] = []
  }

  let database: Connection

  private static let columns = StoredColumns(["key", "id", "name", "place"])

  /// Returns all albums in their order; none of a file from before there were any.
  func all() throws -> [Album] {
    guard try Schema.version(of: database) >= Schema.firstVersionWithHistories else { return [] }
    let found = try StoredRows.fetch(
      "album", Self.columns, from: "FROM albums ORDER BY place, key", in: database
    ) { row in
      Album(
        key: try row.integer("key"), id: try row.text("id"), name: try row.text("name"),
        place: try row.integer("place"))
    }
    return try found.values.map { album in
      var album = album
      album.posters = try PosterKey.fetch(
        database,
        "SELECT poster FROM albumPosters WHERE album = ? AND typeof(poster) = 'integer' ORDER BY poster",
        [album.key])
      return album
    }
  }

  /// Adds an album; of two with one id the first stays, and gets the posters of both.
  func add(_ album: Album) throws {
    try database.execute(
      "INSERT OR IGNORE INTO albums (id, name, place) VALUES (?, ?, ?)",
      [album.id.withoutNull, album.name.withoutNull, album.place])
    for poster in album.posters {
      try database.execute(
        """
        INSERT OR IGNORE INTO albumPosters (album, poster) SELECT key, ? FROM albums WHERE id = ?
        """, [poster.rawValue, album.id.withoutNull])
    }
  }

  /// Adds an album of which nothing is there yet, under its key where that is not 0; returns the key.
  func insert(_ album: Album) throws -> Int64 {
    try database.execute(
      "INSERT INTO albums (key, id, name, place) VALUES (?, ?, ?, ?)",
      [
        album.key == 0 ? nil : album.key, album.id.withoutNull, album.name.withoutNull, album.place,
      ])
    let key = database.lastInsertedKey
    for poster in album.posters { _ = try add(poster, to: key) }
    return key
  }

  func rename(_ key: Int64, to name: String) throws {
    try database.execute("UPDATE albums SET name = ? WHERE key = ?", [name.withoutNull, key])
  }

  func remove(_ key: Int64) throws {
    try database.execute("DELETE FROM albumPosters WHERE album = ?", [key])
    try database.execute("DELETE FROM albums WHERE key = ?", [key])
  }

  /// Puts a poster into an album; returns false where it was in it, or where there is no such album.
  func add(_ poster: PosterKey, to album: Int64) throws -> Bool {
    try database.execute(
      "INSERT OR IGNORE INTO albumPosters (album, poster) SELECT key, ? FROM albums WHERE key = ?",
      [poster.rawValue, album])
    return database.changedRows > 0
  }

  /// Takes a poster out of an album; returns false where it was not in it.
  func remove(_ poster: PosterKey, from album: Int64) throws -> Bool {
    try database.execute("DELETE FROM albumPosters WHERE album = ? AND poster = ?", [album, poster.rawValue])
    return database.changedRows > 0
  }
}
