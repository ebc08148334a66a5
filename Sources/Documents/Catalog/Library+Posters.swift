import Localization

// Posters are in the user's library; the shipped one has none.
extension Library {
  /// Returns the number of posters in the user's library.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func posterCount() throws(LibraryError) -> Int {
    try readOwn(or: 0) { Int(try $0.integer("SELECT count(*) FROM posters") ?? 0) }  // Untranslated: SQL.
  }

  /// Returns the keys of the posters that match a query, in its order: eight bytes each.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func posterKeys(_ query: PosterQuery = PosterQuery()) throws(LibraryError) -> [PosterKey] {
    try readOwn(or: []) { database in
      query.isBin
        ? try PosterBin(in: database)?.keys(query.words) ?? []
        : try PosterTable(database: database).keys(query)
    }
  }

  /// Returns list data of some posters in the gallery or in the bin, in the order of `keys`; missing and unreadable ones
  /// are omitted.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func summaries(of keys: some Sequence<PosterKey>) throws(LibraryError) -> [PosterSummary] {
    try readOwn(or: []) { database in
      let tables = try Self.tables(database)
      return try keys.compactMap { key in try Self.first(in: tables) { try $0.summary(key) } }
    }
  }

  /// Returns complete posters of the gallery or the bin, in the order of `keys`; missing and unreadable ones are omitted.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func posters(_ keys: some Sequence<PosterKey>) throws(LibraryError) -> [(PosterKey, PosterRecord)] {
    try readOwn(or: []) { database in
      let tables = try Self.tables(database)
      return try keys.compactMap { key in
        try Self.first(in: tables) { try $0.readableItem(key) }.map { (key, $0.record) }
      }
    }
  }

  /// Returns the complete poster with a key, or nil if it is missing; a removed one only with `includingBin`.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read or the poster is damaged.
  public func poster(_ key: PosterKey, includingBin: Bool = false) throws(LibraryError) -> PosterRecord? {
    try readOwn(or: nil) { database in
      let tables = try includingBin ? Self.tables(database) : [PosterTable(database: database)]
      return try Self.first(in: tables) { try $0.item(key)?.record }
    }
  }

  /// Returns the tables that have posters: the gallery, then the bin if the file has one.
  static func tables(_ database: Connection) throws -> [PosterTable] {
    let gallery = PosterTable(database: database)
    return try PosterBin(in: database).map { [gallery, $0.table] } ?? [gallery]
  }

  private static func first<Found>(
    in tables: [PosterTable], _ find: (PosterTable) throws -> Found?
  ) rethrows -> Found? {
    for table in tables { if let found = try find(table) { return found } }
    return nil
  }

  /// Returns the key of the poster with an id.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func posterKey(of id: String) throws(LibraryError) -> PosterKey? {
    try readOwn(or: nil) { database in
      try PosterKey.fetch(database, "SELECT key FROM posters WHERE id = ?", [id]).first  // Untranslated: SQL.
    }
  }

  /// Inserts posters next to each other and returns their keys; an id that is taken gets a number.
  ///
  /// - Throws: ``LibraryError`` with `unfit` for an invalid poster, or with another reason if the library cannot be
  ///   changed.
  @discardableResult
  public func insert(_ posters: [PosterRecord], at place: PosterPlace = .end) throws(LibraryError)
    -> [PosterKey]
  {
    let file = try writable()
    for poster in posters { try poster.check(file.path) }
    return try file.write { try insert(posters, at: place, in: $0) }
  }

  private func insert(
    _ posters: [PosterRecord], at place: PosterPlace, in database: Connection
  ) throws -> [PosterKey] {
    let room = try PosterRoom(for: posters.count, at: place, in: database)
    return try posters.enumerated().map { index, poster in
      var poster = poster
      if poster.id.isEmpty { poster.id = Slug.made(of: poster.title, fallback: "poster") }
      return try PosterTable(database: database).insert(poster, place: room.place(index)).key
    }
  }

  /// Appends posters to the gallery and an album that contains them: both or neither.
  ///
  /// - Throws: ``LibraryError`` with `unfit` for an invalid poster, or with another reason if the library cannot be
  ///   changed.
  public func insertAlbum(
    named name: String, of posters: [PosterRecord]
  ) throws(LibraryError) -> (album: PosterAlbum.Key, posters: [PosterKey]) {
    let file = try writable()
    for poster in posters { try poster.check(file.path) }
    return try changeAlbums { table in
      let keys = try insert(posters, at: .end, in: table.database)
      return (try table.append(named: name, posters: keys), keys)
    }
  }

  /// Replaces a poster with a new version.
  ///
  /// - Throws: ``LibraryError`` with `unknown` if the poster has been removed, with `unfit` if it is invalid, or with
  ///   another reason if the library cannot be changed.
  public func update(_ key: PosterKey, to poster: PosterRecord) throws(LibraryError) {
    let file = try writable()
    try poster.check(file.path)
    try file.write { try replace(key, with: poster, in: PosterTable(database: $0)) }
  }

  private func replace(_ key: PosterKey, with poster: PosterRecord, in table: PosterTable) throws {
    guard try table.replace(key, with: poster) else {
      throw LibraryError(path: path ?? "library", reason: .unknown(id: poster.id))
    }
  }

  /// Sets whether posters are favourites; missing ones are skipped.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func setFavorite(_ keys: some Sequence<PosterKey>, to isFavorite: Bool) throws(LibraryError) {
    try writable().write { database in
      for key in keys {
        try database.execute(
          "UPDATE posters SET isFavorite = ? WHERE key = ? AND isFavorite <> ?",  // Untranslated: SQL.
          [isFavorite, key.rawValue, isFavorite])
      }
    }
  }

  /// Moves posters to a place in the arranged order, in the given order; returns their previous places.
  ///
  /// Missing posters are skipped. A place after one of the moved posters is the place after the nearest preceding
  /// poster that stays.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func move(_ keys: [PosterKey], to place: PosterPlace) throws(LibraryError) -> PosterArrangement {
    try writable().write { database in
      let table = PosterTable(database: database)
      let order = try table.arrangedKeys()
      let there = Set(order)
      let moved = keys.filter(there.contains)
      let arrangement = PosterArrangement(of: Set(moved), in: order)
      guard !moved.isEmpty else { return arrangement }
      var target = place
      if case .after(let key) = place, moved.contains(key), let index = order.firstIndex(of: key) {
        target = order[..<index].last { !moved.contains($0) }.map(PosterPlace.after) ?? .start
      }
      try table.move(moved, to: target)
      return arrangement
    }
  }

  /// Moves posters back to recorded places; returns their previous places.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func arrange(_ arrangement: PosterArrangement) throws(LibraryError) -> PosterArrangement {
    try writable().write { database in
      let table = PosterTable(database: database)
      let order = try table.arrangedKeys()
      let there = Set(order)
      let before = PosterArrangement(of: Set(arrangement.keys).intersection(there), in: order)
      for (key, neighbour) in arrangement.places where there.contains(key) {
        try table.move([key], to: neighbour.map(PosterPlace.after) ?? .start)
      }
      return before
    }
  }

  /// Returns the digests of all posters' documents, without reading the documents.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func posterDocuments() throws(LibraryError) -> [PosterDocument] {
    try readOwn(or: []) { try PosterTable(database: $0).documents() }
  }

  /// Returns the first bytes of a poster's document, or nil if the poster is missing.
  ///
  /// - Parameters:
  ///   - key: The poster, in the gallery or in the bin.
  ///   - count: The most bytes to return, at least 0.
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func beginning(of key: PosterKey, atMost count: Int) throws(LibraryError) -> [UInt8]? {
    try readOwn(or: nil) { database in
      try Self.first(in: Self.tables(database)) { try $0.beginning(of: key, atMost: count) }
    }
  }

  /// Replaces the version of a poster that has `digest` with a new version and its history, in one transaction.
  ///
  /// If another program has changed the poster meanwhile, that change is kept, and the new version is added beside it
  /// as a separate poster.
  ///
  /// - Parameters:
  ///   - key: The poster.
  ///   - digest: The digest of the document that the new version was made from.
  ///   - poster: The new version.
  ///   - history: The history of the new version, or nil to store none.
  /// - Throws: ``LibraryError`` with `unknown` if the poster has been removed, with `unfit` if it is invalid, or with
  ///   another reason if the library cannot be changed.
  public func update(
    _ key: PosterKey, from digest: ContentDigest, to poster: PosterRecord, history: StoredHistory?
  ) throws(LibraryError) -> PosterUpdate {
    try exchange(key, from: digest, with: poster, history: history) { table in
      let room = try PosterRoom(for: 1, at: .after(key), in: table.database)
      let added = try table.insert(poster, place: room.place(0))
      if let history {
        try HistoryTable(database: table.database).keep(history.moved(to: .poster(id: added.id)))
      }
      return .keptBeside(added.key)
    } ?? .done
  }

  /// Replaces the version of a poster that has `digest` with a new version and its history, in one transaction.
  ///
  /// Does nothing and returns false if another program has changed the poster meanwhile.
  ///
  /// - Parameters:
  ///   - key: The poster.
  ///   - digest: The digest of the document that the new version was made from.
  ///   - poster: The new version.
  ///   - history: The history of the new version, or nil to store none.
  /// - Throws: ``LibraryError`` with `unknown` if the poster has been removed, with `unfit` if it is invalid, or with
  ///   another reason if the library cannot be changed.
  public func replace(
    _ key: PosterKey, from digest: ContentDigest, with poster: PosterRecord, history: StoredHistory?
  ) throws(LibraryError) -> Bool {
    try exchange(key, from: digest, with: poster, history: history) { _ in false } ?? true
  }

  /// Replaces the version of a poster that has `digest` and returns nil, or returns the result of `otherwise` if
  /// another program has changed the poster meanwhile.
  private func exchange<Outcome>(
    _ key: PosterKey, from digest: ContentDigest, with poster: PosterRecord, history: StoredHistory?,
    otherwise: (PosterTable) throws -> Outcome
  ) throws(LibraryError) -> Outcome? {
    let file = try writable()
    try poster.check(file.path)
    return try file.write { database in
      let table = PosterTable(database: database)
      guard let known = try table.item(key) else {
        throw LibraryError(path: file.path, reason: .unknown(id: poster.id))
      }
      guard Self.isKnown(known.record, digest, or: poster) else { return try otherwise(table) }
      try replace(key, with: poster, in: table)
      if let history { try HistoryTable(database: database).keep(history) }
      return nil
    }
  }

  /// Returns whether the stored version has a digest, or already equals the new version.
  private static func isKnown(_ kept: PosterRecord, _ digest: ContentDigest, or poster: PosterRecord) -> Bool
  {
    ContentDigest(kept.document) == digest || kept.document == poster.document
  }

  /// Returns the history of a document, or nil without one for exactly this content.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func history(of subject: StoredHistory.Subject, digest: ContentDigest) throws(LibraryError)
    -> StoredHistory?
  {
    try readOwn(or: nil) { try HistoryTable(database: $0).history(of: subject, digest: digest) }
  }

  /// Stores the history of a document, replacing an older one.
  ///
  /// Only the latest thousand histories are kept.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func keep(_ history: StoredHistory) throws(LibraryError) {
    try writable().write { try HistoryTable(database: $0).keep(history) }
  }
}

extension PosterRecord {
  /// Throws if a value would not survive storing.
  func check(_ path: String) throws(LibraryError) {
    func refuse(_ field: String, _ reason: Message) -> LibraryError {
      LibraryError(path: path, reason: .unfit(field: field, reason))
    }
    guard created.isFinite else { throw refuse("created", Message("it is not a time")) }
    guard modified.isFinite else { throw refuse("modified", Message("it is not a time")) }
    guard cover <= 0xFF_FFFF else { throw refuse("cover", Message("it is not a colour")) }
    guard document.count <= StoredRow.largestBlob else {
      throw refuse(
        "document",
        Message(
          "it has more than {limit} MiB; make its pictures smaller",
          ["limit": String(StoredRow.largestBlob >> 20)]))
    }
  }
}

extension PosterArrangement {
  /// Records the places of posters in a complete order.
  fileprivate init(of keys: Set<PosterKey>, in order: [PosterKey]) {
    places = order.indices.filter { keys.contains(order[$0]) }.map { index in
      (key: order[index], before: index > 0 ? order[index - 1] : nil)
    }
  }
}

/// Recorded places in the arranged order, each after another poster, for moving posters back.
public struct PosterArrangement: Hashable, Sendable {
  /// The posters in order, each with its predecessor; nil for the first.
  let places: [(key: PosterKey, before: PosterKey?)]

  /// The moved posters.
  public var keys: [PosterKey] { places.map(\.key) }

  public static func == (a: PosterArrangement, b: PosterArrangement) -> Bool {
    a.places.elementsEqual(b.places) { $0 == $1 }
  }

  public func hash(into hasher: inout Hasher) {
    for (key, before) in places {
      hasher.combine(key)
      hasher.combine(before)
    }
  }
}

/// A poster's document without its content: its digest and its length.
public struct PosterDocument: Hashable, Sendable {
  /// The poster's key.
  public let key: PosterKey
  /// The digest of the content: equal documents have equal digests in any library.
  public let digest: ContentDigest
  /// The length of the document in bytes.
  public let size: Int
}

/// A place for posters in the arranged order.
public enum PosterPlace: Hashable, Sendable {
  /// Before all others.
  case start
  /// After all others.
  case end
  /// Directly after a poster; at the end if that is missing.
  case after(PosterKey)
}
