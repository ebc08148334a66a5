import Catalog
import Foundation
import Localization
import TestSupport
import Testing

@Suite struct PosterTests {
  let folder: TestFolder
  let library: Library

  init() throws {
    folder = try TestFolder()
    library = try folder.open()
  }

  private func titles(_ query: PosterQuery = PosterQuery()) throws -> [String] {
    try library.posters(library.posterKeys(query)).map(\.1.title)
  }

  @Test func `what is inserted comes back whole, with an id of its own`() throws {
    var poster = PosterRecord.sample("Keep calm é\u{1F451}", words: "and carry on")
    poster.document = (0..<70000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    poster.isFavorite = true
    poster.cover = 0xffffff
    poster.created = 1e9 + 0.125

    let keys = try library.insert([poster, poster])

    let stored = try library.posters(keys)
    #expect(stored.map(\.0) == keys)
    #expect(stored.map(\.1.id) == ["keep-calm-e", "keep-calm-e-2"])
    for var record in stored.map(\.1) {
      record.id = poster.id
      #expect(record == poster)
    }
    let summaries = try library.summaries(of: keys)
    #expect(summaries.map(\.digest) == [ContentDigest(poster.document), ContentDigest(poster.document)])
    #expect(summaries.map(\.documentSize) == [70000, 70000])
    #expect(try library.posterKey(of: "keep-calm-e-2") == keys[1])
  }

  @Test func `posters lie where they were put, however often between the same two`() throws {
    let ends = try library.insert([.sample("first"), .sample("last")])
    var expected = ["first", "last"]
    for number in 0..<60 {
      try library.insert([.sample("\(number)")], at: .after(ends[0]))
      expected.insert("\(number)", at: 1)
    }
    try library.insert([.sample("a"), .sample("b")], at: .start)
    try library.insert([.sample("y"), .sample("z")], at: .end)

    #expect(try titles() == ["a", "b"] + expected + ["y", "z"])
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `removing and restoring at random leaves the order as it was`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try library.insert((0..<50).map { .sample("poster \($0)") })
    for round in 0..<20 {
      let keys = try library.posterKeys()
      let chosen = keys.filter { _ in Bool.random(using: &generator) }
      let before = try library.posters(keys).map(\.1)

      let removed = try library.remove(chosen, at: 0)
      #expect(try library.posterKeys() == keys.filter { !chosen.contains($0) })
      try library.insert([.sample("new \(round)")], at: .start)
      try library.restore(removed)

      #expect(try library.posterKeys().filter(Set(keys).contains) == keys)
      #expect(try library.posters(keys).map(\.1) == before)
    }
  }

  @Test func `restoring twice, or beside a namesake, harms nothing`() throws {
    let keys = try library.insert([.sample("one")])
    let removed = try library.remove(keys, at: 0)
    try library.insert([.sample("one")])

    try library.restore(removed)
    try library.restore(removed)

    #expect(try library.posters(library.posterKeys()).map(\.1.id) == ["one-2", "one"])
  }

  @Test func `an update is one to the poster alone, and to one that is gone an error`() throws {
    let keys = try library.insert([.sample("one"), .sample("two")])
    var poster = try #require(try library.poster(keys[0]))
    let other = try library.poster(keys[1])
    poster.title = "uno"
    poster.document = [1, 2, 3]

    try library.update(keys[0], to: poster)

    #expect(try library.poster(keys[0]) == poster)
    #expect(try library.poster(keys[1]) == other)
    #expect(try library.posterKeys(PosterQuery(words: "one")).isEmpty)
    #expect(try library.posterKeys(PosterQuery(words: "uno")) == [keys[0]])
    _ = try library.remove([keys[0]], at: 0)
    let error = #expect(throws: LibraryError.self) { try library.update(keys[0], to: poster) }
    #expect(error?.reason == .unknown(id: "one"))
  }

  @Test func `the orders are by title, by time, and as arranged; favourites may be all`() throws {
    let keys = try library.insert([
      .sample("beta", time: 3), .sample("Alpha", time: 1), .sample("gamma", time: 2),
    ])
    try library.setFavorite([keys[2], keys[0]], to: true)

    #expect(try titles(PosterQuery(order: .title)) == ["Alpha", "beta", "gamma"])
    #expect(
      try titles(PosterQuery(order: .title, collation: Collation(LocaleName("xx")))) == [
        "Alpha", "beta", "gamma",
      ])
    #expect(try titles(PosterQuery(order: .modified)) == ["beta", "gamma", "Alpha"])
    #expect(try titles(PosterQuery(order: .created)) == ["beta", "gamma", "Alpha"])
    #expect(try titles(PosterQuery(order: .arranged)) == ["beta", "Alpha", "gamma"])
    #expect(try titles(PosterQuery(favoritesOnly: true)) == ["beta", "gamma"])
    #expect(try titles(PosterQuery(words: "a", order: .title, favoritesOnly: true)).isEmpty)
    #expect(try titles(PosterQuery(words: "g", order: .title, favoritesOnly: true)) == ["gamma"])
  }

  @Test func `a search finds beginnings of words, without accents, in title and text`() throws {
    try library.insert([
      .sample("Château fort", words: "TUDOR CROWN"),
      .sample("Keep calm", words: "and carry on, King's crown"),
    ])

    for words in ["chat", "CHÂTEAU", "tud for", "fort crown"] {
      #expect(try titles(PosterQuery(words: words)) == ["Château fort"], "\(words)")
    }
    #expect(try titles(PosterQuery(words: "carry kee")) == ["Keep calm"])
    #expect(try titles(PosterQuery(words: "royal")) == ["Keep calm"])
    #expect(try titles(PosterQuery(words: " \n")).count == 2)
    #expect(try titles(PosterQuery(words: "calmer")).isEmpty)
    for hostile in [
      "\"", "*", "a\"b*", "NEAR(", "title:", "AND OR NOT", "'; DROP TABLE posters", "!!!", "\u{0}",
    ] {
      #expect(try titles(PosterQuery(words: hostile)).isEmpty, "\(hostile)")
    }
  }

  @Test func `by relevance the words themselves come before their like`() throws {
    try library.insert([.sample("royal oak"), .sample("king of hearts"), .sample("oak")])

    #expect(try titles(PosterQuery(words: "king", order: .relevance)) == ["king of hearts", "royal oak"])
    #expect(try titles(PosterQuery(words: "royal", order: .relevance)) == ["royal oak", "king of hearts"])
  }

  @Test func `what no library can hold is refused before anything is written`() throws {
    var poster = PosterRecord.sample("x")
    poster.modified = .nan
    let error = #expect(throws: LibraryError.self) { try library.insert([.sample("fine"), poster]) }

    #expect(error?.reason == .unfit(field: "modified", Message("it is not a time")))
    #expect(try library.posterCount() == 0)
  }

  @Test func `a list costs eight bytes a poster, and any part of it can be read alone`() throws {
    try library.insert((0..<3000).map { .sample("Poster \($0)", words: "keep calm and carry on") })

    let keys = try library.posterKeys()

    #expect(keys.count == 3000 && MemoryLayout<PosterKey>.stride == 8)
    #expect(try library.summaries(of: keys[2998...]).map(\.title) == ["Poster 2998", "Poster 2999"])
    #expect(try titles(PosterQuery(words: "299")).count == 11)
  }

  @Test func `a null in a text is left out, and what follows it is kept`() throws {
    let keys = try library.insert([.sample("a\u{0}b", words: "c\u{0}d")])

    #expect(try library.posters(keys).map(\.1.title) == ["ab"])
    #expect(try library.posterKeys(PosterQuery(words: "cd")) == keys)
  }
}
