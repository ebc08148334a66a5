import Catalog
import Geometry
import Input
import Posters
import Application
import Testing
import Typography

@testable import PosterGallery

/// Posters that are edited on the wall of a real library.
@Suite struct EditedLibraryTests {
  private let opened: GalleryLibrary
  private let gallery: Gallery
  private let key: PosterKey

  init() throws {
    opened = try GalleryLibrary.crowd(3)
    gallery = Gallery(
      WindowEnvironment(offscreen: Typesetter(), appearance: .dark, scale: 1), opened, editors: .withCrowns)
    gallery.layOut(size: Size(width: 1000, height: 700), scale: 1)
    key = try #require(try opened.library.posterKeys().first)
    show(at: 0)
  }

  private func show(at time: Double) {
    _ = gallery.advance(to: time)
    gallery.settle(at: time)
  }

  private func press(_ keys: [Key], _ modifiers: Modifiers = [], at time: Double) {
    for key in keys {
      gallery.handle(.key(key, modifiers, isRepeat: false), at: time)
      gallery.settle(at: time)
    }
    show(at: time)
  }

  private func lines() throws -> [String] {
    let record = try #require(try opened.library.poster(key))
    return try Poster(json: record.document).lines.map(\.text)
  }

  /// Opens the first poster, types an exclamation mark and leaves the editor.
  private func editFirst() {
    press([.right, .enter], at: 1)
    press([.enter], at: 3)
    gallery.handle(.text("!"), at: 3.1)
    gallery.settle(at: 3.1)
    press([.escape, .escape], at: 4)
    show(at: 6)
  }

  @Test func `keeps in the library what was edited, and shows it when the poster is home again`() throws {
    let before = try lines()
    editFirst()
    let after = try lines()
    #expect(after == before.dropLast() + [(before.last ?? "") + "!"])
    press([.escape], at: 6)
    show(at: 9)
    let source = gallery.panel.wall
    #expect(source.wall.cells.values.contains { $0.card?.title == "Poster 1" })
    #expect(try opened.library.posterCount() == 3)
  }

  @Test func `undoing a delete brings the poster back as it was edited last, with what was done to it`()
    throws
  {
    let before = try lines()
    editFirst()
    let edited = try lines()
    press([.escape], at: 6)
    show(at: 9)
    press([.delete], at: 9)
    #expect(try opened.library.poster(key) == nil)
    press([.character("z")], .control, at: 10)
    #expect(try lines() == edited)
    // Its own steps go on where they were.
    press([.home, .enter], at: 11)
    press([.enter], at: 13)
    press([.character("z")], .control, at: 13.5)
    #expect(gallery.panel.editing.open?.poster.lines.map(\.text) == before)
  }

  @Test func `renaming on the wall keeps what was done to the poster`() throws {
    editFirst()
    press([.escape], at: 6)
    show(at: 9)
    let id = PosterCard.ID(rawValue: key.rawValue)
    _ = try LibraryEdits(opened.library).perform(.rename(id, to: "Louder"))
    let document = try #require(try opened.library.poster(key)).document
    let subject = StoredHistory.Subject.poster(id: try #require(try opened.library.poster(key)).id)
    let history = try #require(
      try opened.library.history(of: subject, digest: ContentDigest(document)))
    let steps = try PosterHistory(bytes: history.steps, present: Poster(json: document))
    #expect(steps.undone.count == 2 && steps.undone.last?.edit == .renaming)
  }
}
