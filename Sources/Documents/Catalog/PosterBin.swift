/// The bin of one file: removed posters, which keep their keys.
struct PosterBin {
  private let database: Connection
  /// Its rows.
  let table: PosterTable

  /// Opens the bin of a file that has been migrated for writing.
  init(_ database: Connection) {
    self.database = database
    table = PosterTable(database: database, name: "bin")
  }

  /// Opens the bin for reading; nil in a file from an older version, which has none.
  init?(in database: Connection) throws {
    guard try Schema.version(of: database) >= Schema.firstVersionWithBin else { return nil }
    self.init(database)
  }

  /// Returns the keys of the posters whose titles and texts contain all words, the last removed first.
  func keys(_ words: String) throws -> [PosterKey] {
    let words = words.split(whereSeparator: \.isWhitespace)
    // Untranslated: SQL.
    let conditions = words.map { _ in "instr(lower(title || ' ' || searchText), lower(?))" }
    return try PosterKey.fetch(
      database,
      """
      SELECT key FROM bin \(words.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
      ORDER BY removed DESC, key DESC
      """, words.map { String($0).withoutNull })
  }

  /// Moves a poster from the gallery to the bin; returns false if it is not in the gallery.
  func take(_ key: PosterKey, at time: Double) throws -> Bool {
    // Untranslated: SQL.
    try database.execute(
      """
      INSERT OR REPLACE INTO bin
        (key, id, title, searchText, cover, isFavorite, created, modified, place, revision, digest, document, removed)
      SELECT key, id, title, searchText, cover, isFavorite, created, modified, place, revision, digest, document, ?
        FROM posters WHERE key = ?
      """, [time, key.rawValue])
    guard database.changedRows > 0 else { return false }
    try database.execute("DELETE FROM posters WHERE key = ?", [key.rawValue])
    return true
  }

  /// Moves a poster back to its place in the gallery; returns false if it is not in the bin. An id that was taken
  /// meanwhile gets a number.
  func restore(_ key: PosterKey) throws -> Bool {
    let gallery = PosterTable(database: database)
    guard try gallery.item(key) == nil, let item = try table.item(key) else { return false }
    _ = try gallery.insert(item.record, key: item.key, place: item.place)
    try delete(key)
    return true
  }

  /// Adds a recovered poster.
  func add(_ poster: StoredPoster, removed: Double) throws {
    let record = poster.record
    // Untranslated: SQL.
    try database.execute(
      "INSERT INTO bin VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)",
      [
        poster.key.rawValue, record.id, record.title, record.searchText, Int64(record.cover),
        record.isFavorite,
        record.created, record.modified, poster.place, ContentDigest(record.document).stored, record.document,
        removed,
      ])
  }

  /// Deletes a poster from the bin for good.
  func delete(_ key: PosterKey) throws {
    // Untranslated: SQL.
    try database.execute("DELETE FROM bin WHERE key = ?", [key.rawValue])
  }

  /// Deletes the posters that were removed before a time.
  func deleteAll(removedBefore time: Double) throws {
    // Untranslated: SQL.
    try database.execute("DELETE FROM bin WHERE removed < ?", [time])
  }
}

// Removed posters are in the bin of the user's library.
extension Library {
  /// The time for which removed posters can be restored, in seconds: 30 days.
  public static let binTime = 30 * 86_400.0

  /// Returns the number of posters in the bin.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func binCount() throws(LibraryError) -> Int {
    try readOwn(or: 0) { database in
      guard try PosterBin(in: database) != nil else { return 0 }
      // Untranslated: SQL.
      return Int(try database.integer("SELECT count(*) FROM bin") ?? 0)
    }
  }

  /// Moves posters to the bin and returns the keys of those that were in the gallery. Posters that have been in the bin
  /// for longer than ``binTime`` are deleted.
  ///
  /// - Parameters:
  ///   - keys: The posters.
  ///   - time: The time of the removal, in seconds since 1970.
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  @discardableResult
  public func remove(_ keys: some Sequence<PosterKey>, at time: Double) throws(LibraryError) -> [PosterKey] {
    try changeBin { bin in
      try bin.deleteAll(removedBefore: time - Self.binTime)
      return try keys.filter { try bin.take($0, at: time) }
    }
  }

  /// Moves posters from the bin back to their places in the gallery, into their albums, with their keys; returns the keys
  /// of those that were in the bin.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  @discardableResult
  public func restore(_ keys: some Sequence<PosterKey>) throws(LibraryError) -> [PosterKey] {
    try changeBin { bin in try keys.filter { try bin.restore($0) } }
  }

  /// Deletes posters from the bin for good; others are skipped.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func deleteRemoved(_ keys: some Sequence<PosterKey>) throws(LibraryError) {
    try changeBin { bin in for key in keys { try bin.delete(key) } }
  }

  private func changeBin<Value>(_ body: (PosterBin) throws -> Value) throws(LibraryError) -> Value {
    try writable().write { try body(PosterBin($0)) }
  }
}
