/// The posters of one file.
struct PosterTable {
  let database: Connection

  private static let listed = StoredColumns([
    "key", "id", "title", "cover", "isFavorite", "created", "modified", "digest", "length(document)",
  ])
  private static let whole = StoredColumns([
    "key", "id", "title", "searchText", "document", "cover", "isFavorite", "created", "modified", "place",
  ])

  /// Returns the keys of all posters in the order in which a person has arranged them.
  func arrangedKeys() throws -> [PosterKey] {
    try PosterKey.fetch(database, "SELECT key FROM posters ORDER BY place, key")
  }

  /// Returns the keys of the posters that fit a query, in its order.
  func keys(_ query: PosterQuery) throws -> [PosterKey] {
    var query = query
    // A file from before there were albums has none.
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
    // First those that have the words themselves, the best first, then those that have their like.
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
    guard query.order == .color else {
      return try PosterKey.fetch(
        database, "SELECT key FROM posters \(condition) \(query.sorting)", arguments)
    }
    let found = try StoredRows.fetch(
      "poster", Self.colored, from: "FROM posters \(condition) ORDER BY place, key", arguments, in: database
    ) { row in
      (key: PosterKey(rawValue: try row.integer("key")), rank: CoverRank(try row.integer("cover")))
    }
    // The order of the wall among those of one colour.
    let ranked = found.values.enumerated().sorted { a, b in
      a.element.rank == b.element.rank ? a.offset < b.offset : a.element.rank < b.element.rank
    }
    return ranked.map(\.element.key)
  }

  /// Moves posters to a place of the arranged order, in the order in which they are given.
  func move(_ keys: [PosterKey], to place: PosterPlace) throws {
    let room = try PosterRoom(for: keys.count, at: place, in: database)
    for (index, key) in keys.enumerated() {
      try database.execute("UPDATE posters SET place = ? WHERE key = ?", [room.place(index), key.rawValue])
    }
  }

  /// Returns what a list shows of a poster, or nil where it is gone or cannot be read.
  func summary(_ key: PosterKey) throws -> PosterSummary? {
    try StoredRows.fetch(
      "poster", Self.listed, from: "FROM posters WHERE key = ?", [key.rawValue], in: database
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

  /// Returns what tells the documents of all posters from each other.
  func documents() throws -> [PosterDocument] {
    try StoredRows.fetch("poster", Self.documents, from: "FROM posters", in: database) { row in
      PosterDocument(
        key: PosterKey(rawValue: try row.integer("key")), digest: try row.digest("digest"),
        size: Int(try row.integer("length(document)", in: 0...Int64(StoredRow.largestBlob))))
    }.values
  }

  private static let beginning = StoredColumns(["document"])

  /// Returns the first bytes of a document, or nil where the poster is gone.
  func beginning(of key: PosterKey, atMost count: Int) throws -> [UInt8]? {
    try StoredRows.fetch(
      "poster", Self.beginning,
      from: "FROM (SELECT substr(document, 1, \(count)) AS document FROM posters WHERE key = ?)",
      [key.rawValue], in: database
    ) { try $0.bytes("document") }.values.first
  }

  /// Returns a poster, or nil where it is gone; throws where its row cannot be read.
  func item(_ key: PosterKey) throws -> RemovedPosters.Item? {
    let found = try rows(key)
    if let fault = found.unreadable.first { throw fault }
    return found.values.first
  }

  /// Returns a poster, or nil where it is gone or cannot be read.
  func readableItem(_ key: PosterKey) throws -> RemovedPosters.Item? { try rows(key).values.first }

  /// Returns what is wrong with a poster's row.
  func faults(_ key: PosterKey) throws -> [UnreadableRow] { try rows(key).unreadable }

  private func rows(_ key: PosterKey) throws -> StoredRows<RemovedPosters.Item> {
    try StoredRows.fetch(
      "poster", Self.whole, blobs: ["document"], from: "FROM posters WHERE key = ?", [key.rawValue],
      in: database
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

  /// Returns an id, with a number where it is taken.
  func freeID(_ id: String) throws -> String {
    try Slug.free(id) {
      try database.isTrue("SELECT EXISTS (SELECT 1 FROM posters WHERE id = ?)", [$0])
    }
  }

  /// Adds a poster, under a new key where none is given; an id that is taken gets a number.
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

  /// Puts a new version of a poster in the place of the old one; returns false where there is none.
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

extension PosterQuery {
  /// What a poster has to be besides being found, in SQL.
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

  fileprivate var sorting: String {
    switch order {
    case .arranged, .relevance, .color: "ORDER BY place, key"
    case .title: "ORDER BY title COLLATE NOCASE, key"
    case .modified: "ORDER BY modified DESC, key DESC"
    case .created: "ORDER BY created DESC, key DESC"
    }
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
  /// The text as SQLite can give it back, which ends texts at a null.
  var withoutNull: String {
    unicodeScalars.contains("\0")
      ? String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\0" })) : self
  }
}

/// Where a cover's colour stands among others: by its hue from red on, and behind those what has none, light first.
struct CoverRank: Hashable, Comparable {
  private let hue: Double
  private let lightness: Double

  /// What has less colour than this counts as grey, of the range of a channel.
  private static let leastChroma = 0.1
  /// Reds just below 360° stand beside those just above 0°.
  private static let firstHue = 340.0

  /// Ranks a colour of eight bits a channel, red in the highest.
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

/// What a list shows of a poster without reading its document.
public struct PosterSummary: Hashable, Sendable {
  /// What the library knows the poster by.
  public let key: PosterKey
  /// A readable slug, unique in its library.
  public let id: String
  /// What people call the poster.
  public let title: String
  /// What a place shows until the poster's picture is there: a colour as 0xRRGGBB.
  public let cover: UInt32
  /// Whether a person marked it as a favourite.
  public let isFavorite: Bool
  /// When it was made, in seconds since 1970.
  public let created: Double
  /// When it was changed last, in seconds since 1970.
  public let modified: Double
  /// Stands for the document: the same document has the same digest, in any library.
  public let digest: ContentDigest
  /// The length of the document, in bytes.
  public let documentSize: Int
}

/// Bytes of a row that are written straight into the pages of the file.
///
/// As a value of a statement they would be in memory four times over: bound, in the row that SQLite makes, and in what a
/// trigger reads and makes of it again.
struct LargeValue {
  private let bytes: [UInt8]

  /// From how many bytes on a value is written by itself.
  private static let least = 1 << 20

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// What a statement puts into the row: nothing where `finish` writes the bytes.
  var argument: [UInt8] { isLarge ? [] : bytes }

  private var isLarge: Bool { bytes.count >= Self.least }

  /// Writes the bytes into the row that a statement has just put `argument` into.
  func finish(_ column: String, of table: String, key: Int64, in database: Connection) throws {
    guard isLarge else { return }
    // The row counts as changed already, and its words do not change.
    try database.withoutTriggers {
      try database.execute(
        "UPDATE \(table) SET \(column) = zeroblob(?) WHERE key = ?", [bytes.count, key])
      try database.blob(column, of: table, key: key, isWritable: true).write(bytes)
    }
  }
}
