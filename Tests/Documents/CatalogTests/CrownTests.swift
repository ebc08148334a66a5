import Catalog
import Foundation
import Geometry
import Testing
import VectorArt

@Suite struct CrownTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Writes a shipped library of crowns with these ids and tags.
  private func ship(_ crowns: [String: [String]]) throws -> String {
    let path = folder.path("shipped.sqlite")
    try ShippedLibrary.write(
      crowns.sorted { $0.key < $1.key }.map { try .sample($0.key, tags: $0.value) }, to: path)
    return path
  }

  @Test func `a crown comes back whole, and its path within what the code promises`() throws {
    let library = try folder.open()
    let svg = #"<svg viewBox="0 0 90 60"><path d="M10 50C10 20 40 20 50 5L80 50Z"/></svg>"#
    let image = try VectorImage(svg: svg)
    let crown = try CrownRecord(
      id: "a", name: "Ä crown", tags: ["keep calm", "x"], source: "a.svg", licence: "CC0",
      svg: Array(svg.utf8),
      image: image)

    #expect(try library.add([crown]) == [.added(id: "a")])

    let stored = try #require(try library.crown("a"))
    #expect(stored == crown)
    #expect(stored.viewport == Size(90, 60))
    #expect(stored.segments == 3)
    let (box, expected) = (stored.bounds, image.bounds)
    #expect(try stored.path().bounds == box)
    for (a, b) in zip(box.corners, expected.corners) {
      #expect((a.x - b.x).magnitude < 0.01 && (a.y - b.y).magnitude < 0.01)
    }
  }

  @Test func `the user's crowns and the shipped ones are one library, and a namesake gets a number`() throws {
    let shipped = try ship(["earl": [], "duke": []])
    let library = try folder.open(shipped: shipped)

    #expect(
      try library.add([.sample("earl", seed: 1), .sample("mine")]) == [
        .added(id: "earl-2"), .added(id: "mine"),
      ])

    #expect(try library.crowns().map(\.id) == ["earl-2", "mine", "duke", "earl"])
    #expect(try library.crowns().map(\.isShipped) == [false, false, true, true])
    #expect(try library.crownRecords().map(\.id) == ["earl-2", "mine", "duke", "earl"])
    #expect(try library.crown("duke")?.id == "duke")
    #expect(try library.crown("none") == nil)
  }

  @Test func `the same file is one crown, in one import, in the next, and when it came with the program`()
    throws
  {
    let shipped = try ship(["earl": []])
    let library = try folder.open(shipped: shipped)
    let (crown, other) = (try CrownRecord.sample("a"), try CrownRecord.sample("b"))
    var renamed = crown
    renamed.id = "renamed"

    #expect(try library.add([crown, renamed]) == [.added(id: "a"), .present(id: "a")])
    #expect(try library.add([other, renamed]) == [.added(id: "b"), .present(id: "a")])
    #expect(try library.add([.sample("earl")]) == [.present(id: "earl")])
    #expect(try library.crowns().count == 3)
  }

  @Test func `words, their beginnings, plurals and synonyms find crowns; the words themselves come first`()
    throws
  {
    let shipped = try ship([
      "earl-eight-rays": ["coronet", "peer"], "royal-arches": ["king", "crown"], "stephane": ["diadem"],
      "wheat": ["ear of wheat", "leaf"],
    ])
    let library = try folder.open(shipped: shipped)
    func found(_ words: String) throws -> [String] { try library.crowns(matching: words).map(\.id) }

    #expect(try found("coronet") == ["earl-eight-rays", "royal-arches"])
    #expect(try found("crown") == ["royal-arches", "earl-eight-rays"])
    #expect(try found("coron").prefix(2) == ["earl-eight-rays", "royal-arches"])
    #expect(try found("tiara") == ["stephane"])
    #expect(try found("monarch") == ["royal-arches"])
    #expect(try found("8 ray") == ["earl-eight-rays"])
    #expect(try found("ears of wheat") == ["wheat"])
    #expect(try found("leaves") == ["wheat"])
    #expect(try found("EARL's") == ["earl-eight-rays"])
    #expect(try found("ear") == ["wheat", "earl-eight-rays"])
    #expect(try found("earl") == ["earl-eight-rays"])
    #expect(try Set(found("")).count == 4)
    #expect(try found("\"*(") == [])
  }

  @Test func `names come before tags, whole words before beginnings, the words before their like`() throws {
    let shipped = try ship([
      "diadem": ["tiara"], "a-coroneted-mitre": ["bishop"], "royal-crown": ["king"],
      "fleury": ["baron", "coronet"], "plain": ["coronetlike"], "earls-coronet": ["earl", "eight rays"],
      "coronets-crossed": ["two"],
    ])
    let library = try folder.open(shipped: shipped)
    func found(_ words: String) throws -> [String] { try library.crowns(matching: words).map(\.id) }

    let all = try found("coronet")
    #expect(all.prefix(2) == ["earls-coronet", "fleury"])
    #expect(Set(all.dropFirst(2).prefix(2)) == ["a-coroneted-mitre", "coronets-crossed"])
    #expect(all.dropFirst(4) == ["plain", "royal-crown"], "\(all)")
    #expect(try found("coronets").prefix(2) == ["coronets-crossed", "earls-coronet"])
    #expect(try found("baron coronet") == ["fleury"])
    #expect(try found("coron").last == "royal-crown")
  }

  @Test func `removing is all or nothing, spares what was shipped, and can be undone`() throws {
    let shipped = try ship(["earl": []])
    let library = try folder.open(shipped: shipped)
    try library.add([.sample("a"), .sample("b"), .sample("c")])
    let before = try library.crownRecords()

    for (id, reason) in [("earl", LibraryError.Reason.shipped(id: "earl")), ("none", .unknown(id: "none"))] {
      let error = #expect(throws: LibraryError.self) { try library.removeCrowns(["a", id]) }
      #expect(error?.reason == reason)
      #expect(try library.crownRecords() == before)
    }
    let removed = try library.removeCrowns(["b", "b", "a"])
    #expect(try library.crowns().map(\.id) == ["c", "earl"])
    #expect(try library.crowns(matching: "b").isEmpty)
    try library.restore(removed)
    try library.restore(removed)

    #expect(try library.crownRecords() == before)
    #expect(try library.crowns(matching: "b").map(\.id) == ["b"])
  }

  @Test func `the shipped file is the same bytes each time, and reading leaves nothing beside it`() throws {
    let crowns = try (0..<40).map { try CrownRecord.sample("crown-\($0)", tags: ["x\($0 % 7)"], seed: $0) }
    for name in ["one.sqlite", "two.sqlite"] { try ShippedLibrary.write(crowns, to: folder.path(name)) }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: folder.path("one.sqlite"))

    let library = try Library(path: nil, shipped: folder.path("one.sqlite"), access: .reading)

    #expect(try library.crownRecords() == crowns)
    #expect(try folder.bytes("one.sqlite") == folder.bytes("two.sqlite"))
    #expect(folder.files == ["one.sqlite", "two.sqlite"])
  }

  @Test func `the statistics are those of the crowns`() throws {
    let library = try folder.open(shipped: try ship(["earl": []]))
    try library.add([.sample("a"), .sample("b")])

    let statistics = try library.crownStatistics()
    let records = try library.crownRecords()

    #expect(statistics.count == 3 && statistics.shippedCount == 1)
    #expect(statistics.bytes == records.reduce(0) { $0 + $1.code.count })
    #expect(statistics.segments == records.reduce(0) { $0 + $1.segments })
    #expect(statistics.bytesPerSegment == Double(statistics.bytes) / Double(statistics.segments))
  }
}

extension CrownRecord {
  /// A crown whose zigzag tells it from those of other ids and seeds.
  static func sample(_ id: String, tags: [String] = [], seed: Int = 0) throws -> CrownRecord {
    let svg = Array(CrownRecord.zigzag("\(id) \(seed)").utf8)
    return try CrownRecord(
      id: id, name: id.replacing("-", with: " "), tags: tags, source: "\(id).svg", licence: "CC0", svg: svg,
      image: VectorImage(svg: svg))
  }

  /// A drawing of a row of points whose heights are the text's letters.
  static func zigzag(_ text: String) -> String {
    let points = text.utf8.enumerated().map { "\($0 * 10 + 5),\(130 - Int($1)) \($0 * 10 + 10),100" }
    return
      "<svg viewBox='0 0 400 200'><polygon points='0,150 0,100 \(points.joined(separator: " ")) 400,150'/></svg>"
  }
}
