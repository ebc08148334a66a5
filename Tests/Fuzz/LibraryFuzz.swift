// A target for libFuzzer; Scripts/fuzz builds it in one module with what reads libraries.

import Foundation

/// Libraries in memory: a sound one with a few posters, crowns and palettes, and the one that is made of it.
private struct Workplace {
  let folder: String
  let sound: [UInt8]
  var path: String { folder + "/library.regalia" }

  init() throws {
    // A file system in memory, on which SQLite works as it does on disks.
    folder = "/dev/shm/regalia-fuzz-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/library.regalia"
    try? FileManager.default.removeItem(atPath: path)
    try Self.fill(path)
    try Connection(path).run(
      """
      PRAGMA journal_mode = DELETE;
      INSERT INTO palettes (id, name, document, place, modified) VALUES ('warm', 'Warm', X'0102', 3, 1.5);
      VACUUM
      """)
    sound = Array(try Data(contentsOf: URL(filePath: path)))
  }

  /// Makes a library and closes it.
  private static func fill(_ path: String) throws {
    let library = try Library(path: path, access: .writing)
    let keys = try library.insert(
      (0..<3).map { index in
        PosterRecord(
          title: "Poster \(index)", searchText: "keep calm",
          document: Array(#"{"lines":[{"text":"A"}]}"#.utf8),
          cover: 0xd00000, created: 1, modified: 2)
      })
    for (_, record) in try library.posters(keys) {
      try library.keep(
        StoredHistory(
          subject: .poster(id: record.id), digest: ContentDigest(record.document), steps: [1, 2], modified: 3)
      )
    }
    try library.add(
      try (0..<3).map { index in
        let svg = Array("<svg viewBox='0 0 9 9'><path d='M0 9V\(index)l4 4 4-4v7z'/></svg>".utf8)
        return try CrownRecord(
          id: "c\(index)", name: "Crown \(index)", source: "a.svg", licence: "CC0", svg: svg,
          image: VectorImage(svg: svg))
      })
  }

  /// Returns the sound library with runs of bytes replaced: of four bytes 20 bits say where a run begins, 4 how long it
  /// is, and the last byte is its value.
  func patched(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result = sound
    var rest = bytes
    while rest.count >= 4 {
      let patch = Array(rest.prefix(4))
      rest = rest.dropFirst(4)
      let place = Int(patch[0]) << 12 | Int(patch[1]) << 4 | Int(patch[2] >> 4)
      for index in 0..<Int(patch[2] & 15) + 1 { result[(place + index) % result.count] = patch[3] }
    }
    return result
  }

  /// Puts values of any type into a column of a row: the table, the column, the type, and the value's letters.
  func tampered(_ bytes: [UInt8]) throws {
    guard bytes.count >= 4 else { return }
    let tables = ["crowns", "posters", "palettes", "histories", "albums", "albumPosters", "revisions"]
    let table = tables[Int(bytes[0]) % tables.count]
    let value = bytes.dropFirst(3)
    let database = try Connection(path)
    let columns = try database.texts("SELECT name FROM pragma_table_info(?)", [table])
    let column = columns[Int(bytes[1]) % columns.count]
    let expression: String
    var values: [any BindableValue] = []
    switch bytes[2] % 6 {
    case 0: expression = "NULL"
    case 1: (expression, values) = ("CAST(? AS TEXT)", [Array(value)])
    case 2: (expression, values) = ("?", [Array(value)])
    case 3: (expression, values) = ("?", [value.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }])
    case 4:
      let pattern = value.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      (expression, values) = ("?", [Double(bitPattern: pattern)])
    default: (expression, values) = ("zeroblob(?)", [value.prefix(3).reduce(0) { $0 << 8 | Int($1) }])
    }
    try database.run(
      "PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON; PRAGMA synchronous = OFF")
    try database.execute(
      "UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '         ') WHERE name = ?", [table])
    try database.run("PRAGMA schema_version = 99")
    try? database.execute("UPDATE OR IGNORE \(table) SET \(column) = \(expression)", values)
    try database.execute(
      "UPDATE sqlite_schema SET sql = replace(sql, '         ', ' NOT NULL') WHERE name = ?", [table])
  }
}

private nonisolated(unsafe) let workplace: Workplace = {
  do { return try Workplace() } catch { preconditionFailure("\(error)") }
}()

/// Reads everything in every way that a command or a window does.
private func readAll(_ library: Library) throws {
  _ = try library.crowns(matching: "a")
  _ = try library.crownRecords().map { try? $0.path() }
  _ = try library.crownStatistics()
  _ = try library.state()
  _ = try library.unreadableRows()
  let keys = try library.posterKeys()
  _ = try library.summaries(of: keys)
  for (_, record) in try library.posters(keys) {
    _ = try library.history(of: .poster(id: record.id), digest: ContentDigest(record.document))
  }
  for order in PosterQuery.Order.allCases {
    _ = try library.posterKeys(PosterQuery(words: "p", order: order))
  }
}

/// Feeds a library to all that reads one; a file that is only read must not change by a byte.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzLibrary(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt
{
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  for suffix in ["", "-wal", "-shm", "-journal"] { unlink(workplace.path + suffix) }
  let isTampered = bytes.first == UInt8(ascii: "R")
  let file = isTampered ? workplace.sound : workplace.patched(bytes[...])
  guard FileManager.default.createFile(atPath: workplace.path, contents: Data(file)) else { return 0 }
  if isTampered { try? workplace.tampered(Array(bytes.dropFirst())) }
  let before = try? Data(contentsOf: URL(filePath: workplace.path))
  if let library = try? Library(path: workplace.path, access: .reading) {
    try? readAll(library)
    try? library.export(to: workplace.folder + "/copy")
  }
  _ = try? LibraryCheck(path: workplace.path)
  let after = try? Data(contentsOf: URL(filePath: workplace.path))
  precondition(before == after, "a library that was read has changed")
  if let library = try? Library(path: workplace.path, access: .writing) {
    _ = try? library.insert([
      PosterRecord(title: "New", searchText: "", document: [1], cover: 0, created: 1, modified: 1)
    ])
  }
  if let repair = try? LibraryRepair(path: workplace.path) {
    guard let check = try? LibraryCheck(path: workplace.path), check.problems.isEmpty else {
      preconditionFailure("a repaired library is not sound")
    }
    unlink(repair.kept)
  }
  unlink(workplace.folder + "/copy")
  return 0
}
