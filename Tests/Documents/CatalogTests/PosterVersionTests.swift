import Foundation
@testable import Catalog
import TestSupport
import Testing

@Suite struct PosterVersionTests {
  let folder: TestFolder
  let library: Library

  init() throws {
    folder = try TestFolder()
    library = try folder.open()
  }

  private func insert(
    _ poster: PosterKey, _ name: String, _ document: [UInt8] = [1, 2], at time: Double = 100
  ) throws -> PosterVersion {
    try library.insert(
      PosterVersion(of: poster, name: name, created: time, cover: 0x123456), document: document)
  }

  private func documents(_ versions: [PosterVersion], in library: Library? = nil) throws -> [[UInt8]] {
    try versions.compactMap(\.key).compactMap { try (library ?? self.library).document(of: $0) }
  }

  private func names(_ poster: PosterKey, in library: Library? = nil) throws -> [String] {
    try (library ?? self.library).versions(of: poster).map(\.name)
  }

  @Test
  func `versions of a poster are listed by their time, with their documents, and those of no other poster`()
    throws
  {
    let keys = try library.insert([.sample("alpha"), .sample("beta")])
    let large = [UInt8](repeating: 7, count: 3 << 20)
    let first = try insert(keys[0], "first", large, at: 100)
    let second = try insert(keys[0], "second", [9], at: 300)
    let third = try insert(keys[0], "third", [], at: 200)
    _ = try insert(keys[1], "other")

    #expect(try library.versions(of: keys[0]) == [second, third, first])
    #expect(try documents([first, second, third]) == [large, [9], []])
    #expect(first.cover == 0x123456 && first.created == 100)
    #expect(try names(keys[1]) == ["other"])
    #expect(try folder.open().versions(of: keys[0]) == [second, third, first])
  }

  @Test func `a name is given once to a poster, also by renaming`() throws {
    let keys = try library.insert([.sample("alpha"), .sample("beta")])
    let saved = try (0..<3).map { try insert(keys[0], "Print", at: Double($0)) }
    #expect(saved.map(\.name) == ["Print", "Print 2", "Print 3"])
    #expect(try insert(keys[1], "Print").name == "Print")

    let key = try #require(saved[2].key)
    #expect(try library.rename(key, to: "Print") == "Print 4")
    #expect(try library.rename(key, to: "Print 4") == "Print 4")
    #expect(try library.rename(key, to: "Shop\0") == "Shop\0" && names(keys[0]).contains("Shop"))
    #expect(try library.rename(PosterVersion.Key(rawValue: 99), to: "None") == nil)
  }

  @Test func `a removed version comes back as it was`() throws {
    let key = try library.insert([.sample("alpha")])[0]
    let saved = try (0..<3).map { try insert(key, "v\($0)", at: Double($0)) }
    let second = try #require(saved[1].key)
    let removed = try #require(try library.remove(second))
    #expect(removed.version == saved[1] && removed.document == [1, 2])
    #expect(try names(key) == ["v2", "v0"])
    #expect(try library.remove(second) == nil)
    #expect(try library.insert(removed.version, document: removed.document) == saved[1])
    #expect(try library.versions(of: key) == saved.reversed())
  }

  @Test func `versions go into the bin and back with their poster, and are deleted with it`() throws {
    let keys = try library.insert([.sample("alpha"), .sample("beta")])
    for key in keys { _ = try insert(key, "one") }
    try library.remove(keys, at: 100)
    #expect(try names(keys[0]) == ["one"])
    #expect(throws: LibraryError.self) { try insert(keys[0], "two") }
    try library.restore([keys[0]])
    #expect(try names(keys[0]) == ["one"] && names(keys[1]) == ["one"])

    try library.deleteRemoved(keys)
    #expect(try names(keys[0]) == ["one"] && names(keys[1]).isEmpty)
    try library.remove([keys[0]], at: 100)
    try library.remove([PosterKey](), at: 100 + Library.binTime + 1)
    #expect(try names(keys[0]).isEmpty)
    #expect(throws: LibraryError.self) { try insert(keys[0], "late") }
  }

  @Test func `a document that differs from the saved one is found by a check, and its version is left out`()
    throws
  {
    let key = try library.insert([.sample("alpha")])[0]
    let good = try insert(key, "good")
    let spoiled = try insert(key, "spoiled")
    try Connection(folder.library).run("UPDATE versions SET document = x'00' WHERE name = 'spoiled'")
    #expect(try documents([good, spoiled]) == [[1, 2]])
    #expect(
      try LibraryCheck(path: folder.library).problems.map(\.english) == [
        "version 2: the document differs from the saved one"
      ])
  }

  @Test func `a file from before versions has none, and gets them when written`() throws {
    let path = folder.path("old.regalia")
    let older = Schema(steps: Array(Schema.current.steps.prefix(4)))
    let first = try Library(path: path, shipped: nil, access: .writing, schema: older)
    let key = try first.insert([.sample("alpha")])[0]
    let reading = try Library(path: path, access: .reading)
    #expect(try reading.versions(of: key).isEmpty)
    let writing = try Library(path: path, access: .writing)
    let saved = try writing.insert(
      PosterVersion(of: key, name: "one", created: 1, cover: 0), document: [5])
    #expect(try writing.versions(of: key) == [saved] && reading.versions(of: key) == [saved])
  }

  @Test func `a changed poster keeps its versions`() throws {
    let key = try library.insert([.sample("alpha")])[0]
    let saved = try insert(key, "one")
    try library.update(key, to: .sample("changed"))
    try library.setFavorite([key], to: true)
    #expect(try library.versions(of: key) == [saved])
  }

  @Test func `an export, a merge and a repair keep versions, and a second merge adds none`() throws {
    let keys = try library.insert([.sample("alpha"), .sample("beta")])
    let saved = try (0..<3).map { try insert(keys[$0 % 2], "v\($0)", [UInt8($0)], at: Double($0)) }
    let other = try Library(path: folder.path("other.regalia"), access: .writing)
    try other.insert([.sample("gamma")])

    for count in [3, 0] {
      let merge = try other.merge(from: folder.library)
      #expect(merge.versions.added == count && merge.versions.present == 3 - count)
    }
    let moved = try #require(try other.posterKey(of: "alpha"))
    #expect(try other.versions(of: moved).map(\.name) == ["v2", "v0"])
    #expect(try documents(other.versions(of: moved), in: other) == [[2], [0]])
    #expect(try LibraryCheck(path: folder.library).problems.isEmpty)

    try library.export(to: folder.path("copy.regalia"))
    let copy = try Library(path: folder.path("copy.regalia"), access: .reading)
    #expect(try copy.versions(of: keys[0]) == [saved[2], saved[0]])

    _ = try LibraryRepair(path: folder.path("copy.regalia"))
    let repaired = try Library(path: folder.path("copy.regalia"), access: .reading)
    #expect(try repaired.versions(of: keys[0]) == [saved[2], saved[0]])
    #expect(try repaired.versions(of: keys[1]) == [saved[1]])
    #expect(try documents(saved, in: repaired) == [[0], [1], [2]])
  }
}
