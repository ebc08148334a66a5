@testable import Catalog
import Foundation
import Testing

/// The contents of a library besides crowns and posters: edit histories, albums, palettes.
@Suite struct ExchangeTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Fills a library and returns the keys of its posters.
  private func fill() throws -> [PosterKey] {
    let library = try folder.open()
    let keys = try library.insert((0..<4).map { .sample("Poster \($0)") })
    for (index, record) in try library.posters(keys).map(\.1).enumerated() {
      try library.keep(
        StoredHistory(
          subject: .poster(id: record.id), digest: ContentDigest(record.document),
          steps: [UInt8](repeating: UInt8(index), count: 5000), modified: Double(index)))
    }
    try library.keep(
      StoredHistory(subject: .file(path: "/a:b"), digest: ContentDigest([1]), steps: [7], modified: 9))
    let database = try Connection(folder.library)
    try database.run(
      """
      INSERT INTO albums (id, name, place) VALUES ('spring', 'Spring', 5), ('bare', 'Bare', 2);
      INSERT INTO albumPosters SELECT 1, key FROM posters WHERE title <> 'Poster 2';
      INSERT INTO palettes (id, name, document, place, modified)
        VALUES ('warm', 'Warm', X'0102', 3, 1.5), ('cold', 'Cold', X'03', 1, 2.5);
      """)
    try library.setFavoriteCrowns(["tudor", "mural", "gone"], true)
    try library.setFavoriteCrowns(["gone"], false)
    return keys
  }

  /// Returns the rows of these tables as words, albums with the titles of their posters.
  private func rows(_ name: String) throws -> [String] {
    try Connection(folder.path(name)).texts(
      """
      SELECT subject || ' ' || hex(digest) || ' ' || modified || ' ' || length(steps) FROM histories
      UNION ALL SELECT id || ' ' || name || ' ' || place FROM albums
      UNION ALL SELECT albums.id || ' ' || title FROM albumPosters
        JOIN albums ON albums.key = album JOIN posters ON posters.key = poster
      UNION ALL SELECT id || ' ' || name || ' ' || hex(document) || ' ' || place || ' ' || modified FROM palettes
      UNION ALL SELECT key || ' favourite ' || id FROM favoriteCrowns
      """
    ).sorted()
  }

  @Test func `an export holds histories, albums and the order of palettes`() throws {
    _ = try fill()
    let library = try folder.open()

    for name in ["one", "two"] { try library.export(to: folder.path(name)) }

    let kept = try rows("library.sqlite")
    #expect(kept.count == 5 + 2 + 3 + 2 + 2)
    #expect(try rows("one") == kept)
    #expect(try folder.bytes("one") == folder.bytes("two"))
  }

  @Test func `a repair keeps histories, albums and the order of palettes`() throws {
    _ = try fill()
    let kept = try rows("library.sqlite")

    _ = try LibraryRepair(path: folder.library)

    #expect(try rows("library.sqlite") == kept)
    #expect(try folder.open(.reading).favoriteCrowns() == ["tudor", "mural"])
  }

  @Test func `histories and palettes are saved from a file that has lost its first page`() throws {
    _ = try fill()
    let before = try rows("library.sqlite").filter {
      !$0.hasPrefix("spring Poster") && !$0.contains("favourite")
    }
    try Connection(folder.library).emptyLog()
    var bytes = try folder.bytes("library.sqlite")
    bytes.replaceSubrange(100..<4096, with: repeatElement(0, count: 3996))
    try folder.write(bytes, to: "library.sqlite")

    _ = try LibraryRepair(path: folder.library)

    #expect(try rows("library.sqlite") == before)
  }

  @Test func `what comes from another library keeps its history and its albums under a new name`() throws {
    let keys = try fill()
    try folder.open().export(to: folder.path("export"))
    let other = try Library(path: folder.path("other"), access: .writing)
    var mine = PosterRecord.sample("Mine")
    mine.id = "poster-1"
    try other.insert([mine])
    try other.keep(
      StoredHistory(subject: .file(path: "/a:b"), digest: ContentDigest([2]), steps: [8], modified: 1))

    _ = try other.merge(from: folder.path("export"))
    let once = try rows("other")
    _ = try other.merge(from: folder.path("export"))

    #expect(try rows("other") == once)
    let came = try #require(try folder.open().posters(keys).map(\.1).first { $0.id == "poster-1" })
    let history = try other.history(of: .poster(id: "poster-1-2"), digest: ContentDigest(came.document))
    #expect(history?.steps == [UInt8](repeating: 1, count: 5000))
    // Existing entries stay.
    #expect(try other.history(of: .file(path: "/a:b"), digest: ContentDigest([2]))?.steps == [8])
    #expect(once.filter { $0.hasPrefix("spring Poster") }.count == 3)
    // In the order of the other library: the one with the lesser place comes first.
    #expect(once.contains("cold Cold 03 0 2.5") && once.contains("warm Warm 0102 1 1.5"))
  }

  @Test(arguments: ["'text'", "1.5", "9223372036854775807", "-9223372036854775808"])
  func `a place that nothing can stand beside does not keep posters from being added`(place: String) throws {
    let library = try folder.open()
    let keys = try library.insert((0..<3).map { .sample("Poster \($0)") })
    let database = try Connection(folder.library)
    try database.run("UPDATE posters SET place = \(place) WHERE key = \(keys[1].rawValue)")
    let order = try library.posterKeys()

    let first = try library.insert([.sample("first")], at: .start)
    let last = try library.insert([.sample("last")], at: .end)
    let middle = try library.insert([.sample("middle")], at: .after(keys[1]))

    var expected = first + order + last
    let index = try #require(expected.firstIndex(of: keys[1]))
    expected.insert(contentsOf: middle, at: index + 1)
    #expect(try library.posterKeys() == expected)
  }
}
