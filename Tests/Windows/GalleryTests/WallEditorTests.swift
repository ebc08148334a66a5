import Files
import Geometry
import Input
import Posters
import Testing

@testable import PosterGallery

@Suite struct WallEditorTests {
  /// A visit in which a poster fills the window.
  private func opened() -> Visit {
    let visit = Visit(12)
    visit.key(.right, at: 1)
    visit.key(.enter, at: 1)
    visit.advance(to: 4)
    return visit
  }

  private var first: PosterCard.ID { PosterCard.ID(rawValue: 0) }

  @Test func `Return edits the open poster, Escape ends typing, then the editor, then the flight goes home`()
    throws
  {
    let visit = opened()
    visit.key(.enter, at: 4)
    visit.advance(to: 5)
    #expect(visit.node("Poster editor") != nil && visit.source.opened == [first])
    visit.gallery.handle(.text("!"), at: 5)
    visit.key(.escape, at: 5)
    #expect(visit.node("Poster editor") != nil)
    visit.key(.escape, at: 5.1)
    visit.advance(to: 7)
    #expect(visit.node("Poster editor") == nil && visit.gallery.panel.stage.stage.current != nil)
    #expect(visit.source.saved[first]?.lines.map(\.text) == ["KEEP", "CALM!"])
    visit.key(.escape, at: 7)
    visit.advance(to: 10)
    #expect(visit.gallery.panel.stage.stage.current == nil && visit.poster("Poster 0") != nil)
  }

  @Test func `a table that is dropped on an open poster opens the editor, which fills the poster from it`()
    throws
  {
    let visit = opened()
    let folder = try ScratchFolder()
    let path = folder.path + "/people.csv"
    try AtomicFile.write("name\nAnn\n", to: path)
    let place = Point(400, 300)
    visit.gallery.handle(.dragMoved(.files([path]), place), at: 4)
    visit.gallery.handle(.dropped(.files([path]), place), at: 4)
    visit.advance(to: 5)
    visit.advance(to: 6)

    #expect(visit.node("Poster editor") != nil && visit.node("people.csv") != nil)
    #expect(visit.node("name") != nil && visit.source.saved.isEmpty)
  }

  @Test func `what is typed over an open poster is typed into it`() throws {
    let visit = opened()
    visit.gallery.handle(.text("S"), at: 4)
    visit.advance(to: 4.02)
    let editor = try #require(visit.gallery.panel.editing.open)
    #expect(editor.poster.lines.map(\.text) == ["KEEP", "CALMS"])
  }

  @Test func `the page comes from exactly where the poster was, and goes back there`() throws {
    let visit = opened()
    let before = try #require(visit.flying(at: 4))
    visit.key(.enter, at: 4)
    visit.advance(to: 4)
    let editor = try #require(visit.gallery.panel.editing.open)
    visit.expectSame(editor.pageFrame, before)
    visit.advance(to: 6)
    #expect(editor.pageFrame.width < before.width * 0.95 && editor.hasSettled(at: 6))
    visit.key(.escape, at: 6)
    visit.key(.escape, at: 6)
    visit.advance(to: 6.1)
    #expect(editor.pageFrame.width < before.width)
    visit.advance(to: 8)
    let after = try #require(visit.flying(at: 8))
    visit.expectSame(after, before)
  }

  @Test func `the bar stays over a poster while the pointer rests where the editor's bar was`() throws {
    let visit = opened()
    visit.key(.enter, at: 4)
    visit.advance(to: 6)
    let bar = visit.gallery.panel.posterBar
    let back = try #require(visit.node("‹ Poster")).frame.center
    visit.gallery.handle(.pointerMoved(back, []), at: 6)
    visit.gallery.handle(.pointerDown(back, .left, clicks: 1, []), at: 6)
    visit.gallery.handle(.pointerUp(back, .left, []), at: 6)
    visit.frames(from: 6, to: 12, count: 240)
    #expect(visit.gallery.panel.editing.open == nil && !bar.isHidden && bar.layer.opacity == 1)

    visit.gallery.handle(.pointerMoved(Point(600, 500), []), at: 12)
    visit.frames(from: 12, to: 16, count: 160)
    #expect(bar.isHidden)
  }

  @Test func `a page that is sent home on its way to the window flies from where it is seen`() throws {
    let visit = opened()
    visit.key(.enter, at: 4)
    visit.advance(to: 6)
    let editor = try #require(visit.gallery.panel.editing.open)
    visit.key(.escape, at: 6)
    visit.key(.escape, at: 6)
    visit.advance(to: 6.05)
    let seen = editor.pageFrame
    visit.key(.escape, at: 6.05)
    let flying = try #require(visit.flying(at: 6.05))
    #expect(flying.center.distance(to: seen.center) < 1 && (flying.width - seen.width).magnitude < 1)
    visit.advance(to: 9)
    #expect(visit.poster("Poster 0") != nil && visit.flying(at: 9) == nil)
  }

  @Test func `without motion the editor is there and gone at once`() {
    let visit = opened()
    visit.gallery.reducesMotion = true
    visit.key(.enter, at: 4)
    let editor = visit.gallery.panel.editing.open
    #expect(editor?.hasSettled(at: 4) == true)
    visit.key(.escape, at: 4.5)
    visit.key(.escape, at: 4.5)
    #expect(visit.node("Poster editor") == nil)
  }

  @Test func `a click puts the caret where it points, a drag still carries the poster home`() throws {
    let visit = opened()
    let frame = try #require(visit.flying(at: 4))
    visit.gallery.handle(.pointerDown(frame.center, .left, clicks: 1, []), at: 4)
    visit.gallery.handle(.pointerUp(frame.center, .left, []), at: 4.05)
    visit.advance(to: 4.07)
    #expect(visit.gallery.panel.editing.open != nil)

    let other = opened()
    other.gallery.handle(.pointerDown(frame.center, .left, clicks: 1, []), at: 4)
    for step in 1...10 {
      let point = Point(frame.midX, frame.midY + Double(step) * 60)
      other.gallery.handle(.pointerMoved(point, []), at: 4 + Double(step) * 0.02)
    }
    other.gallery.handle(.pointerUp(Point(frame.midX, frame.midY + 600), .left, []), at: 4.21)
    #expect(other.gallery.panel.editing.open == nil)
    #expect(other.gallery.panel.stage.stage.current == nil)
  }

  @Test func `Escape while an open poster is dragged lets it fill the window again`() throws {
    let visit = opened()
    let frame = try #require(visit.flying(at: 4))
    visit.gallery.handle(.pointerDown(frame.center, .left, clicks: 1, []), at: 4)
    for step in 1...10 {
      visit.gallery.handle(
        .pointerMoved(frame.center + Vector(0, Double(step) * 60), []), at: 4 + Double(step) * 0.02)
    }
    visit.key(.escape, at: 4.21)
    visit.gallery.handle(.pointerUp(frame.center + Vector(0, 600), .left, []), at: 4.3)
    visit.advance(to: 8)
    #expect(visit.gallery.panel.stage.stage.current != nil)
    visit.expectSame(try #require(visit.flying(at: 8)), frame)
  }

  @Test func `keys of the wall do nothing to it while a poster is edited`() {
    let visit = opened()
    visit.key(.enter, at: 4)
    visit.key(.escape, at: 5)
    visit.key(.delete, at: 5)
    visit.key(.character("d"), .control, at: 5)
    #expect(visit.source.performed.isEmpty && visit.source.all.count == 12)
  }

  @Test func `says why a poster cannot be edited, and stays with it`() {
    let visit = opened()
    visit.source.failure = "the disk is gone"
    visit.key(.enter, at: 4)
    #expect(visit.gallery.panel.editing.open == nil && visit.words.contains("the disk is gone"))
    #expect(visit.gallery.panel.stage.stage.current != nil)
  }

  @Test func `Shift and Return edit from the wall as soon as the poster flies`() {
    let visit = Visit(12)
    visit.source.isSlow = true
    visit.key(.right, at: 1)
    visit.key(.enter, .shift, at: 1)
    #expect(visit.gallery.panel.editing.open == nil)
    visit.source.answer()
    visit.advance(to: 1.1)
    #expect(visit.gallery.panel.editing.open != nil)
    visit.advance(to: 3)
    #expect(visit.gallery.panel.editing.open?.hasSettled(at: 3) == true)
  }
}
