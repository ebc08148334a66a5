@testable import Catalog
import Foundation
import Geometry
import Localization
import Testing

/// Files that are not as they should be.
@Suite struct FaultTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func fill(posters: Int = 3) throws {
    let library = try folder.open()
    try library.insert((0..<posters).map { .sample("Poster \($0)") })
    try library.add([.sample("a"), .sample("b")])
  }

  /// Opens the library in every way and expects each to fail alike and to leave the file as it was.
  private func expectRefusal(
    _ reason: LibraryError.Reason, for accesses: [Library.Access] = [.reading, .writing]
  )
    throws
  {
    let before = try folder.bytes("library.sqlite")
    let files = folder.files
    for access in accesses {
      let error = #expect(throws: LibraryError.self) { try folder.open(access) }
      #expect(error?.reason == reason)
      #expect(error?.description.hasPrefix(folder.library) == true)
    }
    #expect(try folder.bytes("library.sqlite") == before)
    #expect(folder.files == files)
  }

  @Test func `a file that is missing is made only to be written to`() throws {
    let error = #expect(throws: LibraryError.self) { try folder.open(.reading) }
    #expect(error?.reason == .missing && folder.files.isEmpty)

    let deep = folder.path("not/yet/there/library.sqlite")
    let library = try Library(path: deep, access: .writing)
    #expect(try library.posterCount() == 0)

    try folder.write([], to: "library.sqlite")
    #expect(try folder.open().posterCount() == 0)
  }

  @Test func `files of others are refused and not touched`() throws {
    try folder.write(Array("hello, this is a letter".utf8), to: "library.sqlite")
    try expectRefusal(.foreign(Message("it is not an SQLite file")))

    try FileManager.default.removeItem(atPath: folder.library)
    try Connection(folder.library).run("CREATE TABLE bookmarks (x)")
    try expectRefusal(.foreign(Message("it belongs to another program")))

    try FileManager.default.removeItem(atPath: folder.library)
    try FileManager.default.createDirectory(atPath: folder.library, withIntermediateDirectories: true)
    let error = #expect(throws: LibraryError.self) { try folder.open() }
    #expect(error?.reason == .foreign(Message("it is not a regular file")))
  }

  @Test(arguments: [true, false])
  func `a file of a newer version can be looked at and not changed, also when only its log says so`(
    isInLog: Bool
  )
    throws
  {
    try fill()
    var other: Connection? = try Connection(folder.library)
    try other?.run(
      "PRAGMA user_version = 99; ALTER TABLE posters ADD COLUMN mood TEXT; CREATE TABLE new (x)")
    if !isInLog { other = nil }

    let error = #expect(throws: LibraryError.self) { try folder.open(.writing) }
    let library = try folder.open(.reading)

    #expect(error?.reason == .newer(version: 99))
    #expect(library.newerVersion == 99)
    #expect(try library.posterCount() == 3)
    #expect(try library.posters(library.posterKeys()).count == 3)
    #expect(try library.crowns().count == 2)
    #expect(throws: LibraryError.self) { try library.insert([.sample("x")]) }
  }

  @Test(arguments: [
    "CREATE VIEW posters AS SELECT * FROM old", "CREATE TABLE posters (key INTEGER PRIMARY KEY, id AS (1))",
  ])
  func `in a file of a newer version nothing runs either`(sql: String) throws {
    try fill()
    try Connection(folder.library).run(
      "PRAGMA user_version = 99; DROP TABLE posters; CREATE TABLE old (key, id); \(sql)")

    let error = #expect(throws: LibraryError.self) { try folder.open(.reading) }
    guard case .damaged? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a truncated file is refused as damaged`() throws {
    try fill(posters: 200)
    let bytes = try folder.bytes("library.sqlite")
    try folder.write(Array(bytes.dropLast(8192)), to: "library.sqlite")

    try expectRefusal(
      .damaged(
        Message(
          "its last {count} byte is missing", plural: "its last {count} bytes are missing", count: 8192)))
  }

  @Test(.disabled(if: getuid() == 0, "root may write to everything"))
  func `a file that may only be read can be read, and says so when written to`() throws {
    try fill()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.library)

    try expectRefusal(.readOnly, for: [.writing])
    #expect(try folder.open(.reading).posterCount() == 3)
  }

  @Test func `what was opened to be read cannot be written to`() throws {
    try fill()
    let library = try folder.open(.reading)

    let error = #expect(throws: LibraryError.self) { try library.insert([.sample("x")]) }

    #expect(error?.reason == .readOnly && !library.isWritable)
    #expect(try library.posterCount() == 3)
  }

  @Test func `a library that another has locked can be read, and tells why it cannot be written to`() throws {
    try fill()
    let library = try folder.open()
    let other = try Connection(folder.library)

    try other.run("BEGIN IMMEDIATE")
    let error = #expect(throws: LibraryError.self) { try library.insert([.sample("x")]) }
    #expect(error?.reason == .locked)
    #expect(try library.posterCount() == 3)
    try other.run("ROLLBACK")

    #expect(try library.insert([.sample("x")]).count == 1)
  }

  @Test func `changes that a program left beside the file are read where nothing can be written`() throws {
    let library = try folder.open()
    try library.insert([.sample("a"), .sample("b")])
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder.library + suffix, toPath: folder.path("left.sqlite" + suffix))
    }
    // In the place of the log's index nothing can be made, as in a folder that may not be written.
    try FileManager.default.createDirectory(
      atPath: folder.path("left.sqlite-shm"), withIntermediateDirectories: false)
    let before = try folder.bytes("left.sqlite")

    let left = try Library(path: folder.path("left.sqlite"), access: .reading)

    #expect(try left.posterCount() == 2)
    #expect(throws: LibraryError.self) { try left.insert([.sample("c")]) }
    #expect(try folder.bytes("left.sqlite") == before)
  }

  @Test(arguments: [true, false])
  func `a library that is deleted or replaced while open says so and loses nothing unsaid`(isReplaced: Bool)
    throws
  {
    try fill()
    let library = try folder.open()
    try FileManager.default.moveItem(atPath: folder.library, toPath: folder.path("away"))
    if isReplaced { try folder.write([1, 2, 3], to: "library.sqlite") }

    for body in [
      { _ = try library.insert([.sample("x")]) }, { _ = try library.state() }, { _ = try library.add([]) },
    ] {
      let error = #expect(throws: LibraryError.self) { try body() }
      #expect(error?.reason == .gone)
    }
    #expect(try library.posterCount() == 3)
    if isReplaced { #expect(try folder.bytes("library.sqlite") == [1, 2, 3]) }
  }

  @Test func `a failure in the middle of a transaction leaves all as it was`() throws {
    try fill()
    let library = try folder.open()
    var bad = try CrownRecord.sample("bad")
    // SQLite keeps no number for this one, which the table does not allow.
    bad.bounds = Rect(x: .nan, y: 0, width: 1, height: 1)
    let before = try library.crownRecords()

    let error = #expect(throws: LibraryError.self) { try library.add([.sample("fine"), bad]) }

    #expect(error?.description.contains("NOT NULL") == true)
    #expect(try library.crownRecords() == before)
  }
}
