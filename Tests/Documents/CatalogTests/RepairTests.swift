@testable import Catalog
import Foundation
import Localization
import TestSupport
import Testing

@Suite struct RepairTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Fills a library whose documents need several pages each, and returns what is in it.
  private func fill(_ count: Int = 40) throws -> (posters: Set<PosterRecord>, crowns: Set<CrownRecord>) {
    let library = try folder.open()
    let posters = (0..<count).map { number in
      var poster = PosterRecord.sample("Poster \(number)", words: "words \(number)", time: Double(number))
      poster.id = "poster-\(number)"
      poster.document = (0..<(number % 4) * 3000 + 10).map { UInt8(truncatingIfNeeded: $0 * number + number) }
      return poster
    }
    let crowns = try (0..<count).map { try CrownRecord.sample("crown-\($0)", tags: ["tag \($0)"]) }
    try library.insert(posters)
    try library.add(crowns)
    return (Set(posters), Set(crowns))
  }

  private func contents() throws -> (posters: Set<PosterRecord>, crowns: Set<CrownRecord>) {
    let library = try folder.open(.reading)
    return (Set(try library.posters(library.posterKeys()).map(\.1)), Set(try library.crownRecords()))
  }

  @Test func `a sound library has no problems, and a repair keeps all of it in its order`() throws {
    let filled = try fill()
    #expect(try LibraryCheck(path: folder.library).problems.isEmpty)
    let order = try folder.open(.reading).posterKeys()
    let before = try folder.bytes("library.sqlite")

    let repair = try LibraryRepair(path: folder.library)

    #expect(repair.posters == 40 && repair.crowns == 40)
    #expect(repair.kept == folder.library + ".damaged")
    #expect(try folder.bytes("library.sqlite.damaged") == before)
    let after = try contents()
    #expect(after.posters == filled.posters && after.crowns == filled.crowns)
    #expect(try folder.open(.reading).posterKeys() == order)
    #expect(try LibraryCheck(path: folder.library).problems.isEmpty)
  }

  /// Any page may be lost, the first with the schema among them.
  @Test(arguments: 0..<12)
  func `whatever page is lost, the damage is found and what remains is saved unspoilt`(_ part: Int) throws {
    let filled = try fill()
    var bytes = try folder.bytes("library.sqlite")
    let page = part == 0 ? 0 : part * (bytes.count / 4096) / 12
    var chance = SeededGenerator(seed: UInt64(part))
    for index in page * 4096..<(page + 1) * 4096 where index >= 100 {
      bytes[index] = UInt8.random(in: 0...255, using: &chance)
    }
    try folder.write(bytes, to: "library.sqlite")

    let check = try LibraryCheck(path: folder.library)
    let repair = try LibraryRepair(path: folder.library)

    let after = try contents()
    #expect(!check.problems.isEmpty)
    #expect(after.posters.isSubset(of: filled.posters) && after.crowns.isSubset(of: filled.crowns))
    #expect(repair.posters == after.posters.count && repair.crowns == after.crowns.count)
    // A leaf holds at most a dozen of these rows.
    #expect(after.posters.count + after.crowns.count >= 80 - 30)
    #expect(try LibraryCheck(path: folder.library).problems.isEmpty)
    #expect(try folder.bytes("library.sqlite.damaged") == bytes)
  }

  @Test func `a truncated file and one without its first bytes give up what they hold`() throws {
    let filled = try fill()
    let whole = try folder.bytes("library.sqlite")
    for bytes in [
      Array(whole.prefix(whole.count / 2)), [UInt8](repeating: 0, count: 100) + whole.dropFirst(100),
    ] {
      try folder.write(bytes, to: "library.sqlite")

      let repair = try LibraryRepair(path: folder.library)

      let after = try contents()
      #expect(repair.posters + repair.crowns > 0)
      #expect(after.posters.isSubset(of: filled.posters) && after.crowns.isSubset(of: filled.crowns))
      #expect(try folder.bytes((repair.kept as NSString).lastPathComponent) == bytes)
    }
    #expect(Set(folder.files).isSuperset(of: ["library.sqlite.damaged", "library.sqlite.damaged-2"]))
  }

  @Test func `a spoiled document or path is named by the check and not kept by the repair`() throws {
    _ = try fill(4)
    let database = try Connection(folder.library)
    try database.run("UPDATE posters SET document = X'00' WHERE id = 'poster-1'")
    try database.run("UPDATE crowns SET code = X'0102' WHERE id = 'crown-2'")

    let problems = try LibraryCheck(path: folder.library).problems
    let repair = try LibraryRepair(path: folder.library)

    #expect(problems.count == 2)
    #expect(problems.first?.english.hasPrefix("crown crown-2: ") == true)
    #expect(problems.last?.english.hasPrefix("poster poster-1: ") == true)
    #expect(repair.posters == 3 && repair.crowns == 3)
  }

  @Test func `a palette is saved, whose row has more columns than at first`() throws {
    _ = try fill(2)
    let add = "INSERT INTO palettes (id, name, document) VALUES ('warm', 'Warm', X'0102')"
    try Connection(folder.library).run(add)

    _ = try LibraryRepair(path: folder.library)

    let names = try Connection(folder.library).texts("SELECT name FROM palettes WHERE document = X'0102'")
    #expect(names == ["Warm"])
  }

  /// Values of some size are written by themselves, past the triggers: those have to run for the rest all the same.
  @Test func `a document of any size is kept, found by its words, counted as a change and repaired`() throws {
    let library = try folder.open()
    var poster = PosterRecord.sample("Large", words: "enormous")
    poster.document = [UInt8](repeating: 7, count: (1 << 20) + 1)
    let key = try #require(try library.insert([poster]).first)
    let before = try library.state()
    poster.document[9] = 1
    poster.searchText = "gigantic"

    try library.update(key, to: poster)

    #expect(try library.state() != before)
    #expect(try library.posterKeys(PosterQuery(words: "gigantic")) == [key])
    #expect(try library.posterKeys(PosterQuery(words: "enormous")).isEmpty)
    try library.export(to: folder.path("copy"))
    #expect(try LibraryCheck(path: folder.path("copy")).problems.isEmpty)
    #expect(try LibraryRepair(path: folder.library).posters == 1)
    let repaired = try folder.open()
    #expect(try repaired.posters(repaired.posterKeys()).map(\.1.document) == [poster.document])
    #expect(try repaired.posterKeys(PosterQuery(words: "gigantic")) == [key])
  }

  @Test func `a text that is longer than any of ours is named, and not kept by the repair`() throws {
    _ = try fill(3)
    let database = try Connection(folder.library)
    try database.run(
      "UPDATE crowns SET source = CAST(zeroblob(2000000) AS TEXT) WHERE id = 'crown-1'")

    #expect(
      try LibraryCheck(path: folder.library).problems.map(\.english) == [
        "crown 2: its source is too long"
      ])
    #expect(try LibraryRepair(path: folder.library).crowns == 2)
  }

  /// Found by Scripts/fuzz: a repair kept what the check then called unreadable.
  @Test(arguments: [
    "crowns SET minY = 64871186038643", "crowns SET segments = -1", "posters SET created = 9e99",
  ])
  func `a number that makes no sense is not kept by the repair`(change: String) throws {
    _ = try fill(3)
    let database = try Connection(folder.library)
    try database.run("UPDATE \(change) WHERE key = 2")
    #expect(try LibraryCheck(path: folder.library).problems.count == 1)

    let repair = try LibraryRepair(path: folder.library)

    #expect(try LibraryCheck(path: folder.library).problems.isEmpty)
    #expect(repair.crowns + repair.posters == 5)
  }

  @Test func `what only the log holds is saved too`() throws {
    let filled = try fill()
    let library = try folder.open()
    try library.insert([.sample("in the log")])
    #expect(folder.files.contains("library.sqlite-wal"))

    let repair = try LibraryRepair(path: folder.library)

    #expect(repair.posters == filled.posters.count + 1)
    let error = #expect(throws: LibraryError.self) { try library.insert([.sample("too late")]) }
    #expect(error?.reason == .gone)
  }

  @Test func `rubbish is not repaired, and nothing is left beside it`() throws {
    var generator = SeededGenerator(seed: 7)
    let rubbish = (0..<50000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    try folder.write(rubbish, to: "library.sqlite")

    let error = #expect(throws: LibraryError.self) { try LibraryRepair(path: folder.library) }

    #expect(error?.reason == .foreign(Message("nothing in it belongs to Regalia")))
    #expect(folder.files == ["library.sqlite"])
    #expect(try folder.bytes("library.sqlite") == rubbish)
  }

  @Test func `what is exported comes in again whole, and a second time changes nothing`() throws {
    let filled = try fill()
    let library = try folder.open()
    let order = try library.posters(library.posterKeys()).map(\.1.id)
    for name in ["one", "two"] { try library.export(to: folder.path(name)) }
    let other = try Library(path: folder.path("other"), access: .writing)

    let first = try other.merge(from: folder.path("one"))
    let second = try other.merge(from: folder.path("one"))

    #expect(try folder.bytes("one") == folder.bytes("two"))
    #expect(first == LibraryMerge(crowns: .init(added: 40), posters: .init(added: 40)))
    #expect(second == LibraryMerge(crowns: .init(present: 40), posters: .init(present: 40)))
    #expect(try other.posters(other.posterKeys()).map(\.1.id) == order)
    #expect(try Set(other.posters(other.posterKeys()).map(\.1)) == filled.posters)
    #expect(try Set(other.crownRecords()) == filled.crowns)
    let error = #expect(throws: LibraryError.self) { try library.export(to: folder.library) }
    #expect(error != nil)
  }
}
