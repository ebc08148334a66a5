@testable import Catalog
import TestSupport
import Testing

@Suite struct BinTests {
  let folder: TestFolder
  let library: Library

  init() throws {
    folder = try TestFolder()
    library = try folder.open()
  }

  private static let day = 86_400.0

  private func titles(_ query: PosterQuery) throws -> [String] {
    try library.posters(library.posterKeys(query)).map(\.1.title)
  }

  private func bin(_ words: String = "") throws -> [String] {
    try titles(PosterQuery(words: words, isBin: true))
  }

  @Test func `a removed poster is in the bin, and nowhere else`() throws {
    let keys = try library.insert([.sample("alpha"), .sample("beta"), .sample("gamma")])
    let album = try library.insertAlbum(named: "All", posters: keys)
    try library.setFavorite(keys, to: true)

    #expect(try library.remove([keys[1], keys[1]], at: 100) == [keys[1]])

    #expect(try bin() == ["beta"] && library.binCount() == 1 && library.posterCount() == 2)
    for query in [
      PosterQuery(), PosterQuery(words: "a"), PosterQuery(favoritesOnly: true), PosterQuery(album: album),
      PosterQuery(order: .color), PosterQuery(words: "a", order: .relevance),
    ] {
      #expect(try !titles(query).contains("beta"))
    }
    #expect(try library.posterKey(of: "beta") == nil && library.albums().map(\.count) == [2])
    #expect(try library.summaries(of: [keys[1]]).map(\.title) == ["beta"])
    #expect(throws: LibraryError.self) { try library.update(keys[1], to: .sample("delta")) }
  }

  @Test func `a restored poster is as it was, in its place and its albums`() throws {
    let keys = try library.insert([.sample("alpha"), .sample("beta"), .sample("gamma")])
    let album = try library.insertAlbum(named: "Some", posters: [keys[1]])
    try library.setFavorite([keys[1]], to: true)
    let before = try library.posters(keys).map(\.1)

    try library.remove(keys, at: 100)
    #expect(try library.restore([keys[2], keys[0], keys[1], keys[1]]).count == 3)

    #expect(try library.posterKeys() == keys && bin().isEmpty)
    #expect(try library.posters(keys).map(\.1) == before)
    #expect(try library.posterKeys(PosterQuery(album: album)) == [keys[1]])
    #expect(try library.restore(keys).isEmpty)
  }

  @Test func `the bin lists the last removed first, and finds words in titles and texts`() throws {
    let keys = try library.insert([
      .sample("Tea", words: "DRINK"), .sample("Calm", words: "KEEP"), .sample("Tea pot"),
    ])
    for (index, key) in [keys[1], keys[2], keys[0]].enumerated() {
      try library.remove([key], at: Double(index))
    }
    #expect(try bin() == ["Tea", "Tea pot", "Calm"])
    #expect(try bin("tea") == ["Tea", "Tea pot"] && bin("drink TEA") == ["Tea"])
    #expect(try bin("%") == [] && bin("'") == [] && bin(" \n") == bin())
  }

  @Test func `posters are deleted after thirty days, and not a second earlier`() throws {
    let keys = try library.insert([.sample("old"), .sample("newer"), .sample("newest")])
    try library.remove([keys[0]], at: 1000)
    try library.remove([keys[1]], at: 1001)

    try library.remove([], at: 1000 + 30 * Self.day)
    #expect(try bin() == ["newer", "old"])
    try library.remove([keys[2]], at: 1001 + 30 * Self.day)
    #expect(try bin() == ["newest", "newer"])
  }

  @Test func `only posters in the bin can be deleted for good`() throws {
    let keys = try library.insert([.sample("one"), .sample("two")])
    try library.remove([keys[0]], at: 0)
    try library.deleteRemoved(keys)
    #expect(try bin().isEmpty && library.posterKeys() == [keys[1]])
    #expect(try library.restore(keys).isEmpty && library.poster(keys[0]) == nil)
    #expect(try library.insert([.sample("three")]) != [keys[0]])
  }

  @Test func `a file from before the bin reads as one with an empty bin, and gets one when written`() throws {
    let path = folder.path("old.regalia")
    let older = Schema(steps: Array(Schema.current.steps.prefix(3)))
    _ = try Library(path: path, shipped: nil, access: .writing, schema: older)
    let reading = try Library(path: path, access: .reading)
    #expect(try reading.binCount() == 0 && reading.posterKeys(PosterQuery(isBin: true)).isEmpty)
    #expect(try reading.posterKeys().isEmpty && reading.poster(PosterKey(rawValue: 1)) == nil)
    let writing = try Library(path: path, access: .writing)
    try writing.remove(writing.insert([.sample("one")]), at: 5)
    #expect(try writing.binCount() == 1 && reading.binCount() == 1)
  }

  @Test func `a repaired library keeps its bin`() throws {
    let keys = try library.insert([.sample("kept"), .sample("removed", words: "WORDS")])
    try library.remove([keys[1]], at: 77)
    let path = try #require(library.path)

    _ = try LibraryRepair(path: path)

    let repaired = try Library(path: path, access: .writing)
    #expect(try repaired.posterKeys() == [keys[0]])
    #expect(try repaired.posterKeys(PosterQuery(isBin: true)) == [keys[1]])
    #expect(try repaired.restore([keys[1]]) == [keys[1]])
    #expect(try repaired.poster(keys[1])?.searchText == "WORDS")
  }

  @Test func `an import takes the wall of another library, not its bin`() throws {
    let other = try Library(path: folder.path("other.regalia"), access: .writing)
    let keys = try other.insert([.sample("one"), .sample("two")])
    try other.remove([keys[0]], at: 0)
    let merge = try library.merge(from: #require(other.path))
    #expect(merge.posters.added == 1)
    #expect(try titles(PosterQuery()) == ["two"] && bin().isEmpty)
  }
}
