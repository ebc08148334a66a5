import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Catalog

/// Files that are put in the place of others, and what SQLite left beside those.
@Suite struct ReplacedLibraryTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Makes a library of posters as a program leaves it that is killed: with changes in the log alone.
  private func leave(_ name: String, posters: Int) throws {
    let library = try Library(path: folder.path("origin-\(name)"), access: .writing)
    try library.insert((0..<posters).map { .sample("\(name) \($0)") })
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.copyItem(
        atPath: folder.path("origin-\(name)") + suffix, toPath: folder.path(name) + suffix)
    }
  }

  private func titles(_ name: String) throws -> [String] {
    let library = try Library(path: folder.path(name), access: .reading)
    return try library.summaries(of: library.posterKeys()).map(\.title)
  }

  private func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
  }

  /// The log was applied to the new file: eight posters were exported, one was listed, and the file was malformed.
  @Test func `an export over a library that has a log holds what was exported, and nothing else`() throws {
    try folder.open().insert((0..<8).map { .sample("new \($0)") })
    try leave("B", posters: 3)

    try folder.open(.reading).export(to: folder.path("B"))

    #expect(try titles("B") == (0..<8).map { "new \($0)" })
    #expect(try LibraryCheck(path: folder.path("B")).problems == [])
    #expect(folder.files.filter { $0.hasPrefix("B-") || $0.hasPrefix("B.") } == [])
  }

  @Test(arguments: [false, true])
  func `a new library beside the log of one that is gone is sound, and the log is kept`(isEmptyFile: Bool)
    throws
  {
    try leave("B", posters: 3)
    let log = try folder.bytes("B-wal")
    try FileManager.default.removeItem(atPath: folder.path("B"))
    if isEmptyFile { try folder.write([], to: "B") }

    try Library(path: folder.path("B"), access: .writing).insert([.sample("first")])

    #expect(try titles("B") == ["first"])
    #expect(try LibraryCheck(path: folder.path("B")).problems == [])
    #expect(try folder.bytes("B.old-wal") == log)
  }

  @Test func `an export over a damaged library that has a log is sound, and the log is kept`() throws {
    try folder.open().insert([.sample("new")])
    try leave("B", posters: 3)
    var bytes = try folder.bytes("B")
    bytes.replaceSubrange(100..<3000, with: repeatElement(0xFF, count: 2900))
    try folder.write(bytes, to: "B")
    var log = try folder.bytes("B-wal")
    log.replaceSubrange(60..<2000, with: repeatElement(0xFF, count: 1940))
    try folder.write(log, to: "B-wal")

    try folder.open(.reading).export(to: folder.path("B"))

    #expect(try titles("B") == ["new"])
    #expect(try LibraryCheck(path: folder.path("B")).problems == [])
  }

  /// Starts another program that has a library open, and returns how to end it.
  private func hold(_ name: String) throws -> () -> Void {
    let (other, output, input) = (Process(), Pipe(), Pipe())
    other.executableURL = URL(filePath: "/usr/bin/python3")
    other.arguments = [
      "-c",
      """
      import sqlite3, sys
      database = sqlite3.connect(sys.argv[1])
      print(database.execute("SELECT count(*) FROM posters").fetchone()[0], flush=True)
      sys.stdin.read()
      """, folder.path(name),
    ]
    (other.standardOutput, other.standardInput) = (output, input)
    try other.run()
    #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).hasPrefix("3"))
    return {
      try? input.fileHandleForWriting.close()
      other.waitUntilExit()
    }
  }

  @Test func `a library that another program has open is neither replaced nor repaired`() throws {
    try folder.open().insert([.sample("new")])
    try Library(path: folder.path("B"), access: .writing).insert((0..<3).map { .sample("B \($0)") })
    let release = try hold("B")

    let exported = #expect(throws: LibraryError.self) {
      try folder.open(.reading).export(to: folder.path("B"))
    }
    let repaired = #expect(throws: LibraryError.self) { try LibraryRepair(path: folder.path("B")) }
    release()

    #expect(exported?.reason == .locked && repaired?.reason == .locked)
    #expect(try titles("B") == ["B 0", "B 1", "B 2"])
    #expect(folder.files.filter { $0.hasPrefix("B.") } == [])
    try folder.open(.reading).export(to: folder.path("B"))
    #expect(try titles("B") == ["new"])
  }

  @Test func `an export follows a link and keeps the permissions of what it replaces`() throws {
    try folder.open().insert([.sample("new")])
    try Library(path: folder.path("target"), access: .writing).insert([.sample("old")])
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("target"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("target"))

    try folder.open(.reading).export(to: folder.path("link"))

    #expect(try titles("target") == ["new"])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == folder.path("target"))
    #expect(try permissions("target") == 0o600)
  }

  @Test(.disabled(if: getuid() == 0, "root may write to everything"))
  func `an export over a file that may only be read is refused`() throws {
    try folder.open().insert([.sample("new")])
    try Library(path: folder.path("B"), access: .writing).insert([.sample("old")])
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.path("B"))

    #expect(throws: LibraryError.self) { try folder.open(.reading).export(to: folder.path("B")) }
    #expect(try titles("B") == ["old"])
  }

  @Test func `a repaired library and the copy of an old one have the permissions of the library`() throws {
    try folder.open().insert([.sample("a")])
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.library)

    _ = try LibraryRepair(path: folder.library)

    #expect(try permissions("library.sqlite") == 0o600 && permissions("library.sqlite.damaged") == 0o600)
  }

  @Test func `a repair follows a link and leaves it a link`() throws {
    try folder.open().insert([.sample("a")])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.library)

    _ = try LibraryRepair(path: folder.path("link"))

    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == folder.library)
    #expect(try titles("library.sqlite") == ["a"])
  }

  // MARK: Palettes and all other kinds

  @Test func `of a thousand changes to one palette by four at once none is lost`() throws {
    let id = try folder.open().insert(PaletteRecord(name: "Brand", document: []))
    let libraries = try (0..<4).map { _ in try folder.open() }
    let refused = Mutex(0)

    DispatchQueue.concurrentPerform(iterations: 4) { index in
      for number in 0..<250 {
        do {
          try libraries[index].changePalette { palettes in
            var palette = palettes.first { $0.id == id }
            palette?.document.append(UInt8(number % 250))
            return palette
          }
        } catch {
          refused.withLock { $0 += 1 }
        }
      }
    }

    // A change reported as failed can be repeated; every other change must have been stored.
    let kept = try folder.open(.reading).palettes().first?.document ?? []
    #expect(kept.count == 1000 - refused.withLock { $0 })
  }

  @Test func `the id of a palette follows its name, and never becomes that of another one`() throws {
    let library = try folder.open()
    let id = try library.insert(PaletteRecord(name: "Flag", document: [1]))
    try library.insert(PaletteRecord(name: "Brand", document: [2]))
    func rename(_ id: String, _ name: String) throws -> String? {
      try library.changePalette { palettes in
        var palette = palettes.first { $0.id == id }
        palette?.name = name
        return palette
      }
    }

    #expect(try rename(id, "Union Flag") == "union-flag")
    #expect(try rename("union-flag", "BRAND") == "brand-2")
    // Changing a palette in any other way leaves its id unchanged.
    #expect(try rename("brand-2", "BRAND") == "brand-2")
    #expect(try library.palettes().map(\.id) == ["brand-2", "brand"])
    #expect(try library.palettes().map(\.document) == [[1], [2]])
    #expect(throws: LibraryError.self) {
      try library.changePalette { _ in PaletteRecord(id: "nobody", name: "x", document: []) }
    }
  }

  // MARK: Copies

  @Test
  func `what is done to a copy changes neither the file nor its folder, and the copy goes with its owner`()
    throws
  {
    try folder.open().insert([.sample("a")])
    let (files, bytes) = (folder.files, try folder.bytes("library.sqlite"))

    var copy: Library? = try Library(path: folder.library, access: .copying)
    try copy?.insert([.sample("b")])
    try copy?.insert(PaletteRecord(name: "Flag", document: [1]))
    let place = try #require(copy?.path)

    #expect(try copy?.posterCount() == 2 && copy?.palettes().count == 1)
    #expect(folder.files == files)
    #expect(try folder.bytes("library.sqlite") == bytes)
    copy = nil
    #expect(!FileManager.default.fileExists(atPath: place))
  }

  @Test func `a copy of nothing is an empty library, and one of what is none is refused`() throws {
    let copy = try Library(path: folder.path("nothing"), access: .copying)
    try copy.insert([.sample("a")])
    #expect(try copy.posterCount() == 1 && folder.files.isEmpty)

    try folder.write(Array("no library".utf8), to: "other")
    #expect(throws: LibraryError.self) { try Library(path: folder.path("other"), access: .copying) }
  }

  @Test func `reading leaves no log, and takes none away that somebody uses`() throws {
    try folder.open().insert([.sample("a")])
    #expect(folder.files == ["library.sqlite"])

    #expect(try folder.open(.reading).posterCount() == 1)
    #expect(folder.files == ["library.sqlite"])

    let writer = try folder.open()
    try writer.insert([.sample("b")])
    #expect(try folder.open(.reading).posterCount() == 2)
    let reader = try folder.open(.reading)
    try writer.insert([.sample("c")])
    #expect(try reader.posterCount() == 3)
    #expect(folder.files.contains("library.sqlite-wal"))
  }

  /// “Everything comes in”, it said, and left out what had the name of something else.
  @Test
  func
    `palettes, albums, histories and favourites come in, under a number where they differ, and are counted`()
    throws
  {
    let (mine, other) = (try folder.open(), try Library(path: folder.path("other"), access: .writing))
    try mine.insert(PaletteRecord(id: "brand", name: "Brand", document: [1]))
    try mine.insert(PaletteRecord(id: "same", name: "Same", document: [7]))
    try other.insert(PaletteRecord(id: "brand", name: "Brand", document: [2]))
    try other.insert(PaletteRecord(id: "same", name: "Same", document: [7]))
    let keys = try other.insert([.sample("a")])
    _ = try mine.insertAlbum(named: "Spring")
    _ = try other.insertAlbum(named: "Spring", posters: keys)
    let renamed = try other.insertAlbum(named: "Autumn")
    _ = try other.rename(renamed, to: "Fall")
    _ = try mine.insertAlbum(named: "Autumn")
    try other.keep(
      StoredHistory(subject: .file(path: "/a"), digest: ContentDigest([1]), steps: [7], modified: 9))
    try mine.setFavoriteCrowns(["tudor"], true)
    try other.setFavoriteCrowns(["tudor", "mural"], true)

    let first = try mine.merge(from: folder.path("other"))
    let second = try mine.merge(from: folder.path("other"))

    #expect(first.palettes == .init(added: 1, present: 1) && first.albums == .init(added: 1, present: 1))
    #expect(first.histories == .init(added: 1) && first.favorites == .init(added: 1, present: 1))
    #expect(second.palettes == .init(present: 2) && second.histories == .init(present: 1))
    #expect(
      try mine.palettes().map { "\($0.id) \($0.document)" } == ["brand [1]", "same [7]", "brand-2 [2]"])
    #expect(try mine.albums().map { "\($0.name) \($0.count)" } == ["Spring 1", "Autumn 0", "Fall 0"])
    #expect(
      first.summary.english
        == "added 1 poster, 1 palette, 1 album, 1 edit history, 1 favourite crown; already there: 1 palette, 1 album, 1 favourite crown"
    )
  }
}

@Suite struct SlugTests {
  /// 3,000 crowns called `crown.svg` took over 100 s, as each asked for all numbers before its own.
  @Test func `the thousandth of a name is found with few questions, and is the next`() throws {
    var taken: Set<String> = ["crown"]
    var questions = 0
    for number in 2...1000 {
      let id = Slug.free("crown") {
        questions += 1; return taken.contains($0)
      }
      #expect(id == "crown-\(number)")
      taken.insert(id)
    }
    #expect(questions < 25 * 1000)
  }

  @Test func `a name that is free stays, and one in a gap is free`() {
    #expect(Slug.free("a") { _ in false } == "a")
    #expect(["a-2", "a-5"].contains(Slug.free("a") { ["a", "a-3", "a-4"].contains($0) }))
  }
}
