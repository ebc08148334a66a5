import GRDB

// Posters are of the user's library; the shipped one has none.
extension Library {
  public func posterCount() throws(LibraryError) -> Int {
    try readOwn(or: 0) { try Int.fetchOne($0, sql: "SELECT count(*) FROM posters") ?? 0 }
  }

  /// Returns what a list shows of some posters, in the order of `keys`; those that are gone or cannot be read are left out.
  public func summaries(of keys: some Sequence<PosterKey>) throws(LibraryError) -> [PosterSummary] {
    try readOwn(or: []) { database in
      try keys.flatMap { key in
        try StoredRows.fetch(
          "poster", Self.listed, from: "FROM posters WHERE key = ?", [key.rawValue], in: database
        ) { try PosterSummary($0) }.values
      }
    }
  }

  /// Returns whole posters, in the order of `keys`; those that are gone or cannot be read are left out.
  public func posters(_ keys: some Sequence<PosterKey>) throws(LibraryError) -> [(PosterKey, PosterRecord)] {
    try readOwn(or: []) { database in
      try keys.compactMap { key in
        try Self.storedPosters("WHERE key = ?", [key.rawValue], in: database).values.first
          .map { (key, $0.record) }
      }
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
    try file.write { try Self.replace(key, with: poster, path: file.path, in: $0) }
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

  static func replace(
    _ key: PosterKey, with poster: PosterRecord, path: String, in database: Database
  ) throws {
    try poster.check(path)
    try database.execute(
      sql: """
        UPDATE posters SET id = ?, title = ?, searchText = ?, cover = ?, isFavorite = ?, created = ?,
          modified = ?, digest = ?, document = ? WHERE key = ?
        """, arguments: poster.columns + [key.rawValue])
    guard database.changesCount > 0 else {
      throw LibraryError(path: path, reason: .unknown(id: poster.id))
    }
  }

  /// Returns an id, with a number where it is taken.
  static func freeID(_ id: String, in database: Database) throws -> String {
    let statement = try database.cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM posters WHERE id = ?)")
    return try Slug.free(id) { try Bool.fetchOne(statement, arguments: [$0]) ?? false }
  }

  /// Returns a poster, or nil where it is gone; throws where its row cannot be read.
  static func stored(_ key: PosterKey, in database: Database) throws -> RemovedPosters.Item? {
    let found = try storedPosters("WHERE key = ?", [key.rawValue], in: database)
    if let fault = found.unreadable.first { throw fault }
    return found.values.first
  }

  /// Returns whole posters, and which cannot be read.
  static func storedPosters(
    _ condition: String, _ arguments: StatementArguments = [], in database: Database
  ) throws -> StoredRows<RemovedPosters.Item> {
    try StoredRows.fetch(
      "poster", whole, blobs: ["document"], from: "FROM posters \(condition)", arguments, in: database
    ) { row in
      let record = PosterRecord(
        id: try row.text("id"), title: try row.text("title"), searchText: try row.text("searchText"),
        document: try row.bytes("document"),
        cover: UInt32(truncatingIfNeeded: try row.integer("cover", in: 0...0xFF_FFFF)),
        isFavorite: try row.integer("isFavorite") != 0, created: try row.time("created"),
        modified: try row.time("modified"))
      let key = PosterKey(rawValue: try row.integer("key"))
      return RemovedPosters.Item(key: key, record: record, place: try row.integer("place"))
    }
  }

  fileprivate static let listed = StoredColumns([
    "key", "id", "title", "cover", "isFavorite", "created", "modified", "digest", "length(document)",
  ])

  private static let whole = StoredColumns([
    "key", "id", "title", "searchText", "document", "cover", "isFavorite", "created", "modified", "place",
  ])
}

extension PosterSummary {
  fileprivate init(_ row: StoredRow) throws {
    try self.init(
      key: PosterKey(rawValue: row.integer("key")), id: row.text("id"), title: row.text("title"),
      cover: UInt32(truncatingIfNeeded: row.integer("cover", in: 0...0xFF_FFFF)),
      isFavorite: row.integer("isFavorite") != 0, created: row.time("created"),
      modified: row.time("modified"),
      digest: row.digest("digest"),
      documentSize: Int(row.integer("length(document)", in: 0...Int64(StoredRow.largestBlob))))
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
    guard document.count <= StoredRow.largestBlob else {
      throw refuse(
        "document", "it has more than \(StoredRow.largestBlob >> 20) MiB; make its pictures smaller")
    }
  }
}
