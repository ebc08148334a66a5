@testable import Catalog
import Foundation
import Testing

@Suite struct HistoryTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func history(_ id: String, _ document: [UInt8], _ steps: String, at time: Double = 5)
    -> StoredHistory
  {
    StoredHistory(
      subject: .poster(id: id), digest: ContentDigest(document), steps: Array(steps.utf8), modified: time)
  }

  @Test func `a poster and its history are changed together, and the history belongs to that content alone`()
    throws
  {
    let library = try folder.open()
    let key = try #require(try library.insert([.sample("One")]).first)
    let old = try #require(try library.poster(key))
    var new = old
    new.document = Array("{\"title\":\"Two\"}".utf8)
    let kept = history(old.id, new.document, "steps")

    #expect(try library.update(key, from: ContentDigest(old.document), to: new, history: kept) == .done)

    let again = try folder.open(.reading)
    #expect(try again.history(of: kept.subject, digest: kept.digest) == kept)
    #expect(try again.history(of: kept.subject, digest: ContentDigest(old.document)) == nil)
    #expect(try again.poster(key)?.document == new.document)
  }

  @Test func `what may be done anew replaces nothing that somebody else has changed meanwhile`() throws {
    let library = try folder.open()
    let key = try #require(try library.insert([.sample("One")]).first)
    let base = try #require(try library.poster(key))
    var (mine, theirs) = (base, base)
    mine.document = Array("mine".utf8)
    theirs.document = Array("theirs".utf8)
    let digest = ContentDigest(base.document)

    #expect(try library.replace(key, from: digest, with: theirs, history: nil))
    #expect(
      try !library.replace(key, from: digest, with: mine, history: history(base.id, mine.document, "mine")))

    #expect(try library.posterKeys() == [key])
    #expect(try library.poster(key)?.document == theirs.document)
    #expect(try library.history(of: .poster(id: base.id), digest: ContentDigest(mine.document)) == nil)
  }

  @Test func `what collides with another's change is kept as a second poster`() throws {
    let library = try folder.open()
    let key = try #require(try library.insert([.sample("One"), .sample("Next")]).first)
    let base = try #require(try library.poster(key))
    var (mine, theirs) = (base, base)
    mine.document = Array("mine".utf8)
    theirs.document = Array("theirs".utf8)
    let digest = ContentDigest(base.document)

    #expect(try library.update(key, from: digest, to: theirs, history: nil) == .done)
    let outcome = try library.update(
      key, from: digest, to: mine, history: history(base.id, mine.document, "mine"))

    guard case .keptBeside(let other) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(try library.poster(key)?.document == theirs.document)
    let second = try #require(try library.poster(other))
    #expect(second.document == mine.document)
    #expect(try library.posterKeys() == [key, other, PosterKey(rawValue: key.rawValue + 1)])
    let kept = try library.history(of: .poster(id: second.id), digest: ContentDigest(mine.document))
    #expect(kept?.steps == Array("mine".utf8))
  }

  @Test func `a library of the first version grows, its copy stays as it was, and nothing is lost`() throws {
    // As the first version made it: what later steps added is taken away again.
    try folder.open().insert((0..<5).map { .sample("Poster \($0)") })
    try Connection(folder.library).run(
      """
      PRAGMA journal_mode = DELETE;
      DROP TABLE histories; DROP TABLE albums; DROP TABLE albumPosters; DROP TABLE favoriteCrowns; DROP TABLE bin;
      DROP TRIGGER versionsLeftWall; DROP TABLE versions;
      ALTER TABLE palettes DROP COLUMN place; ALTER TABLE palettes DROP COLUMN modified;
      PRAGMA user_version = 1;
      -- Dropping columns leaves other white space than the first version wrote.
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'document BLOB NOT NULL )', 'document BLOB NOT NULL)')
      """)
    #expect(try folder.open(.reading).posterCount() == 5)
    #expect(try folder.open(.reading).history(of: .file(path: "/a"), digest: ContentDigest([])) == nil)

    let library = try folder.open()

    #expect(try library.posterCount() == 5)
    #expect(folder.files.contains("library.sqlite.version-1"))
    let copy = try Library(path: folder.path("library.sqlite.version-1"), access: .reading)
    #expect(try copy.posters(copy.posterKeys()).map(\.1) == library.posters(library.posterKeys()).map(\.1))
    let stored = StoredHistory(
      subject: .file(path: "/a"), digest: ContentDigest([1]), steps: [1], modified: 1)
    try library.keep(stored)
    #expect(try library.history(of: .file(path: "/a"), digest: ContentDigest([1])) == stored)
  }

  @Test func `of histories the latest thousand are kept`() throws {
    let library = try folder.open()
    for index in 0..<1010 { try library.keep(history("poster-\(index)", [], "s", at: Double(index))) }

    #expect(try library.history(of: .poster(id: "poster-9"), digest: ContentDigest([])) == nil)
    #expect(try library.history(of: .poster(id: "poster-10"), digest: ContentDigest([])) != nil)
  }
}
