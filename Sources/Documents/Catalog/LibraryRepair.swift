import CSQLite
import Files
import Glibc
public import Localization

/// The result of repairing a damaged library.
public struct LibraryRepair: Hashable, Sendable {
  /// The number of recovered crowns.
  public let crowns: Int
  /// The number of recovered posters.
  public let posters: Int
  /// The new path of the damaged file.
  public let kept: String

  /// A summary in words.
  public var summary: Message {
    Message(
      "Saved {crowns} and {posters}; the damaged file is kept as {file}", ["file": FilePath(kept).name],
      parts: [
        "crowns": Message("{count} crown", plural: "{count} crowns", count: crowns),
        "posters": Message("{count} poster", plural: "{count} posters", count: posters),
      ])
  }

  /// Writes the readable content of a library into a new file in its place, and keeps the old one beside it.
  ///
  /// Nothing is replaced before the new file is complete.
  ///
  /// - Throws: ``LibraryError`` if the file cannot be read, is not a library or was written by a newer Regalia, or if
  ///   the new file cannot be written.
  public init(path: String) throws(LibraryError) {
    try Self.checkKind(path)
    var counts = (crowns: 0, posters: 0)
    let isOurs = Self.isOurs(path)
    kept = Slug.free(path + ".damaged") { access($0, F_OK) == 0 }
    try NewLibraryFile.write(at: path, isLogged: true, predecessor: .isRenamed(to: kept)) { database in
      let rescue = try Rescue(path, into: database)
      counts = (rescue.crowns, rescue.posters)
      guard isOurs || counts != (0, 0) else {
        throw LibraryError(path: path, reason: .foreign(Message("nothing in it belongs to Regalia")))
      }
    }
    (crowns, posters) = counts
  }

  private static func checkKind(_ path: String) throws(LibraryError) {
    do throws(LibraryError) {
      switch try LibraryHeader.read(path) {
      case .missing, .empty: throw LibraryError(path: path, reason: .missing)
      case .header(let header):
        try header.check(path)
        if header.version > Schema.current.version {
          throw LibraryError(path: path, reason: .newer(version: header.version))
        }
      }
    } catch {
      // Damage is expected here, and may affect the very first bytes.
      switch error.reason {
      case .damaged: break
      case .foreign where !isOtherProgram(path): break
      default: throw error
      }
    }
  }

  private static func isOtherProgram(_ path: String) -> Bool {
    guard case .header(let header)? = try? LibraryHeader.read(path) else {
      var status = stat()
      return stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFREG
    }
    return header.applicationID != Schema.applicationID && header.applicationID != 0
  }

  private static func isOurs(_ path: String) -> Bool {
    guard case .header(let header)? = try? LibraryHeader.read(path) else { return false }
    return header.applicationID == Schema.applicationID
  }
}

/// Recovers the readable content of a damaged file: by SQLite, from both ends of each table, and page by page.
///
/// Each row is written immediately to the new library, so that memory does not grow with the file.
struct Rescue {
  private(set) var crowns = 0
  private(set) var posters = 0
  private let target: Connection

  /// Reads a copy of the file and its log, so that the file itself is not modified, and writes valid rows into
  /// `target`; of two rows with the same id the later gets a number.
  init(_ path: String, into target: Connection) throws {
    self.target = target
    let copy = path + ".copy-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(copy + suffix) } }
    do {
      for suffix in ["", "-wal", "-journal"] where suffix.isEmpty || access(path + suffix, F_OK) == 0 {
        try FileCopy.make(of: path + suffix, at: copy + suffix)
      }
    } catch {
      throw LibraryError(path: path, reason: .refused(Message("a copy of it cannot be made beside it")))
    }
    try target.run(
      // Untranslated: SQL.
      """
      CREATE TEMP TABLE foundAlbums (key INTEGER PRIMARY KEY, id TEXT, name TEXT, place INTEGER);
      CREATE TEMP TABLE foundMembers (album INTEGER, poster INTEGER);
      """)
    try readTables(copy)
    try readPages(copy)
    try writeAlbums()
    try VersionTable(target).removeStray()
  }

  private mutating func readTables(_ path: String) throws {
    guard let database = try? GuardedConnection.open(path, .writing) else { return }
    for direction in ["ASC", "DESC"] {
      try read(database, "crowns", direction) { try $0.keepCrown($1) }
      try read(database, "posters", direction) { try $0.keepPoster($1) }
      try read(database, "bin", direction) { try $0.keepPoster($1) }
    }
    try read(database, "versions", "ASC") { try $0.keepVersion($1) }
    try read(database, "palettes", "ASC") { try $0.keepPalette($1) }
    try read(database, "histories", "ASC") { try $0.keepHistory($1) }
    try read(database, "albums", "ASC") { try $0.keepAlbum($1) }
    try read(database, "albumPosters", "ASC", by: "album") { try $0.keepMember($1) }
    try read(database, "favoriteCrowns", "ASC") { try $0.keepFavoriteCrown($1) }
    // Moves content that only the log has into the pages.
    try? database.emptyLog()
  }

  /// Reads the rows of a table until an error, if its definition is ours: its place may contain anything.
  private mutating func read(
    _ database: Connection, _ table: String, _ direction: String, by order: String = "key",
    _ keep: (inout Rescue, [StoredValue]) throws -> Void
  ) throws {
    var failure: (any Error)?
    try? GuardedConnection.limited(database) { database in
      guard try SchemaCheck.isOurs(table, in: database) else { return }
      // Untranslated: SQL.
      try database.withStatement("SELECT * FROM \(table) ORDER BY \(order) \(direction)") { statement in
        while try statement.step() {
          let values = (0..<statement.columnCount).map { StoredValue(statement, $0) ?? .null }
          do {
            try keep(&self, values)
          } catch {
            // A write error ends the recovery; a read error does not.
            failure = error
            return
          }
        }
      }
    }
    if let failure { throw failure }
  }

  private mutating func readPages(_ path: String) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    try PageScan(file: file)?.forEachRow(ofWidths: [
      RemovedCrowns.Item.width, StoredPoster.width, StoredPoster.binWidth, Self.firstPaletteWidth,
      Self.paletteWidth,
      Self.historyWidth, Self.albumWidth, Self.versionWidth,
    ]) { row in
      let values = [.integer(row.key)] + row.values.dropFirst()
      try keepCrown(values)
      try keepPoster(values)
      try keepPalette(values)
      try keepHistory(values)
      try keepAlbum(values)
      try keepVersion(values)
    }
  }

  private mutating func keepCrown(_ row: [StoredValue]) throws {
    guard row.count == RemovedCrowns.Item.width, let key = row[0].integer, try !isThere(key, in: "crowns"),
      let item = RemovedCrowns.Item(key: key, row)
    else { return }
    let table = CrownTable(database: target)
    var crown = item.record
    crown.id = try Slug.free(crown.id) { try table.contains($0) }
    try table.insert(crown, key: key)
    crowns += 1
  }

  private mutating func keepPoster(_ row: [StoredValue]) throws {
    guard let key = row[0].integer, try !isThere(key, in: "posters"), let item = StoredPoster(key: key, row)
    else { return }
    if row.count == StoredPoster.binWidth {
      guard let removed = row[12].number, StoredRow.times.contains(removed), try !isThere(key, in: "bin")
      else {
        return
      }
      try PosterBin(target).add(item, removed: removed)
      return
    }
    _ = try PosterTable(database: target).insert(item.record, key: item.key, place: item.place)
    posters += 1
  }

  private func isThere(_ key: Int64, in table: String) throws -> Bool {
    try target.isTrue("SELECT EXISTS (SELECT 1 FROM \(table) WHERE key = ?)", [key])  // Untranslated: SQL.
  }

  private static let firstPaletteWidth = 4
  private static let paletteWidth = 6

  private func keepPalette(_ row: [StoredValue]) throws {
    guard [Self.firstPaletteWidth, Self.paletteWidth].contains(row.count), let id = row[1].text,
      let name = row[2].text, let document = row[3].bytes
    else { return }
    var palette = PaletteRecord(id: id, name: name, document: document)
    if row.count == Self.paletteWidth {
      palette.place = row[4].integer ?? 0
      palette.modified = row[5].number.flatMap { StoredRow.times.contains($0) ? $0 : nil } ?? 0
    }
    try PaletteTable(database: target).add(palette)
  }

  private static let historyWidth = 5

  private func keepHistory(_ row: [StoredValue]) throws {
    guard row.count == Self.historyWidth,
      let subject = row[1].text.flatMap(StoredHistory.Subject.init(stored:)),
      let digest = row[2].bytes.flatMap(ContentDigest.init(stored:)), let modified = row[3].number,
      StoredRow.times.contains(modified), let steps = row[4].bytes
    else { return }
    _ = try HistoryTable(database: target).add(
      StoredHistory(subject: subject, digest: digest, steps: steps, modified: modified))
  }

  private static let versionWidth = 7

  private func keepVersion(_ row: [StoredValue]) throws {
    guard row.count == Self.versionWidth, let key = row[0].integer, key > 0,
      try !isThere(key, in: "versions"), let poster = row[1].integer, let name = row[2].text,
      let created = row[3].number, StoredRow.times.contains(created), let cover = row[4].integer,
      let digest = row[5].bytes.flatMap(ContentDigest.init(stored:)), let document = row[6].bytes,
      ContentDigest(document) == digest
    else { return }
    _ = try VersionTable(target).insert(
      PosterVersion(
        key: PosterVersion.Key(rawValue: key), of: PosterKey(rawValue: poster), name: name, created: created,
        cover: UInt32(truncatingIfNeeded: cover) & 0xFF_FFFF), document: document)
  }

  private static let albumWidth = 4

  private func keepAlbum(_ row: [StoredValue]) throws {
    guard row.count == Self.albumWidth, let key = row[0].integer, let id = row[1].text,
      let name = row[2].text, let place = row[3].integer
    else { return }
    try target.execute(
      "INSERT OR REPLACE INTO foundAlbums VALUES (?, ?, ?, ?)",  // Untranslated: SQL.
      [key, id.withoutNull, name.withoutNull, place])
  }

  private func keepMember(_ row: [StoredValue]) throws {
    guard row.count == 2, let album = row[0].integer, let poster = row[1].integer else { return }
    try target.execute("INSERT INTO foundMembers VALUES (?, ?)", [album, poster])  // Untranslated: SQL.
  }

  private func keepFavoriteCrown(_ row: [StoredValue]) throws {
    guard row.count == 2, let id = row[1].text else { return }
    try FavoriteCrownTable(database: target).add(id)
  }

  /// Writes the albums once it is known which of their posters were recovered; if an id exists, that album gets the
  /// posters of both.
  private func writeAlbums() throws {
    try target.run(
      // Untranslated: SQL.
      """
      INSERT OR IGNORE INTO albums (id, name, place)
        SELECT id, name, place FROM foundAlbums ORDER BY place, key;
      INSERT OR IGNORE INTO albumPosters (album, poster)
        SELECT albums.key, posters.key FROM foundMembers
          JOIN foundAlbums ON foundAlbums.key = foundMembers.album
          JOIN albums ON albums.id = foundAlbums.id
          JOIN posters ON posters.key = foundMembers.poster
        ORDER BY 1, 2;
      DROP TABLE foundMembers;
      DROP TABLE foundAlbums;
      """)
  }
}

/// The first hundred bytes of a library's file, which identify it without SQLite.
///
/// https://www.sqlite.org/fileformat.html#the_database_header
struct LibraryHeader: Hashable, Sendable {
  let applicationID: Int32
  let version: Int
  let pageSize: Int
  let pageCount: Int
  /// Whether changes may be in a separate log file.
  let isLogged: Bool

  enum Reading: Hashable, Sendable {
    case missing
    case empty
    case header(LibraryHeader)
  }

  /// Reads the header of a file, without modifying it.
  static func read(_ path: String) throws(LibraryError) -> Reading {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return .missing }
      throw LibraryError(path: path, code: errno)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw LibraryError(path: path, reason: .foreign(Message("it is not a regular file")))
    }
    if status.st_size == 0 { return .empty }
    var bytes = [UInt8](repeating: 0, count: 100)
    // Untranslated: SQL.
    guard Glibc.read(file, &bytes, 100) == 100, bytes.starts(with: "SQLite format 3\0".utf8) else {
      throw LibraryError(path: path, reason: .foreign(Message("it is not an SQLite file")))
    }
    return .header(LibraryHeader(bytes, size: Int(status.st_size), path: path))
  }

  /// The number of bytes that are missing compared to the header; 0 for a complete file.
  let missingBytes: Int

  private init(_ bytes: [UInt8], size: Int, path: String) {
    func number(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
    applicationID = Int32(truncatingIfNeeded: number(68, 4))
    version = number(60, 4)
    pageSize = number(16, 2) == 1 ? 65536 : number(16, 2)
    pageCount = number(28, 4)
    isLogged = bytes[18] == 2 || bytes[19] == 2
    // The page count is valid only if the two change counters agree.
    let isCounted = number(24, 4) == number(92, 4)
    let hasLog = access(path + "-wal", F_OK) == 0
    missingBytes = isCounted && !hasLog ? max(0, pageSize * pageCount - size) : 0
  }

  /// Throws if the file is not ours, or is incomplete.
  func check(_ path: String) throws(LibraryError) {
    guard applicationID == Schema.applicationID else {
      throw LibraryError(path: path, reason: .foreign(Message("it belongs to another program")))
    }
    guard missingBytes == 0 else {
      throw LibraryError(
        path: path,
        reason: .damaged(
          Message(
            "its last {count} byte is missing", plural: "its last {count} bytes are missing",
            count: missingBytes)))
    }
  }
}

/// A value as stored in SQLite.
enum StoredValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  var text: String? { if case .text(let text) = self { text } else { nil } }

  var bytes: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }

  var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

  /// The number; SQLite stores whole ones as integers regardless of the column's type.
  var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real.isFinite ? real : nil
    default: nil
    }
  }

  /// Reads a column of a statement's current row, copying its bytes once; nil for text that is not UTF-8 or exceeds the
  /// limit.
  init?(_ statement: Statement, _ index: Int) {
    let (row, column) = (statement.handle, CInt(index))
    switch sqlite3_column_type(row, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(row, column))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(row, column))
    case SQLITE_TEXT:
      let start = UnsafeRawPointer(sqlite3_column_text(row, column))
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column)))
      guard bytes.count <= StoredRow.longestText, let text = String(validating: bytes, as: UTF8.self)
      else { return nil }
      self = .text(text)
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(row, column)
      self = .blob(Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column)))))
    default: self = .null
    }
  }
}
