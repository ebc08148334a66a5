@testable import Catalog
import Foundation
import TestSupport
import Testing

/// Libraries that somebody made to do harm, or that damage made so.
@Suite struct HostileLibraryTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    let library = try folder.open()
    try library.insert((0..<3).map { .sample("Poster \($0)") })
    try library.add([.sample("a"), .sample("b"), .sample("c")])
  }

  private func tamper(_ sql: String) throws {
    try Connection(folder.library).run("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; \(sql)")
  }

  /// Reads everything in every way that a command or a window does.
  private func readAll(_ library: Library) throws {
    _ = try library.crowns()
    _ = try library.crowns(matching: "a")
    _ = try library.crownRecords()
    _ = try library.crownStatistics()
    _ = try library.state()
    let keys = try library.posterKeys()
    _ = try library.summaries(of: keys)
    _ = try library.posters(keys)
    for order in PosterQuery.Order.allCases {
      _ = try library.posterKeys(PosterQuery(words: "p", order: order))
    }
  }

  static let values = [
    "NULL", "'words'", "x'ff00ff'", "9e99", "-1", "9223372036854775807", "CAST(x'fffe80' AS TEXT)", "''",
    "1.5",
  ]
  static let crownColumns = [
    "id", "name", "tags", "source", "licence", "minX", "minY", "maxX", "maxY", "width", "height", "segments",
    "origin",
    "code",
  ]
  static let posterColumns = [
    "id", "title", "searchText", "cover", "isFavorite", "created", "modified", "place", "revision", "digest",
    "document",
  ]

  @Test(arguments: crownColumns.map { ("crowns", $0) } + posterColumns.map { ("posters", $0) })
  func `no value in any column ends the program, and what cannot be read is named`(
    table: String, column: String
  )
    throws
  {
    let (values, sound) = (Self.values, 3)
    do {
      let library = try folder.open()
      try library.insert((3..<values.count + sound).map { .sample("Poster \($0)") })
      try library.add((3..<values.count + sound).map { try .sample("crown-\($0)") })
    }
    // Any value gets into a column whose type was written otherwise for an instant: one into each row.
    try tamper(
      """
      PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '         ') WHERE name = '\(table)';
      """)
    try tamper(
      values.indices.map { "UPDATE OR IGNORE \(table) SET \(column) = \(values[$0]) WHERE key = \($0 + 1)" }
        .joined(separator: ";"))
    try tamper(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, '         ', ' NOT NULL') WHERE name = '\(table)';
      """)

    let library = try folder.open(.reading)
    try readAll(library)
    let unreadable = try library.unreadableRows()
    let check = try LibraryCheck(path: folder.library)
    let kind = String(table.dropLast())
    #expect(unreadable.allSatisfy { $0.kind == kind && (1...Int64(values.count)).contains($0.key) })
    for row in unreadable { #expect(check.problems.contains(row.message)) }
    let listed =
      table == "crowns" ? try library.crowns().count : try library.summaries(of: library.posterKeys()).count
    #expect(listed >= sound)
    #expect(try LibraryRepair(path: folder.library).posters >= sound)
  }

  @Test func `a name that is missing is said so, and the row stays in the file`() throws {
    try tamper(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'name TEXT NOT NULL', 'name TEXT         ') WHERE name = 'crowns';
      """)
    try tamper("UPDATE crowns SET name = NULL WHERE id = 'b'")
    try tamper(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'name TEXT         ', 'name TEXT NOT NULL') WHERE name = 'crowns';
      """)
    let library = try folder.open()

    #expect(try library.unreadableRows().map(\.description) == ["crown 2: its name is missing or too large"])
    #expect(try library.crowns().map(\.id) == ["a", "c"])
    _ = try? library.add([.sample("d")])
    let rows = try Connection(folder.library).integer("SELECT count(*) FROM crowns")
    #expect((rows ?? 0) >= 3)
  }

  @Test(arguments: [
    // An endless view in the place of a table.
    """
    DROP TABLE crowns; CREATE VIEW crowns AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
      SELECT x AS key, 'a' AS id, 'n' AS name, '' AS tags, '' AS source, '' AS licence, 0 AS minX, 0 AS minY,
      1 AS maxX, 1 AS maxY, 1 AS width, 1 AS height, 1 AS segments, x'00' AS origin, zeroblob(1000000) AS code FROM n
    """,
    "DROP TABLE palettes; CREATE TABLE palettes (key INTEGER PRIMARY KEY, id AS (hex(zeroblob(1000000))), name, document)",
    "CREATE TRIGGER theirs AFTER INSERT ON posters BEGIN DELETE FROM crowns; END",
    "CREATE TABLE other (x)", "DROP TRIGGER crownAdded", "DROP INDEX postersByDigest",
    "CREATE VIEW harmless AS SELECT 1",
  ])
  func `a schema that is not ours is refused before any query, and nothing in it runs`(_ sql: String) throws {
    try tamper(sql)
    let before = try folder.bytes("library.sqlite")

    for access in [Library.Access.reading, .writing] {
      let error = #expect(throws: LibraryError.self) { try folder.open(access) }
      guard case .damaged? = error?.reason else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }

    #expect(try folder.bytes("library.sqlite") == before)
    #expect(try !LibraryCheck(path: folder.library).problems.isEmpty)
    #expect(try LibraryRepair(path: folder.library).posters == 3)
  }

  @Test(arguments: [4096, 8192, 40000])
  func `a damaged library is not changed by one byte, whatever is tried`(offset: Int) throws {
    try folder.open().insert(
      (0..<300).map { .sample("Poster \($0)", words: "words that make the file larger \($0)") })
    try tamper("VACUUM")
    var bytes = try folder.bytes("library.sqlite")
    var generator = SeededGenerator(seed: UInt64(offset))
    try #require(bytes.count > offset + 9000)
    for index in offset..<offset + 9000 { bytes[index] = UInt8.random(in: 0...255, using: &generator) }
    try folder.write(bytes, to: "library.sqlite")

    for access in [Library.Access.reading, .writing] {
      guard let damaged = try? folder.open(access) else { continue }
      let verdict = #expect(throws: LibraryError.self) { try damaged.verify() }
      guard case .damaged? = verdict?.reason else {
        Issue.record("\(String(describing: verdict))")
        continue
      }
      #expect(throws: LibraryError.self) { try damaged.insert([.sample("x")]) }
      #expect(throws: LibraryError.self) { try damaged.add([.sample("x")]) }
    }

    #expect(try folder.bytes("library.sqlite") == bytes)
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `a link in the place of a log is refused and not followed`(suffix: String) throws {
    try folder.write(Array("mine".utf8), to: "victim")
    try? FileManager.default.removeItem(atPath: folder.library + suffix)
    try FileManager.default.createSymbolicLink(
      atPath: folder.library + suffix, withDestinationPath: folder.path("victim"))

    for access in [Library.Access.reading, .writing] {
      let error = #expect(throws: LibraryError.self) { try folder.open(access) }
      #expect(error?.description.contains("is a link") == true)
    }
    #expect(try folder.bytes("victim") == Array("mine".utf8))
  }

  @Test func `a document of more than a record may have is named and costs no memory`() throws {
    try tamper("UPDATE posters SET document = zeroblob(68000000) WHERE key = 2")
    let library = try folder.open(.reading)

    #expect(try library.posters(library.posterKeys()).count == 2)
    #expect(
      try library.unreadableRows().map(\.description) == ["poster 2: its document is missing or too large"])
    #expect(try LibraryRepair(path: folder.library).posters == 2)
  }

  @Test func `two bytes swapped anywhere end in an answer`() throws {
    try tamper("VACUUM")
    let whole = try folder.bytes("library.sqlite")
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<60 {
      var bytes = whole
      bytes.swapAt(
        Int.random(in: 0..<bytes.count, using: &generator), Int.random(in: 0..<bytes.count, using: &generator)
      )
      try folder.write(bytes, to: "library.sqlite")

      if let library = try? folder.open(.reading) { try? readAll(library) }
      _ = try? LibraryCheck(path: folder.library)
      let isUnchanged = try folder.bytes("library.sqlite") == bytes
      #expect(isUnchanged)
    }
  }
}
