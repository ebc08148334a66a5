import GRDB

// Posters are of the user's library; the shipped one has none.
extension Library {
  public func posterCount() throws(LibraryError) -> Int {
    try readOwn(or: 0) { try Int.fetchOne($0, sql: "SELECT count(*) FROM posters") ?? 0 }
  }

  /// Returns what a list shows of some posters, in the order of `keys`; those that are gone are left out.
  public func summaries(of keys: some Sequence<PosterKey>) throws(LibraryError) -> [PosterSummary] {
    try readOwn(or: []) { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT key, id, title, cover, isFavorite, created, modified, digest, length(document)
          FROM posters WHERE key = ?
          """)
      return try keys.compactMap { key in
        try Row.fetchOne(statement, arguments: [key.rawValue]).map { row in
          try PosterSummary(
            key: key, id: row[1], title: row[2], cover: row[3], isFavorite: row[4], created: row[5],
            modified: row[6], digest: ContentDigest(stored: row.bytes(7)) ?? ContentDigest([]),
            documentSize: row[8])
        }
      }
    }
  }

  /// Returns whole posters, in the order of `keys`; those that are gone are left out.
  public func posters(_ keys: some Sequence<PosterKey>) throws(LibraryError) -> [(PosterKey, PosterRecord)] {
    try readOwn(or: []) { database in
      try keys.compactMap { key in try Self.stored(key, in: database).map { (key, $0.record) } }
    }
  }

  public func poster(_ key: PosterKey) throws(LibraryError) -> PosterRecord? {
    try readOwn(or: nil) { try Self.stored(key, in: $0)?.record }
  }

  /// Returns the key of the poster that has an id.
  public func posterKey(of id: String) throws(LibraryError) -> PosterKey? {
    try readOwn(or: nil) { database in
      try PosterKey.fetch(database, "SELECT key FROM posters WHERE id = ?", [id]).first
    }
  }

  /// Adds posters side by side and returns their keys; an id that is taken gets a number.
  @discardableResult
  public func insert(_ posters: [PosterRecord], at place: PosterPlace = .end) throws(LibraryError)
    -> [PosterKey]
  {
    let file = try writable()
    for poster in posters { try poster.check(file.path) }
    return try file.write { database in
      let room = try PosterRoom(for: posters.count, at: place, in: database)
      return try posters.enumerated().map { index, poster in
        var poster = poster
        let wish = poster.id.isEmpty ? Slug.made(of: poster.title, fallback: "poster") : poster.id
        poster.id = try Self.freeID(wish, in: database)
        return try Self.insert(poster, key: nil, place: room.place(index), in: database)
      }
    }
  }

  /// Puts a new version of a poster in the place of the old one.
  ///
  /// Throws `unknown` where the poster has been removed.
  public func update(_ key: PosterKey, to poster: PosterRecord) throws(LibraryError) {
    let file = try writable()
    try poster.check(file.path)
    try file.write { database in
      try database.execute(
        sql: """
          UPDATE posters SET id = ?, title = ?, searchText = ?, cover = ?, isFavorite = ?, created = ?,
            modified = ?, digest = ?, document = ? WHERE key = ?
          """, arguments: poster.columns + [key.rawValue])
      guard database.changesCount > 0 else {
        throw LibraryError(path: file.path, reason: .unknown(id: poster.id))
      }
    }
  }

  /// Marks posters as favourites or not; those that are gone are passed over.
  public func setFavorite(_ keys: some Sequence<PosterKey>, to isFavorite: Bool) throws(LibraryError) {
    try writable().write { database in
      for key in keys {
        try database.execute(
          sql: "UPDATE posters SET isFavorite = ? WHERE key = ? AND isFavorite <> ?",
          arguments: [isFavorite, key.rawValue, isFavorite])
      }
    }
  }

  /// Takes posters out and returns them, to be put back; those that are gone are passed over.
  public func remove(_ keys: some Sequence<PosterKey>) throws(LibraryError) -> RemovedPosters {
    try writable().write { database in
      let items = try keys.compactMap { key in try Self.stored(key, in: database) }
      for item in items {
        try database.execute(sql: "DELETE FROM posters WHERE key = ?", arguments: [item.key.rawValue])
      }
      return RemovedPosters(items: items)
    }
  }

  /// Puts removed posters back where they were, with their keys; those that are there already stay.
  public func restore(_ removed: RemovedPosters) throws(LibraryError) {
    try writable().write { database in
      for item in removed.items where try Self.stored(item.key, in: database) == nil {
        var record = item.record
        record.id = try Self.freeID(record.id, in: database)
        _ = try Self.insert(record, key: item.key, place: item.place, in: database)
      }
    }
  }
}

extension Library {
  static func insert(
    _ poster: PosterRecord, key: PosterKey?, place: Int64, in database: Database
  ) throws -> PosterKey {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO posters
          (id, title, searchText, cover, isFavorite, created, modified, digest, document, key, place)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(arguments: poster.columns + [key?.rawValue, place])
    return PosterKey(rawValue: database.lastInsertedRowID)
  }

  /// Returns an id, with a number where it is taken.
  static func freeID(_ id: String, in database: Database) throws -> String {
    let statement = try database.cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM posters WHERE id = ?)")
    return try Slug.free(id) { try Bool.fetchOne(statement, arguments: [$0]) ?? false }
  }

  static func stored(_ key: PosterKey, in database: Database) throws -> RemovedPosters.Item? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT id, title, searchText, document, cover, isFavorite, created, modified, place
        FROM posters WHERE key = ?
        """)
    return try Row.fetchOne(statement, arguments: [key.rawValue]).map { row in
      let record = PosterRecord(
        id: row[0], title: row[1], searchText: row[2], document: try row.bytes(3), cover: row[4],
        isFavorite: row[5], created: row[6], modified: row[7])
      return RemovedPosters.Item(key: key, record: record, place: row[8])
    }
  }
}

extension String {
  /// The text as SQLite can give it back, which ends texts at a null.
  var withoutNull: String {
    unicodeScalars.contains("\0")
      ? String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\0" })) : self
  }
}

extension PosterRecord {
  fileprivate var columns: StatementArguments {
    [
      id.withoutNull, title.withoutNull, searchText.withoutNull, Int64(cover), isFavorite, created, modified,
      Row.blob(ContentDigest(document).stored), Row.blob(document),
    ]
  }

  /// Throws where a value would come back as another.
  fileprivate func check(_ path: String) throws(LibraryError) {
    func refuse(_ field: String, _ what: String) -> LibraryError {
      LibraryError(path: path, reason: .unfit(field: field, what))
    }
    guard created.isFinite else { throw refuse("created", "it is no time") }
    guard modified.isFinite else { throw refuse("modified", "it is no time") }
    guard cover <= 0xFF_FFFF else { throw refuse("cover", "it is no colour") }
  }
}
