// Untranslated file: all other texts are SQL.

import Localization

/// A poster of the gallery or of the bin as it is stored.
struct StoredPoster: Hashable, Sendable {
  let key: PosterKey
  let record: PosterRecord
  let place: Int64
}

/// The posters table of one file.
struct PosterTable {
  let database: Connection
  /// The name of the table: that of the posters, or that of the bin, which has the same columns.
  var name = "posters"

  private static let listed = StoredColumns([
    "key", "id", "title", "cover", "isFavorite", "created", "modified", "digest", "length(document)",
  ])
  private static let whole = StoredColumns([
    "key", "id", "title", "searchText", "document", "cover", "isFavorite", "created", "modified", "place",
  ])

  /// Returns the keys of all posters in the person's arrangement.
  func arrangedKeys() throws -> [PosterKey] {
    try PosterKey.fetch(database, "SELECT key FROM posters ORDER BY place, key")
  }

  /// Returns the keys of the posters that match a query, in its order.
  func keys(_ query: PosterQuery) throws -> [PosterKey] {
    var query = query
    // Files from versions without albums have none.
    if try Schema.version(of: database) < Schema.firstVersionWithHistories { query.album = nil }
    let (conditions, arguments) = query.conditions
    if query.words.allSatisfy(\.isWhitespace) {
      return try sorted(conditions.isEmpty ? "" : "WHERE \(conditions)", arguments, query)
    }
    guard let search = SearchWords(query.words) else { return [] }
    guard query.order == .relevance else {
      return try sorted(
        """
        WHERE key IN (SELECT rowid FROM posterWords WHERE posterWords MATCH ?)
        \(conditions.isEmpty ? "" : "AND \(conditions)")
        """, [search.widened] + arguments, query)
    }
    // First the literal matches, by relevance, then the widened ones.
    let literal = try relevantKeys(search.literal, query)
    guard search.widened != search.literal else { return literal }
    let known = Set(literal)
    let wide = try relevantKeys(search.widened, query)
    return literal + wide.filter { !known.contains($0) }
  }

  private func relevantKeys(_ expression: String, _ query: PosterQuery) throws -> [PosterKey] {
    let (conditions, arguments) = query.conditions
    return try PosterKey.fetch(
      database,
      """
      SELECT rowid FROM posterWords WHERE posterWords MATCH ?
      \(conditions.isEmpty ? "" : "AND rowid IN (SELECT key FROM posters WHERE \(conditions))")
      ORDER BY bm25(posterWords, 3, 1), rowid
      """, [expression] + arguments)
  }

  private static let colored = StoredColumns(["key", "cover"])

  private func sorted(
    _ condition: String, _ arguments: [any BindableValue], _ query: PosterQuery
  ) throws -> [PosterKey] {
    func keys(by columns: String) throws -> [PosterKey] {
      try PosterKey.fetch(
        database, "SELECT key FROM posters \(condition) ORDER BY \(columns)", arguments)
    }
    return switch query.order {
    case .arranged, .relevance: try keys(by: "place, key")
    case .modified: try keys(by: "modified DESC, key DESC")
    case .created: try keys(by: "created DESC, key DESC")
    case .color: try keysByColor(condition, arguments)
    case .title: try keysByTitle(condition, arguments, query.collation)
    }
  }

  private static let titled = StoredColumns(["key", "title"])

  private func keysByTitle(
    _ condition: String, _ arguments: [any BindableValue], _ collation: Collation
  ) throws -> [PosterKey] {
    let found = try StoredRows.fetch(
      "poster", Self.titled, from: "FROM posters \(condition) ORDER BY key", arguments, in: database
    ) { row in
      (key: PosterKey(rawValue: try row.integer("key")), title: try row.text("title"))
    }
    return collation.sorted(found.values, by: \.title).map(\.key)
  }

  private func keysByColor(
    _ condition: String, _ arguments: [any BindableValue]
  ) throws -> [PosterKey] {
    let found = try StoredRows.fetch(
      "poster", Self.colored, from: "FROM posters \(condition) ORDER BY place, key", arguments, in: database
    ) { row in
      (key: PosterKey(rawValue: try row.integer("key")), rank: CoverRank(try row.integer("cover")))
    }
    // Equal colours keep their order in the gallery.
    let ranked = found.values.enumerated().sorted { a, b in
      a.element.rank == b.element.rank ? a.offset < b.offset : a.element.rank < b.element.rank
    }
    return ranked.map(\.element.key)
  }

  /// Moves posters to a place in the arranged order, in the given order.
  func move(_ keys: [PosterKey], to place: PosterPlace) throws {
    let room = try PosterRoom(for: keys.count, at: place, in: database)
    for (index, key) in keys.enumerated() {
      try database.execute("UPDATE posters SET place = ? WHERE key = ?", [room.place(index), key.rawValue])
    }
  }

  /// Returns list data of a poster, or nil if it is missing or unreadable.
  func summary(_ key: PosterKey) throws -> PosterSummary? {
    try StoredRows.fetch(
      "poster", Self.listed, from: "FROM \(name) WHERE key = ?", [key.rawValue], in: database
    ) { row in
      try PosterSummary(
        key: PosterKey(rawValue: row.integer("key")), id: row.text("id"), title: row.text("title"),
        cover: UInt32(truncatingIfNeeded: row.integer("cover", in: 0...0xFF_FFFF)),
        isFavorite: row.integer("isFavorite") != 0, created: row.time("created"),
        modified: row.time("modified"), digest: row.digest("digest"),
        documentSize: Int(row.integer("length(document)", in: 0...Int64(StoredRow.largestBlob))))
    }.values.first
  }

  private static let documents = StoredColumns(["key", "digest", "length(document)"])

  /// Returns the digests of all posters' documents.
  func documents() throws -> [PosterDocument] {
    try StoredRows.fetch("poster", Self.documents, from: "FROM posters", in: database) { row in
      PosterDocument(
        key: PosterKey(rawValue: try row.integer("key")), digest: try row.digest("digest"),
        size: Int(try row.integer("length(document)", in: 0...Int64(StoredRow.largestBlob))))
    }.values
  }

  private static let beginning = StoredColumns(["document"])

  /// Returns the first bytes of a document, or nil if the poster is missing.
  func beginning(of key: PosterKey, atMost count: Int) throws -> [UInt8]? {
    try StoredRows.fetch(
      "poster", Self.beginning,
      from: "FROM (SELECT substr(document, 1, \(count)) AS document FROM \(name) WHERE key = ?)",
      [key.rawValue], in: database
    ) { try $0.bytes("document") }.values.first
  }

  /// Returns a poster, or nil if it is missing; throws if its row is unreadable.
  func item(_ key: PosterKey) throws -> StoredPoster? {
    let found = try rows(key)
    if let fault = found.unreadable.first { throw fault }
    return found.values.first
  }

  /// Returns a poster, or nil if it is missing or unreadable.
  func readableItem(_ key: PosterKey) throws -> StoredPoster? { try rows(key).values.first }

  /// Returns the faults in a poster's row.
  func faults(_ key: PosterKey) throws -> [UnreadableRow] { try rows(key).unreadable }

  private func rows(_ key: PosterKey) throws -> StoredRows<StoredPoster> {
    try StoredRows.fetch(
      "poster", Self.whole, blobs: ["document"], from: "FROM \(name) WHERE key = ?", [key.rawValue],
      in: database
    ) { row in
      let record = PosterRecord(
        id: try row.text("id"), title: try row.text("title"), searchText: try row.text("searchText"),
        document: try row.bytes("document"),
        cover: UInt32(truncatingIfNeeded: try row.integer("cover", in: 0...0xFF_FFFF)),
        isFavorite: try row.integer("isFavorite") != 0, created: try row.time("created"),
        modified: try row.time("modified"))
      let key = PosterKey(rawValue: try row.integer("key"))
      return StoredPoster(key: key, record: record, place: try row.integer("place"))
    }
  }

  /// Returns an id, with a number if it is taken.
  func freeID(_ id: String) throws -> String {
    try Slug.free(id) {
      try database.isTrue("SELECT EXISTS (SELECT 1 FROM posters WHERE id = ?)", [$0])
    }
  }

  /// Adds a poster, with a new key if none is given; an id that is taken gets a number.
  func insert(
    _ poster: PosterRecord, key: PosterKey? = nil, place: Int64
  ) throws -> (key: PosterKey, id: String) {
    var poster = poster
    poster.id = try freeID(poster.id)
    let document = LargeValue(poster.document)
    try database.execute(
      """
      INSERT INTO posters
        (id, title, searchText, cover, isFavorite, created, modified, digest, document, key, place)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, poster.columns(document) + [key?.rawValue, place])
    let added = database.lastInsertedKey
    try document.finish("document", of: "posters", key: added, in: database)
    return (PosterKey(rawValue: added), poster.id)
  }

  /// Replaces a poster with a new version; returns false if it is missing.
  func replace(_ key: PosterKey, with poster: PosterRecord) throws -> Bool {
    let document = LargeValue(poster.document)
    try database.execute(
      """
      UPDATE posters SET id = ?, title = ?, searchText = ?, cover = ?, isFavorite = ?, created = ?,
        modified = ?, digest = ?, document = ? WHERE key = ?
      """, poster.columns(document) + [key.rawValue])
    guard database.changedRows > 0 else { return false }
    try document.finish("document", of: "posters", key: key.rawValue, in: database)
    return true
  }
}

/// The table of named versions of one file.
struct VersionTable {
  private let database: Connection

  /// Opens the table of a file that has been migrated for writing.
  init(_ database: Connection) { self.database = database }

  /// Opens the table for reading; nil in a file from an older version, which has none.
  init?(in database: Connection) throws {
    guard try Schema.version(of: database) >= Schema.firstVersionWithVersions else { return nil }
    self.init(database)
  }

  private static let listed = StoredColumns(["key", "poster", "name", "created", "cover"])
  private static let stored = StoredColumns(["key", "digest", "document"])

  /// Returns the keys of all versions of a poster, the last saved first.
  func keys(of poster: PosterKey) throws -> [PosterVersion.Key] {
    try keys("WHERE poster = ? ORDER BY created DESC, key DESC", [poster.rawValue])
  }

  /// Returns the keys of all versions.
  func allKeys() throws -> [PosterVersion.Key] { try keys("ORDER BY key", []) }

  private func keys(_ rest: String, _ arguments: [any BindableValue]) throws -> [PosterVersion.Key] {
    try PosterKey.fetch(database, "SELECT key FROM versions \(rest)", arguments)
      .map { PosterVersion.Key(rawValue: $0.rawValue) }
  }

  /// Returns a version, or nil if it is missing or unreadable.
  func version(_ key: PosterVersion.Key) throws -> PosterVersion? { try rows(key).values.first }

  private func rows(_ key: PosterVersion.Key) throws -> StoredRows<PosterVersion> {
    try StoredRows.fetch(
      "version", Self.listed, from: "FROM versions WHERE key = ?", [key.rawValue], in: database
    ) { row in
      try PosterVersion(
        key: PosterVersion.Key(rawValue: row.integer("key")),
        of: PosterKey(rawValue: row.integer("poster")), name: row.text("name"), created: row.time("created"),
        cover: UInt32(truncatingIfNeeded: row.integer("cover", in: 0...0xFF_FFFF)))
    }
  }

  /// Returns the document of a version, or nil if it is missing, unreadable, or not the one that was saved.
  func document(of key: PosterVersion.Key) throws -> [UInt8]? { try documents(key).values.first }

  private func documents(_ key: PosterVersion.Key) throws -> StoredRows<[UInt8]> {
    try StoredRows.fetch(
      "version", Self.stored, blobs: ["document"], from: "FROM versions WHERE key = ?", [key.rawValue],
      in: database
    ) { row in
      let document = try row.bytes("document")
      guard try row.digest("digest") == ContentDigest(document) else {
        throw row.unreadable(Message("the document differs from the saved one"))
      }
      return document
    }
  }

  /// Returns the faults of a version, among them a document that is not the saved one.
  func faults(_ key: PosterVersion.Key) throws -> [Message] {
    try (rows(key).unreadable + documents(key).unreadable).map(\.message)
  }

  /// Adds a version with its key, if it has one, and returns it as it is stored: a name that another version of the
  /// poster has gets a number.
  func insert(_ version: PosterVersion, document bytes: [UInt8]) throws -> PosterVersion {
    var version = version
    version.name = try freeName(version.name, of: version.poster)
    let document = LargeValue(bytes)
    try database.execute(
      """
      INSERT INTO versions (key, poster, name, created, cover, digest, document) VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        version.key?.rawValue, version.poster.rawValue, version.name.withoutNull, version.created,
        Int64(version.cover), ContentDigest(bytes).stored, document.argument,
      ])
    let key = database.lastInsertedKey
    try document.finish("document", of: "versions", key: key, in: database)
    version.key = PosterVersion.Key(rawValue: key)
    return version
  }

  private func freeName(_ name: String, of poster: PosterKey) throws -> String {
    func isTaken(_ name: String) throws -> Bool {
      try database.isTrue(
        "SELECT EXISTS (SELECT 1 FROM versions WHERE poster = ? AND name = ?)",
        [poster.rawValue, name.withoutNull])
    }
    guard try isTaken(name) else { return name }
    var number = 2
    while try isTaken("\(name) \(number)") { number += 1 }
    return "\(name) \(number)"
  }

  /// Returns whether a poster has a version of a name and content.
  func contains(_ version: PosterVersion, document: [UInt8]) throws -> Bool {
    try database.isTrue(
      "SELECT EXISTS (SELECT 1 FROM versions WHERE poster = ? AND name = ? AND digest = ?)",
      [version.poster.rawValue, version.name.withoutNull, ContentDigest(document).stored])
  }

  /// Gives a version another name, with a number if that is taken; returns the name, or nil if it is missing.
  func rename(_ key: PosterVersion.Key, to name: String) throws -> String? {
    guard let version = try version(key) else { return nil }
    guard version.name != name else { return name }
    let free = try freeName(String(name.prefix(PosterVersion.longestName)), of: version.poster)
    try database.execute(
      "UPDATE versions SET name = ? WHERE key = ?", [free.withoutNull, key.rawValue])
    return free
  }

  /// Removes a version.
  func remove(_ key: PosterVersion.Key) throws {
    try database.execute("DELETE FROM versions WHERE key = ?", [key.rawValue])
  }

  /// Removes the versions of posters that are neither in the gallery nor in the bin.
  func removeStray() throws {
    try database.execute(
      "DELETE FROM versions WHERE poster NOT IN (SELECT key FROM posters UNION SELECT key FROM bin)")
  }
}

extension PosterQuery {
  /// The SQL conditions besides the search.
  fileprivate var conditions: (sql: String, [any BindableValue]) {
    var parts: [String] = []
    var arguments: [any BindableValue] = []
    if favoritesOnly { parts.append("isFavorite") }
    if let album {
      parts.append("key IN (SELECT poster FROM albumPosters WHERE album = ?)")
      arguments += [album.rawValue]
    }
    return (parts.joined(separator: " AND "), arguments)
  }
}

extension PosterRecord {
  fileprivate func columns(_ document: LargeValue) -> [any BindableValue] {
    [
      id.withoutNull, title.withoutNull, searchText.withoutNull, Int64(cover), isFavorite, created, modified,
      ContentDigest(self.document).stored, document.argument,
    ]
  }
}

extension String {
  /// The text without null characters, at which SQLite ends texts.
  var withoutNull: String {
    unicodeScalars.contains("\0")
      ? String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\0" })) : self
  }
}

/// The position of a cover's colour in the order: by hue from red on, then colours without a hue from light to dark.
struct CoverRank: Hashable, Comparable {
  private let hue: Double
  private let lightness: Double

  /// The range of channels below which a colour counts as grey, as a fraction of 1.
  private static let leastChroma = 0.1
  /// Reds slightly below 360° are next to those slightly above 0°.
  private static let firstHue = 340.0

  /// Ranks a colour of eight bits per channel, with red in the highest bits.
  init(_ cover: Int64) {
    func channel(_ shift: Int64) -> Double { Double((cover >> shift) & 0xFF) / 255 }
    let (red, green, blue) = (channel(16), channel(8), channel(0))
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    lightness = (most + least) / 2
    let chroma = most - least
    guard chroma >= Self.leastChroma else {
      hue = .infinity
      return
    }
    let sector =
      most == red
      ? ((green - blue) / chroma).remainder(dividingBy: 6)
      : most == green ? (blue - red) / chroma + 2 : (red - green) / chroma + 4
    let degrees = sector * 60 - Self.firstHue
    hue = degrees - (degrees / 360).rounded(.down) * 360
  }

  static func < (a: CoverRank, b: CoverRank) -> Bool {
    a.hue == b.hue ? a.lightness > b.lightness : a.hue < b.hue
  }
}

/// A poster without its document, for lists.
public struct PosterSummary: Hashable, Sendable {
  /// The poster's key in the library.
  public let key: PosterKey
  /// A readable slug, unique in its library.
  public let id: String
  /// The poster's display name.
  public let title: String
  /// The placeholder shown until the poster's picture is ready: a colour as 0xRRGGBB.
  public let cover: UInt32
  /// Whether the poster is a favourite.
  public let isFavorite: Bool
  /// The time of creation, in seconds since 1970.
  public let created: Double
  /// The time of the last change, in seconds since 1970.
  public let modified: Double
  /// The digest of the document: equal documents have equal digests in any library.
  public let digest: ContentDigest
  /// The length of the document in bytes.
  public let documentSize: Int
}

/// Bytes of a row that are written directly into the pages of the file.
///
/// As a statement's value they would be in memory four times: bound, in SQLite's row, and in what a trigger reads and
/// rewrites.
struct LargeValue {
  private let bytes: [UInt8]

  /// The size in bytes from which a value is written separately.
  private static let least = 1 << 20

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The statement's value for the row: empty if `finish` writes the bytes.
  var argument: [UInt8] { isLarge ? [] : bytes }

  private var isLarge: Bool { bytes.count >= Self.least }

  /// Writes the bytes into the row into which a statement has just inserted `argument`.
  func finish(_ column: String, of table: String, key: Int64, in database: Connection) throws {
    guard isLarge else { return }
    // The row's change is counted already, and its words do not change.
    try database.withoutTriggers {
      try database.execute(
        "UPDATE \(table) SET \(column) = zeroblob(?) WHERE key = ?", [bytes.count, key])
      try database.blob(column, of: table, key: key, isWritable: true).write(bytes)
    }
  }
}
