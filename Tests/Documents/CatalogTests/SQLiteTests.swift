import CSQLite
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Catalog

@Suite struct SQLiteTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private struct Stop: Error {}

  /// Makes a file in WAL mode with a table of whole numbers.
  private func made(_ count: Int = 0) throws -> Connection {
    let database = try Connection(folder.path("file"))
    try database.run("PRAGMA journal_mode = WAL; CREATE TABLE numbers (key INTEGER PRIMARY KEY, value)")
    for number in 0..<count { try database.execute("INSERT INTO numbers (value) VALUES (?)", [number]) }
    return database
  }

  private func count(_ database: Connection) throws -> Int64? {
    try database.integer("SELECT count(*) FROM numbers")
  }

  @Test(
    arguments: [
      .null, .integer(.min), .integer(.max), .real(0.1), .real(-.infinity), .text(""), .text("Krone 👑 ß"),
      .blob([]), .blob([0, 255, 0]),
    ] as [StoredValue])
  func `a value that is bound is read back as it was`(value: StoredValue) throws {
    let database = try Connection()

    #expect(try database.value("SELECT ?", [value]) == value)
  }

  @Test func `a text of bytes that are not UTF-8 is read as none`() throws {
    #expect(try Connection().value("SELECT CAST(X'C328' AS TEXT)") == nil)
  }

  @Test func `values that are too many or too few are refused, and the statement can be used again`() throws {
    let database = try Connection()

    #expect(throws: SQLiteError.self) { try database.value("SELECT ?", []) }
    #expect(throws: SQLiteError.self) { try database.value("SELECT ?", [1, 2]) }
    #expect(try database.integer("SELECT ?", [7]) == 7)
  }

  @Test func `an error carries SQLite's extended code, its words and the statement`() throws {
    let database = try Connection()
    try database.run("CREATE TABLE names (name TEXT UNIQUE)")
    try database.execute("INSERT INTO names VALUES (?)", ["a"])

    let error = #expect(throws: SQLiteError.self) {
      try database.execute("INSERT INTO names VALUES (?)", ["a"])
    }

    // SQLITE_CONSTRAINT_UNIQUE
    #expect(error?.code == 2067 && error?.primaryCode == SQLITE_CONSTRAINT)
    #expect(error?.message == "UNIQUE constraint failed: names.name")
    #expect(error?.sql == "INSERT INTO names VALUES (?)")
  }

  @Test(arguments: ["SELEKT 1", "", "SELECT 1; SELECT 2", "SELECT \"no such name\"", "SELECT * FROM nothing"])
  func `a statement that SQLite does not understand is an error`(sql: String) throws {
    #expect(throws: SQLiteError.self) { try Connection().execute(sql) }
  }

  @Test func `a statement is reset when what reads it throws, so that the file is not kept busy`() throws {
    let database = try made(3)

    for _ in 0..<3 {
      #expect(throws: Stop.self) {
        try database.withStatement("SELECT value FROM numbers") { statement in
          #expect(try statement.step())
          throw Stop()
        }
      }
    }

    // A statement that still stood on a row would lock the table.
    try database.run("DROP TABLE numbers")
  }

  @Test func `a statement that is in use is prepared once more for whoever asks for the same`() throws {
    let database = try made(3)
    let sql = "SELECT value FROM numbers ORDER BY key"

    let pairs = try database.withStatement(sql) { outer in
      var pairs: [[Int64?]] = []
      while try outer.step() {
        pairs.append([StoredValue(outer, 0)?.integer, try database.integer(sql)])
      }
      return pairs
    }

    #expect(pairs == [[0, 0], [1, 0], [2, 0]])
  }

  @Test func `a transaction that throws leaves no trace, and one that does not leaves all`() throws {
    let database = try made()

    #expect(throws: Stop.self) {
      try database.transaction(.immediate) {
        try $0.execute("INSERT INTO numbers (value) VALUES (1)")
        throw Stop()
      }
    }
    #expect(try count(database) == 0)

    try database.transaction(.immediate) { try $0.execute("INSERT INTO numbers (value) VALUES (1)") }
    #expect(try count(database) == 1 && database.changedRows == 1 && database.lastInsertedKey == 1)
  }

  @Test func `a savepoint that throws takes back its own part alone, at any depth`() throws {
    let database = try made()

    try database.transaction(.immediate) { database in
      try database.execute("INSERT INTO numbers (value) VALUES (1)")
      try database.savepoint { _ in
        try database.execute("INSERT INTO numbers (value) VALUES (2)")
        try? database.savepoint { _ in
          try database.execute("INSERT INTO numbers (value) VALUES (3)")
          throw Stop()
        }
      }
    }

    #expect(try database.texts("SELECT CAST(value AS TEXT) FROM numbers") == ["1", "2"])
  }

  @Test func `a file that another writes to is busy after the patience, not for ever, and free afterwards`()
    throws
  {
    let database = try made()
    let other = try Connection(folder.path("file"), access: .writing, patience: 0.01)
    try database.run("BEGIN IMMEDIATE")

    let error = #expect(throws: SQLiteError.self) {
      try other.transaction(.immediate) { try $0.execute("INSERT INTO numbers (value) VALUES (1)") }
    }
    #expect(error?.primaryCode == SQLITE_BUSY)
    try database.run("ROLLBACK")

    try other.transaction(.immediate) { try $0.execute("INSERT INTO numbers (value) VALUES (1)") }
    #expect(try count(other) == 1)
  }

  @Test func `what reads in a transaction sees one state, whatever is written meanwhile`() throws {
    let writer = try made(1)
    let reader = try Connection(folder.path("file"), access: .reading)

    let counts = try reader.transaction(.deferred) { reader in
      let before = try count(reader)
      try writer.execute("INSERT INTO numbers (value) VALUES (9)")
      return [before, try count(reader)]
    }

    #expect(counts == [1, 1])
    #expect(try count(reader) == 2)
  }

  /// The writer keeps two rows with the same value; a state between its two changes would show different ones.
  @Test func `readers beside a writer see each change whole`() throws {
    let writer = try made(2)
    try writer.run("UPDATE numbers SET value = 0")
    let path = folder.path("file")
    let readers = ConnectionPool(limit: 2) { try Connection(path, access: .reading) }
    let isOver = Atomic(false)
    let torn = Mutex(0)
    let reads = Mutex(0)
    let group = DispatchGroup()
    for _ in 0..<4 {
      DispatchQueue.global().async(group: group) {
        repeat {
          let values = try? readers.use { reader in
            try reader.transaction(.deferred) {
              [
                try $0.integer("SELECT value FROM numbers WHERE key = 1"),
                try $0.integer("SELECT value FROM numbers WHERE key = 2"),
              ]
            }
          }
          reads.withLock { $0 += 1 }
          if values?[0] == nil || values?[0] != values?[1] { torn.withLock { $0 += 1 } }
        } while !isOver.load(ordering: .relaxed)
      }
    }

    for number in 1...300 {
      try writer.transaction(.immediate) {
        try $0.execute("UPDATE numbers SET value = ? WHERE key = 1", [number])
        try $0.execute("UPDATE numbers SET value = ? WHERE key = 2", [number])
      }
    }
    isOver.store(true, ordering: .relaxed)
    group.wait()

    #expect(torn.withLock { $0 } == 0 && reads.withLock { $0 } >= 4)
  }

  @Test func `a pool opens no more connections than it may, and those that wait get theirs`() throws {
    let opened = Mutex(0)
    let inUse = Mutex((now: 0, most: 0))
    let pool = ConnectionPool(limit: 2) {
      opened.withLock { $0 += 1 }
      return try Connection()
    }
    #expect(pool.isUnused)

    DispatchQueue.concurrentPerform(iterations: 40) { _ in
      try? pool.use { connection in
        inUse.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        _ = try connection.integer("SELECT 1")
        inUse.withLock { $0.now -= 1 }
      }
    }

    #expect(opened.withLock { $0 } <= 2 && inUse.withLock { $0.most } <= 2 && !pool.isUnused)
  }

  @Test func `a pool that could not open a connection opens one later`() throws {
    let path = folder.path("later")
    let pool = ConnectionPool(limit: 1) { try Connection(path, access: .reading) }
    let error = #expect(throws: SQLiteError.self) { try pool.use { _ in } }
    #expect(error?.primaryCode == SQLITE_CANTOPEN)
    try Connection(path).run("CREATE TABLE here (x)")

    #expect(try pool.use { try $0.texts("SELECT name FROM sqlite_schema") } == ["here"])
  }

  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"

  @Test func `an endless statement ends after its steps, and the connection goes on`() throws {
    let database = try Connection()

    let (result, ranOut) = database.limited(steps: 100_000) { try $0.integer(Self.endless) }

    let error = #expect(throws: SQLiteError.self) { try result.get() }
    #expect(ranOut && error?.primaryCode == SQLITE_INTERRUPT)
    #expect(try database.integer("SELECT 1") == 1)
    #expect(!database.limited(steps: 100_000) { try? $0.integer("SELECT 1") }.ranOut)
  }

  @Test func `another thread ends an endless statement`() throws {
    let database = try Connection()
    let hasEnded = Atomic(false)
    let interrupter = DispatchGroup()
    DispatchQueue.global().async(group: interrupter) {
      while !hasEnded.load(ordering: .relaxed) {
        database.interrupt()
        usleep(1000)
      }
    }

    let error = #expect(throws: SQLiteError.self) { try database.integer(Self.endless) }
    hasEnded.store(true, ordering: .relaxed)
    interrupter.wait()

    #expect(error?.primaryCode == SQLITE_INTERRUPT)
  }

  @Test func `a connection that reads writes nothing and makes no file`() throws {
    let path = folder.path("file")
    #expect(throws: SQLiteError.self) { try Connection(path, access: .reading) }
    #expect(throws: SQLiteError.self) { try Connection(path, access: .writing) }
    #expect(access(path, F_OK) != 0)
    _ = try made()

    let error = #expect(throws: SQLiteError.self) {
      try Connection(path, access: .reading).execute("INSERT INTO numbers (value) VALUES (1)")
    }
    #expect(error?.primaryCode == SQLITE_READONLY)
  }

  @Test func `a backup holds what the file and its log hold`() throws {
    let database = try made(300)
    let copy = try Connection(folder.path("copy"))

    try database.backUp(to: copy)

    #expect(try copy.texts("SELECT value FROM numbers") == database.texts("SELECT value FROM numbers"))
    #expect(try count(copy) == 300)
  }

  @Test func `a backup into a database that is in use is an error and leaves that as it was`() throws {
    let (database, target) = (try made(3), try Connection(folder.path("other")))
    try target.run("CREATE TABLE own (x); BEGIN IMMEDIATE; INSERT INTO own VALUES (1)")

    #expect(throws: SQLiteError.self) { try database.backUp(to: target) }

    try target.run("COMMIT")
    #expect(try target.texts("SELECT name FROM sqlite_schema") == ["own"])
  }

  @Test func `bytes are written and read in place, within what there is`() throws {
    let database = try made()
    try database.execute("INSERT INTO numbers (value) VALUES (zeroblob(5))")
    try database.blob("value", of: "numbers", key: 1, isWritable: true).write([1, 2, 3, 4, 5])

    let blob = try database.blob("value", of: "numbers", key: 1)

    #expect(blob.count == 5)
    #expect(try blob.read(1..<4) == [2, 3, 4])
    #expect(throws: SQLiteError.self) { try blob.read(3..<6) }
    #expect(throws: SQLiteError.self) { _ = try database.blob("value", of: "numbers", key: 2) }
  }

  @Test func `a log that is emptied is in the file`() throws {
    let database = try made(10)
    try database.emptyLog()

    #expect(try Data(contentsOf: URL(filePath: folder.path("file-wal"))).isEmpty)
    #expect(try count(database) == 10)
  }
}
