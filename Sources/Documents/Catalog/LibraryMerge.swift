public import Localization

/// The counts of a merge of one library into another.
public struct LibraryMerge: Hashable, Sendable {
  /// The counts of one kind of item.
  public struct Count: Hashable, Sendable {
    /// The number of added items.
    public var added: Int
    /// The number of items that were present already.
    public var present: Int

    /// Creates the counts of one kind.
    public init(added: Int = 0, present: Int = 0) { (self.added, self.present) = (added, present) }

    mutating func note(isAdded: Bool) { if isAdded { added += 1 } else { present += 1 } }
  }

  /// Crowns, identified by their drawings.
  public var crowns = Count()
  /// Posters, identified by their documents and titles.
  public var posters = Count()
  /// Named versions of posters, identified by their names and documents.
  public var versions = Count()
  /// Palettes, identified by their ids and documents.
  public var palettes = Count()
  /// Albums, identified by their ids and names; an existing one gets the posters of both.
  public var albums = Count()
  /// Edit histories; a document that already has one keeps it.
  public var histories = Count()
  /// Favourite crowns.
  public var favorites = Count()

  /// Creates the counts of a merge.
  public init(crowns: Count = Count(), posters: Count = Count()) {
    (self.crowns, self.posters) = (crowns, posters)
  }

  /// The counts as a sentence.
  public var summary: Message {
    switch (words(\.added), words(\.present)) {
    case (nil, nil): Message("added nothing")
    case (let added?, nil): Message("added {items}", parts: ["items": added])
    case (nil, let present?): Message("added nothing; already there: {others}", parts: ["others": present])
    case (let added?, let present?):
      Message("added {items}; already there: {others}", parts: ["items": added, "others": present])
    }
  }

  /// Returns the counts that are not zero as a list, or nil.
  private func words(_ part: KeyPath<Count, Int>) -> Message? {
    let counts = [crowns, posters, versions, palettes, albums, histories, favorites].map { $0[keyPath: part] }
    let items = [
      Message("{count} crown", plural: "{count} crowns", count: counts[0]),
      Message("{count} poster", plural: "{count} posters", count: counts[1]),
      Message("{count} version", plural: "{count} versions", count: counts[2]),
      Message("{count} palette", plural: "{count} palettes", count: counts[3]),
      Message("{count} album", plural: "{count} albums", count: counts[4]),
      Message("{count} edit history", plural: "{count} edit histories", count: counts[5]),
      Message("{count} favourite crown", plural: "{count} favourite crowns", count: counts[6]),
    ].filter { $0.count > 0 }
    guard let first = items.first else { return nil }
    return items.dropFirst().reduce(first) { list, item in
      Message("{items}, {item}", parts: ["items": list, "item": item])
    }
  }
}

/// The transfer of one library's content into another.
struct LibraryTransfer {
  let source: Connection
  let target: Connection

  /// Copies all readable content into an empty library, with its keys and its order.
  func copyAll() throws {
    let crowns = CrownTable(database: target)
    try CrownTable(database: source).forEach { try crowns.insert($0.record, key: $0.key) }
    let posters = PosterTable(database: source)
    for key in try posters.arrangedKeys() {
      guard let item = try posters.readableItem(key) else { continue }
      _ = try PosterTable(database: target).insert(item.record, key: item.key, place: item.place)
    }
    if let versions = try VersionTable(in: source) {
      for key in try versions.allKeys() {
        guard let version = try versions.version(key), let document = try versions.document(of: key) else {
          continue
        }
        _ = try VersionTable(target).insert(version, document: document)
      }
      try VersionTable(target).removeStray()
    }
    try HistoryTable(database: source).forEach { _ = try HistoryTable(database: target).add($0) }
    for album in try AlbumTable(database: source).all() { try AlbumTable(database: target).add(album) }
    try PaletteTable(database: source).forEach { try PaletteTable(database: target).add($0) }
    try copyFavoriteCrowns()
  }

  private func copyFavoriteCrowns() throws {
    for id in try FavoriteCrownTable(database: source).all() {
      try FavoriteCrownTable(database: target).add(id)
    }
  }

  /// Appends missing content, except crowns.
  func merge(into merge: inout LibraryMerge) throws {
    let posters = try mergePosters(into: &merge)
    try mergeVersions(of: posters, into: &merge)
    try mergeHistories(of: posters, into: &merge)
    try mergeAlbums(of: posters, into: &merge)
    try mergePalettes(into: &merge)
    let favorites = FavoriteCrownTable(database: target)
    let known = Set(try favorites.all())
    for id in try FavoriteCrownTable(database: source).all() {
      merge.favorites.note(isAdded: !known.contains(id))
      try favorites.add(id)
    }
  }

  private func mergeAlbums(of posters: [PosterKey: Moved], into merge: inout LibraryMerge) throws {
    let table = AlbumTable(database: target)
    var names = Dictionary(try table.all().map { ($0.id, $0.name) }) { first, _ in first }
    var place = try nextPlace(in: "albums")
    for var album in try AlbumTable(database: source).all() {
      // An album that was merged earlier under a numbered id is the same album.
      album.id = Slug.free(album.id) { names[$0] != nil && names[$0] != album.name }
      let isPresent = names.updateValue(album.name, forKey: album.id) != nil
      album.posters = album.posters.compactMap { posters[$0]?.key }
      album.place = place
      try table.add(album)
      merge.albums.note(isAdded: !isPresent)
      place += 1
    }
  }

  private func mergePalettes(into merge: inout LibraryMerge) throws {
    let table = PaletteTable(database: target)
    var contents: [String: ContentDigest] = [:]
    try table.forEach { contents[$0.id] = ContentDigest($0.document) }
    var place = try nextPlace(in: "palettes")
    try PaletteTable(database: source).forEach { palette in
      let content = ContentDigest(palette.document)
      var palette = palette
      palette.id = Slug.free(palette.id) { contents[$0] != nil && contents[$0] != content }
      let isPresent = contents.updateValue(content, forKey: palette.id) != nil
      merge.palettes.note(isAdded: !isPresent)
      guard !isPresent else { return }
      palette.place = place
      try table.add(palette)
      place += 1
    }
  }

  private func nextPlace(in table: String) throws -> Int64 {
    try target.integer(
      // Untranslated: SQL.
      "SELECT max(place) + 1 FROM \(table) WHERE typeof(place) = 'integer' AND place < 1 << 60")
      ?? 0
  }

  /// A poster's id in the source, with its key and id in the target.
  private struct Moved {
    let oldID: String
    let key: PosterKey
    let id: String
  }

  private func mergePosters(into merge: inout LibraryMerge) throws -> [PosterKey: Moved] {
    let (own, others) = (PosterTable(database: target), PosterTable(database: source))
    let keys = try others.arrangedKeys()
    let room = try PosterRoom(for: keys.count, at: .end, in: target)
    var moved: [PosterKey: Moved] = [:]
    for (index, key) in keys.enumerated() {
      guard let poster = try others.readableItem(key)?.record else { continue }
      let known = try PosterKey.fetch(
        target, "SELECT key FROM posters WHERE digest = ? AND title = ?",  // Untranslated: SQL.
        [ContentDigest(poster.document).stored, poster.title])
      if let first = known.first {
        merge.posters.present += 1
        guard let id = try own.summary(first)?.id else { continue }
        moved[key] = Moved(oldID: poster.id, key: first, id: id)
      } else {
        let added = try own.insert(poster, place: room.place(index))
        merge.posters.added += 1
        moved[key] = Moved(oldID: poster.id, key: added.key, id: added.id)
      }
    }
    return moved
  }

  /// Adds the versions that the posters of the target lack.
  private func mergeVersions(of posters: [PosterKey: Moved], into merge: inout LibraryMerge) throws {
    guard let versions = try VersionTable(in: source) else { return }
    let table = VersionTable(target)
    for (old, moved) in posters.sorted(by: { $0.key < $1.key }) {
      for key in try versions.keys(of: old).reversed() {
        guard let known = try versions.version(key), let document = try versions.document(of: key) else {
          continue
        }
        let version = PosterVersion(
          of: moved.key, name: known.name, created: known.created, cover: known.cover)
        let isPresent = try table.contains(version, document: document)
        if !isPresent { _ = try table.insert(version, document: document) }
        merge.versions.note(isAdded: !isPresent)
      }
    }
  }

  /// Adds the histories of the added posters, under their ids in the target.
  private func mergeHistories(of posters: [PosterKey: Moved], into merge: inout LibraryMerge) throws {
    let ids = Dictionary(posters.values.map { ($0.oldID, $0.id) }) { first, _ in first }
    let table = HistoryTable(database: target)
    try HistoryTable(database: source).forEach { history in
      switch history.subject {
      case .file: merge.histories.note(isAdded: try table.add(history))
      case .poster(let id):
        guard let id = ids[id] else { return }
        merge.histories.note(isAdded: try table.add(history.moved(to: .poster(id: id))))
      }
    }
    try table.removeOldest()
  }
}

/// The albums table of one file, and the posters in albums.
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

  /// Returns all albums in order; empty for files from versions without albums.
  func all() throws -> [Album] {
    guard try Schema.version(of: database) >= Schema.firstVersionWithHistories else { return [] }
    let found = try StoredRows.fetch(
      "album", Self.columns, from: "FROM albums ORDER BY place, key", in: database  // Untranslated: SQL.
    ) { row in
      Album(
        key: try row.integer("key"), id: try row.text("id"), name: try row.text("name"),
        place: try row.integer("place"))
    }
    return try found.values.map { album in
      var album = album
      album.posters = try PosterKey.fetch(
        database,
        // Untranslated: SQL.
        "SELECT poster FROM albumPosters WHERE album = ? AND typeof(poster) = 'integer' ORDER BY poster",
        [album.key])
      return album
    }
  }

  /// Adds an album; if its id exists, that album gets the posters of both.
  func add(_ album: Album) throws {
    try database.execute(
      "INSERT OR IGNORE INTO albums (id, name, place) VALUES (?, ?, ?)",  // Untranslated: SQL.
      [album.id.withoutNull, album.name.withoutNull, album.place])
    for poster in album.posters {
      try database.execute(
        // Untranslated: SQL.
        """
        INSERT OR IGNORE INTO albumPosters (album, poster) SELECT key, ? FROM albums WHERE id = ?
        """, [poster.rawValue, album.id.withoutNull])
    }
  }

  /// Appends a new album and returns its key.
  func append(named name: String, posters: [PosterKey]) throws -> PosterAlbum.Key {
    let known = try all()
    let taken = Set(known.map(\.id))
    let id = Slug.free(Slug.made(of: name, fallback: "album"), isTaken: taken.contains)
    let place = (known.map(\.place).max() ?? -1) + 1
    return PosterAlbum.Key(
      rawValue: try insert(.init(key: 0, id: id, name: name, place: place, posters: posters)))
  }

  /// Adds a new album, with its key unless that is 0; returns the key.
  func insert(_ album: Album) throws -> Int64 {
    try database.execute(
      "INSERT INTO albums (key, id, name, place) VALUES (?, ?, ?, ?)",  // Untranslated: SQL.
      [
        album.key == 0 ? nil : album.key, album.id.withoutNull, album.name.withoutNull, album.place,
      ])
    let key = database.lastInsertedKey
    for poster in album.posters { _ = try add(poster, to: key) }
    return key
  }

  func rename(_ key: Int64, to name: String) throws {
    // Untranslated: SQL.
    try database.execute("UPDATE albums SET name = ? WHERE key = ?", [name.withoutNull, key])
  }

  func remove(_ key: Int64) throws {
    try database.execute("DELETE FROM albumPosters WHERE album = ?", [key])  // Untranslated: SQL.
    try database.execute("DELETE FROM albums WHERE key = ?", [key])  // Untranslated: SQL.
  }

  /// Adds a poster to an album; returns false if it was in it, or if the album is missing.
  func add(_ poster: PosterKey, to album: Int64) throws -> Bool {
    try database.execute(
      // Untranslated: SQL.
      "INSERT OR IGNORE INTO albumPosters (album, poster) SELECT key, ? FROM albums WHERE key = ?",
      [poster.rawValue, album])
    return database.changedRows > 0
  }

  /// Removes a poster from an album; returns false if it was not in it.
  func remove(_ poster: PosterKey, from album: Int64) throws -> Bool {
    // Untranslated: SQL.
    try database.execute("DELETE FROM albumPosters WHERE album = ? AND poster = ?", [album, poster.rawValue])
    return database.changedRows > 0
  }
}

/// The ids of favourite crowns: the user's own and shipped ones.
struct FavoriteCrownTable {
  let database: Connection

  /// Returns the ids in the order in which they were added; empty for files from versions without favourites.
  func all() throws -> [String] {
    guard try Schema.version(of: database) >= Schema.firstVersionWithFavoriteCrowns else { return [] }
    return try StoredRows.fetch(
      // Untranslated: SQL.
      "favourite", StoredColumns(["key", "id"]), from: "FROM favoriteCrowns ORDER BY key", in: database
    ) { try $0.text("id") }.values
  }

  func add(_ id: String) throws {
    // Untranslated: SQL.
    try database.execute("INSERT OR IGNORE INTO favoriteCrowns (id) VALUES (?)", [id.withoutNull])
  }

  func remove(_ id: String) throws {
    try database.execute("DELETE FROM favoriteCrowns WHERE id = ?", [id.withoutNull])  // Untranslated: SQL.
  }
}
