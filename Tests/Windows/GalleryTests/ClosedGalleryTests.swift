import Controls
import Geometry
import Input
import Testing
import WindowSupport

@testable import PosterGallery

@Suite struct ClosedGalleryTests {
  /// Opens a gallery, uses it, and notes what it consists of.
  private func use(_ live: inout LiveObjects, _ steps: (Visit) -> Void) {
    let visit = Visit(6)
    steps(visit)
    live.note(window: visit.gallery)
    live.note(visit.gallery.panel.wall.wall)
    live.note(visit.gallery.panel.stage.stage)
    if let open = visit.gallery.panel.editing.open { live.note(open) }
  }

  @Test func `of a gallery that was used and closed fifty times nothing lives on`() {
    let uses: [(Visit) -> Void] = [
      { visit in
        visit.key(.right, at: 1)
        visit.key(.character("b"), .control, at: 1)
        visit.key(.delete, at: 1.1)
        visit.gallery.handle(.pointerMoved(Point(300, 300), []), at: 1.2)
      },
      { visit in
        visit.key(.right, at: 1)
        visit.key(.enter, at: 1)
        visit.advance(to: 4)
        visit.key(.enter, at: 4)
        visit.advance(to: 5)
        visit.gallery.handle(.text("!"), at: 5)
        #expect(visit.gallery.panel.editing.open != nil)
      },
      { visit in
        visit.source.isSlow = true
        visit.click("Poster 2")
        visit.key(.character("d"), .control, at: 3)
        visit.key(.menu, at: 3)
      },
      { visit in
        visit.key(.character("f"), .control, at: 1)
        visit.gallery.handle(.text("2"), at: 1)
        visit.key(.character("p"), .control, at: 1.1)
      },
      { visit in
        visit.key(.function(10), at: 1)
        visit.advance(to: 2)
      },
    ]
    var live = LiveObjects()
    for number in 0..<50 { use(&live, uses[number % uses.count]) }
    #expect(live.count > 50)
    #expect(live.names.isEmpty)
  }
}
