import Catalog
import TestSupport
import Testing

@Suite struct ArrangementTests {
  let folder: TestFolder
  let library: Library

  init() throws {
    folder = try TestFolder()
    library = try folder.open()
  }

  private func titles(_ query: PosterQuery = PosterQuery()) throws -> [String] {
    try library.posters(library.posterKeys(query)).map(\.1.title)
  }

  // MARK: Albums

  @Test func `an album holds its posters, and loses and gets them back`() throws {
    let keys = try library.insert((0..<5).map { .sample("poster \($0)") })
    let album = try library.insertAlbum(named: "Küche", posters: keys[1...2])
    let other = try library.insertAlbum(named: "Küche")
    #expect(try library.albums().map(\.name) == ["Küche", "Küche"] && album != other)
    #expect(try titles(PosterQuery(album: album)) == ["poster 1", "poster 2"])

    #expect(try library.add(keys[2...3], to: album) == [keys[3]])
    #expect(try library.remove(keys[0...1], from: album) == [keys[1]])
    #expect(try titles(PosterQuery(album: album)) == ["poster 2", "poster 3"])
    #expect(try titles(PosterQuery(words: "3", album: album)) == ["poster 3"])
    #expect(try titles(PosterQuery(words: "poster", order: .relevance, album: album)).count == 2)

    #expect(try library.rename(album, to: "Hall") == "Küche")
    let removed = try #require(try library.removeAlbum(album))
    #expect(try library.albums().map(\.key) == [other] && library.posterCount() == 5)
    #expect(try library.removeAlbum(album) == nil)
    #expect(throws: LibraryError.self) { _ = try library.rename(album, to: "Gone") }
    try library.restore(removed)
    try library.restore(removed)
    #expect(try library.albums().map(\.name) == ["Hall", "Küche"])
    #expect(try titles(PosterQuery(album: album)) == ["poster 2", "poster 3"])
  }

  @Test func `a poster that is removed does not count in its album, and does when it is back`() throws {
    let keys = try library.insert([.sample("a"), .sample("b")])
    _ = try library.insertAlbum(named: "Both", posters: keys)
    let before = try library.state()
    let removed = try library.remove([keys[0]], at: 0)
    #expect(try library.albums().map(\.count) == [1])
    try library.restore(removed)
    #expect(try library.albums().map(\.count) == [2])
    _ = try library.add([], to: library.albums()[0].key)
    #expect(try library.state() != before)
  }

  // MARK: Order

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `moving at random and taking it all back leaves the order as it was`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try library.insert((0..<12).map { .sample("\($0)") })
    let first = try titles()
    var before: [PosterArrangement] = []
    for _ in 0..<30 {
      let keys = try library.posterKeys()
      let moved = keys.shuffled(using: &generator).prefix(Int.random(in: 1...4, using: &generator))
      let target = Int.random(in: -1..<keys.count, using: &generator)
      before.append(try library.move(Array(moved), to: target < 0 ? .start : .after(keys[target])))

      let rest = keys.filter { !moved.contains($0) }
      let ahead = target < 0 ? [] : keys[...target].filter { !moved.contains($0) }
      #expect(
        try library.posterKeys() == Array(rest.prefix(ahead.count)) + moved + rest.dropFirst(ahead.count))
    }
    for arrangement in before.reversed() { _ = try library.arrange(arrangement) }
    #expect(try titles() == first)
  }

  @Test func `colours go from red around the circle, and greys stand last, the lighter first`() throws {
    let covers: [(String, UInt32)] = [
      ("black", 0x101010), ("blue", 0x2040c0), ("crimson", 0xc8102e), ("white", 0xf8f8f4),
      ("green", 0x208040),
      ("pink", 0xffb0c0), ("yellow", 0xf0d020), ("grey", 0x808080),
    ]
    try library.insert(
      covers.map { name, cover in
        var poster = PosterRecord.sample(name)
        poster.cover = cover
        return poster
      })
    let found = try titles(PosterQuery(order: .color))
    #expect(found.suffix(3) == ["white", "grey", "black"])
    #expect(found.prefix(2).sorted() == ["crimson", "pink"])
    #expect(found[2...4] == ["yellow", "green", "blue"])
  }

  @Test func `documents are known by their beginnings`() throws {
    var poster = PosterRecord.sample("long")
    poster.document = (0..<9000).map { UInt8(truncatingIfNeeded: $0) }
    let key = try library.insert([poster])[0]
    let documents = try library.posterDocuments()
    #expect(documents.map(\.key) == [key] && documents.map(\.size) == [9000])
    #expect(documents[0].digest == ContentDigest(poster.document))
    #expect(try library.beginning(of: key, atMost: 100) == Array(poster.document.prefix(100)))
    #expect(try library.beginning(of: PosterKey(rawValue: 99), atMost: 100) == nil)
  }
}
