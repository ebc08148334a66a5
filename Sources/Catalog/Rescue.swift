import Foundation
import GRDB

/// What can still be read of a damaged file: by SQLite, from both ends of each table, and page by page.
///
/// Every row goes straight into the new library, so that a large file takes no more memory than a small one.
struct Rescue {
  private(set) var crowns = 0
  private(set) var posters = 0
  private var crownKeys: Set<Int64> = []
  private var posterKeys: Set<Int64> = []
  private var albums: [Int64: AlbumTable.Album] = [:]
  /// The posters of each album, by its key.
  private var members: [Int64: [PosterKey]] = [:]
  private let target: Database

  /// Reads a copy of the file and its log, so that the file itself stays as it is, and writes what makes sense into
  /// `target`; of two rows with one id the later gets a number.
  init(_ path: String, into target: Database) throws {
    self.target = target
    let copy = path + ".copy-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(copy + suffix) } }
    do {
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      for suffix in ["-wal", "-journal"] where access(path + suffix, F_OK) == 0 {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
    } catch {
      throw LibraryError(path: path, reason: .refused("a copy of it cannot be made beside it"))
    }
    try readTables(copy)
    try readPages(copy)
    try writeAlbums()
  }

  private mutating func readTables(_ path: String) throws {
    guard let queue = try? DatabaseQueue(path: path, configuration: GuardedConnection.configuration()) else {
      return
    }
    defer { try? queue.close() }
    for direction in ["ASC", "DESC"] {
      try read(queue, "crowns", direction) { try $0.keepCrown($1) }
      try read(queue, "posters", direction) { try $0.keepPoster($1) }
    }
    try read(queue, "palettes", "ASC") { try $0.keepPalette($1) }
    try read(queue, "histories", "ASC") { try $0.keepHistory($1) }
    try read(queue, "albums", "ASC") { $0.keepAlbum($1) }
    try read(queue, "albumPosters", "ASC", by: "album") { $0.keepMember($1) }
    try read(queue, "favoriteCrowns", "ASC") { try $0.keepFavoriteCrown($1) }
    // What only the log has comes into the pages.
    _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
  }

  /// Reads the rows of a table as far as they go, if it is the table that we make: in its place there may be anything.
  private mutating func read(
    _ queue: DatabaseQueue, _ table: String, _ direction: String, by order: String = "key",
    _ keep: (inout Rescue, [StoredValue]) throws -> Void
  ) throws {
    var failure: (any Error)?
    try? queue.inDatabase { database in
      guard try SchemaCheck.isOurs(table, in: database) else { return }
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try GuardedConnection.limited(database, pages: pages) { database in
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM \(table) ORDER BY \(order) \(direction)")
        while let row = try rows.next() {
          let values = try (0..<row.count).map { try StoredValue(row, $0) ?? .null }
          do {
            try keep(&self, values)
          } catch {
            // What cannot be written ends the rescue; what cannot be read does not.
            failure = error
            return
          }
        }
      }
    }
    if let failure { throw failure }
  }

  private mutating func readPages(_ path: String) throws {
    let bytes = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    let widths: Set = [
      RemovedCrowns.Item.width, RemovedPosters.Item.width, Self.firstPaletteWidth, Self.paletteWidth,
      Self.historyWidth, Self.albumWidth,
    ]
    try bytes.withUnsafeBytes { bytes in
      // Pages that were read would count as memory of the process for as long as they are mapped.
      let release = {
        if let base = UnsafeMutableRawPointer(mutating: bytes.baseAddress) {
          _ = madvise(base, bytes.count, MADV_DONTNEED)
        }
      }
      try PageScan(bytes).forEachRow(ofWidths: widths, resting: release) { row in
        let values = [.integer(row.key)] + row.values.dropFirst()
        try keepCrown(values)
        try keepPoster(values)
        try keepPalette(values)
        try keepHistory(values)
        keepAlbum(values)
      }
    }
  }

  private mutating func keepCrown(_ row: [StoredValue]) throws {
    guard let key = row.first?.integer, !crownKeys.contains(key),
      let item = RemovedCrowns.Item(key: key, row)
    else { return }
    let table = CrownTable(database: target)
    var crown = item.record
    crown.id = try Slug.free(crown.id) { try table.contains($0) }
    try table.insert(crown, key: key)
    crownKeys.insert(key)
    crowns += 1
  }

  private mutating func keepPoster(_ row: [StoredValue]) throws {
    guard let key = row.first?.integer, !posterKeys.contains(key),
      let item = RemovedPosters.Item(key: key, row)
    else { return }
    _ = try PosterTable(database: target).insert(item.record, key: item.key, place: item.place)
    posterKeys.insert(key)
    posters += 1
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
      palette.modified = row[5].number ?? 0
    }
    try PaletteTable(database: target).add(palette)
  }

  private static let historyWidth = 5

  private func keepHistory(_ row: [StoredValue]) throws {
    guard row.count == Self.historyWidth,
      let subject = row[1].text.flatMap(StoredHistory.Subject.init(stored:)),
      let digest = row[2].bytes.flatMap(ContentDigest.init(stored:)), let modified = row[3].number,
      let steps = row[4].bytes
    else { return }
    try HistoryTable(database: target).add(
      StoredHistory(subject: subject, digest: digest, steps: steps, modified: modified))
  }

  private static let albumWidth = 4

  private mutating func keepAlbum(_ row: [StoredValue]) {
    guard row.count == Self.albumWidth, let key = row[0].integer, let id = row[1].text,
      let name = row[2].text, let place = row[3].integer
    else { return }
    albums[key] = AlbumTable.Album(key: key, id: id, name: name, place: place)
  }

  private mutating func keepMember(_ row: [StoredValue]) {
    guard row.count == 2, let album = row[0].integer, let poster = row[1].integer else { return }
    members[album, default: []].append(PosterKey(rawValue: poster))
  }

  private func keepFavoriteCrown(_ row: [StoredValue]) throws {
    guard row.count == 2, let id = row[1].text else { return }
    try FavoriteCrownTable(database: target).add(id)
  }

  /// Writes the albums, once it is known which of their posters were saved.
  private func writeAlbums() throws {
    for var album in albums.values.sorted(by: { ($0.place, $0.key) < ($1.place, $1.key) }) {
      album.posters = (members[album.key] ?? []).filter { posterKeys.contains($0.rawValue) }
      try AlbumTable(database: target).add(album)
    }
  }
}
