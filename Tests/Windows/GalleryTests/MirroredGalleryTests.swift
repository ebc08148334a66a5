import Controls
import Geometry
import Input
import Scene
import Testing
import WindowSupport

@testable import PosterGallery

/// A gallery that is laid out from right to left.
@Suite struct MirroredGalleryTests {
  private func pair() -> (plain: Visit, mirrored: Visit) {
    (Visit(12), Visit(12, language: MirroredWindow.language))
  }

  @Test func `all extents are the mirror image of a wall's, and are where they are hit`() {
    let (plain, mirrored) = pair()
    let window = MirroredWindow(plain: plain.gallery.accessibility, mirrored: mirrored.gallery.accessibility)

    #expect(window.faults == [])
    #expect(window.targets.count > 12)
    #expect(window.strayTargets(plain.gallery.host, mirrored.gallery.host) == [])
  }

  @Test func `a press selects the poster that is seen, and the left arrow key the one at its left`() throws {
    let visit = pair().mirrored
    let posters = try #require(visit.wall).children.filter { $0.role == .cell }
    let second = posters[1]
    visit.click(second.label)
    #expect(visit.selected == [second.label])
    visit.key(.left)

    let now = try #require(visit.selected.first.flatMap(visit.poster))
    #expect(now.midX < second.frame.midX && (now.midY - second.frame.midY).magnitude < 1)
  }

  @Test func `the pointer is over the poster that is seen under it`() throws {
    let (plain, mirrored) = pair()
    for visit in [plain, mirrored] {
      let frame = try #require(visit.poster("Poster 1"))
      visit.gallery.handle(.pointerMoved(frame.center, []), at: 2)
      visit.advance(to: 2.5)
    }

    let window = MirroredWindow(plain: plain.gallery.accessibility, mirrored: mirrored.gallery.accessibility)
    #expect(window.faults == [])
    #expect(plain.list(at: 2.5).items.count == mirrored.list(at: 2.5).items.count)
  }

  @Test func `a poster flies from where it hangs to the reflected place, and is not turned over`() throws {
    let (plain, mirrored) = pair()
    for visit in [plain, mirrored] {
      visit.key(.right, at: 1)
      visit.key(.enter, at: 1)
    }
    for time in [1.0, 1.1, 1.3, 4] {
      let boxes = try [plain, mirrored].map { visit -> Rect in
        visit.advance(to: time)
        let stage = try #require(visit.gallery.layer.all.first { $0.name == "stage" })
        let corners = try #require(stage.sublayers.last?.projectedCorners(at: time))
        return Rect(corners[0], corners[2])
      }

      #expect((boxes[0].minX + boxes[1].maxX - 1200).magnitude < 1e-6, "at \(time)")
      #expect((boxes[0].width - boxes[1].width).magnitude < 1e-6)
    }
    let paths = mirrored.list(at: 4).items.filter { item in
      if case .path = item.shape { return item.transform.m11 < 0 }
      return false
    }
    // Only signs that show a direction, such as the chevrons of the bar, are turned over.
    #expect(paths.count < 10)
  }

  @Test func `the page of the editor comes from exactly where the poster was, and goes back there`() throws {
    let visit = pair().mirrored
    visit.key(.right, at: 1)
    visit.key(.enter, at: 1)
    visit.advance(to: 4)
    let before = try #require(visit.flying(at: 4))
    visit.key(.enter, at: 4)
    visit.advance(to: 4)
    let editor = try #require(visit.gallery.panel.editing.open)
    visit.expectSame(editor.pageFrame, before)
    visit.advance(to: 6)
    #expect(editor.pageFrame.width < before.width * 0.95 && editor.hasSettled(at: 6))
    visit.key(.escape, at: 6)
    visit.key(.escape, at: 6)
    visit.advance(to: 8)

    visit.expectSame(try #require(visit.flying(at: 8)), before)
  }
}
