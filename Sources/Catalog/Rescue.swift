import Foundation
import GRDB

/// What can still be read of a damaged file: by SQLite, from both ends of each table, and page by page.
struct Rescue {
  private(set) var crowns: [Int64: RemovedCrowns.Item] = [:]
  private(set) var posters: [Int64: RemovedPosters.Item] = [:]
  private var palettes: [[StoredValue]] = []

  /// Reads a copy of the file and its log, so that the file itself stays as it is.
  init(_ path: String) throws(LibraryError) {
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
    readTables(copy)
    guard let bytes = FileManager.default.contents(atPath: copy) else { return }
    readPages(Array(bytes))
  }

  private mutating func readTables(_ path: String) {
    guard let queue = try? DatabaseQueue(path: path) else { return }
    defer { try? queue.close() }
    for direction in ["ASC", "DESC"] {
      read(queue, "SELECT * FROM crowns ORDER BY key \(direction)") { $0.keepCrown($1) }
      read(queue, "SELECT * FROM posters ORDER BY key \(direction)") { $0.keepPoster($1) }
    }
    read(queue, "SELECT * FROM palettes ORDER BY key") { $0.palettes.append($1) }
    // What only the log has comes into the pages.
    _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
  }

  /// Reads rows as far as they go.
  private mutating func read(
    _ queue: DatabaseQueue, _ sql: String, _ keep: (inout Rescue, [StoredValue]) -> Void
  ) {
    try? queue.inDatabase { database in
      let rows = try Row.fetchCursor(database, sql: sql)
      while let row = try rows.next() {
        keep(&self, try (0..<row.count).map { try StoredValue(row, $0) })
      }
    }
  }

  private mutating func readPages(_ bytes: [UInt8]) {
    let widths: Set = [RemovedCrowns.Item.width, RemovedPosters.Item.width]
    for row in PageScan(bytes).rows(ofWidths: widths) {
      let values = [.integer(row.key)] + row.values.dropFirst()
      keepCrown(values)
      keepPoster(values)
    }
  }

  private mutating func keepCrown(_ row: [StoredValue]) {
    guard let key = row.first?.integer, crowns[key] == nil else { return }
    crowns[key] = RemovedCrowns.Item(key: key, row)
  }

  private mutating func keepPoster(_ row: [StoredValue]) {
    guard let key = row.first?.integer, posters[key] == nil else { return }
    posters[key] = RemovedPosters.Item(key: key, row)
  }

  /// Writes everything into a new library; of two with one id the later gets a number.
  func fill(_ database: Database) throws {
    let table = CrownTable(database: database)
    for (key, item) in crowns.sorted(by: { $0.key < $1.key }) {
      var crown = item.record
      crown.id = try Slug.free(crown.id) { try table.contains($0) }
      try table.insert(crown, key: key)
    }
    for (_, item) in posters.sorted(by: { $0.key < $1.key }) {
      var poster = item.record
      poster.id = try Library.freeID(poster.id, in: database)
      _ = try Library.insert(poster, key: item.key, place: item.place, in: database)
    }
    for row in palettes {
      guard row.count == 4, let id = row[1].text, let name = row[2].text, let bytes = row[3].bytes else {
        continue
      }
      try database.execute(
        sql: "INSERT OR IGNORE INTO palettes (id, name, document) VALUES (?, ?, ?)",
        arguments: [id, name, Row.blob(bytes)])
    }
  }
}
