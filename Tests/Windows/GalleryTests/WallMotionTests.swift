import Colors
import Controls
import Geometry
import Images
import Input
import Posters
import Scene
import Testing

@testable import PosterGallery

/// Posters move to new places without jumps: every frame shows them on their way.
@Suite struct WallMotionTests {
  /// A critically damped spring with the interface's response covers at most 2π/(0.32 e) of its distance per second:
  /// 12.04 % in a sixtieth.
  private static let largestStep = 0.125
  private static let frame = 1.0 / 60

  /// The visible frame and opacity of a poster.
  private struct Seen {
    var frame: Rect
    var opacity: Double

    init(_ layer: Layer, at time: Double) {
      let values = layer.presentation(at: time)
      frame = Rect(center: values.position, size: values.bounds.size)
      opacity = layer.isHidden ? 0 : values.opacity
    }

    func distance(to other: Rect) -> Double {
      frame.center.distance(to: other.center) + (frame.width - other.width).magnitude
        + (frame.height - other.height).magnitude
    }
  }

  /// Expects that each poster springs straight from its position to its place within a second.
  private func expectSprings(_ cells: [PosterCell], in visit: Visit, from time: Double) {
    let starts = cells.map { Seen($0.layer, at: time) }
    var last = starts
    for number in 1...60 {
      let now = time + Double(number) * Self.frame
      visit.advance(to: now)
      for (place, cell) in cells.enumerated() {
        let (seen, name) = (Seen(cell.layer, at: now), cell.card?.title ?? "")
        let way = starts[place].distance(to: cell.frame)
        let step = seen.distance(to: last[place].frame)
        #expect(
          step <= Self.largestStep * way + 1e-6, "\(name) jumps by \(step) of \(way) in frame \(number)")
        #expect(seen.distance(to: cell.frame) <= last[place].distance(to: cell.frame) + 1e-6, "\(name)")
        #expect(seen.opacity == 1 && cell.layer.superlayer != nil, "\(name) is gone in frame \(number)")
        expectWhole(cell, at: now)
        last[place] = seen
      }
    }
    for cell in cells { #expect(Seen(cell.layer, at: time + 2).frame == cell.frame) }
  }

  /// Expects that the poster, its picture and its ring change size together.
  private func expectWhole(_ cell: PosterCell, at time: Double) {
    let size = Seen(cell.layer, at: time).frame.size
    for part in cell.layer.all.dropFirst() where !part.isHidden && part.bounds.width >= cell.frame.width {
      let seen = Seen(part, at: time).frame.size
      let (dx, dy) = (part.bounds.width - cell.frame.width, part.bounds.height - cell.frame.height)
      #expect((seen.width - size.width - dx).magnitude < 1e-6, "\(part.name) of \(cell.layer.name)")
      #expect((seen.height - size.height - dy).magnitude < 1e-6, "\(part.name) of \(cell.layer.name)")
    }
  }

  @Test func `posters that are sorted spring to their places, and none that stays is away in a frame`() {
    let visit = Visit(60)
    visit.click("Poster 3")
    let wall = visit.gallery.panel.wall.wall
    let before = wall.cells
    let time = 3.0
    visit.advance(to: time)
    let frames = before.mapValues { Seen($0.layer, at: time).frame }

    visit.source.filter.order = .title
    visit.advance(to: time)
    let staying = before.values.filter { wall.cells[$0.id] != nil }
    #expect(staying.count { frames[$0.id] != $0.frame } > 4)
    #expect(staying.contains { frames[$0.id]?.size != $0.frame.size })
    #expect(staying.contains { $0.card?.title == "Poster 3" && frames[$0.id] != $0.frame })
    for cell in staying { #expect(Seen(cell.layer, at: time).frame == frames[cell.id]) }
    expectSprings(staying, in: visit, from: time)
  }

  @Test func `posters that leave or come into sight fade`() {
    let visit = Visit(60)
    let wall = visit.gallery.panel.wall.wall
    let before = wall.cells
    visit.advance(to: 3)
    visit.source.filter.order = .title
    visit.advance(to: 3)
    let leaving = before.values.filter { wall.cells[$0.id] == nil }
    let coming = wall.cells.values.filter { before[$0.id] == nil }
    #expect(!leaving.isEmpty && leaving.count == coming.count)
    // Moving posters are in front of both.
    let layers = coming[0].layer.superlayer?.sublayers ?? []
    let staying = before.values.filter { wall.cells[$0.id] != nil }
    func places(_ cells: [PosterCell]) -> [Int] {
      cells.compactMap { cell in layers.firstIndex { $0 === cell.layer } }
    }
    #expect(places(coming).max() ?? .max < places(staying).min() ?? 0)
    var last = 0.0
    for number in 0...9 {
      let time = 3 + Double(number) * Self.frame
      visit.advance(to: time)
      let shown = coming.map { Seen($0.layer, at: time).opacity }
      #expect(shown.allSatisfy { $0 == shown[0] && $0 >= last && $0 - last < 0.25 }, "\(shown)")
      last = shown[0]
      for cell in leaving where number < 9 {
        #expect((Seen(cell.layer, at: time).opacity - (1 - last)).magnitude < 1e-6)
        #expect(cell.layer.superlayer != nil)
      }
    }
    #expect(last == 1 && leaving.allSatisfy { $0.layer.superlayer == nil })
  }

  /// Drags a poster behind another one and drops it. Returns its cell, and its visible frame under the pointer.
  private func drop(_ name: String, behind other: String, _ visit: Visit) throws -> (PosterCell, Rect) {
    let wall = visit.gallery.panel.wall.wall
    let (start, end) = (try #require(visit.poster(name)), try #require(visit.poster(other)))
    // Another poster is at this place.
    let place = Point(end.maxX + 40, end.midY)
    visit.gallery.handle(.pointerMoved(start.center, []), at: 1)
    visit.gallery.handle(.pointerDown(start.center, .left, clicks: 1, []), at: 1)
    visit.gallery.handle(.pointerMoved(start.center + Vector(10, 0), []), at: 1.1)
    visit.gallery.handle(.pointerMoved(place, []), at: 1.2)
    visit.advance(to: 1.3)
    #expect(wall.pointer.hovered == nil)
    let cell = try #require(wall.cells.values.first { $0.card?.title == name })
    let size = wall.dragged.previewSize(of: cell.id)
    let sheet = try #require(
      visit.gallery.layer.all.first { $0.bounds.size == size && $0.shadow != nil }, "no small picture")
    let seen = try #require(sheet.convert(Point(0, 0), to: visit.gallery.layer))
    visit.gallery.handle(.pointerUp(place, .left, []), at: 1.3)
    visit.advance(to: 1.3)
    return (cell, Rect(origin: seen, size: size))
  }

  private func inWindow(_ cell: PosterCell, _ visit: Visit, at time: Double) -> Rect {
    visit.gallery.panel.wall.wall.places.inWindow(Seen(cell.layer, at: time).frame, at: time)
  }

  @Test func `a poster that is let go stays there until it is known where it hangs, and springs there`()
    throws
  {
    let visit = Visit(12)
    visit.source.isSlow = true
    let wall = visit.gallery.panel.wall.wall
    let (cell, seen) = try drop("Poster 2", behind: "Poster 4", visit)
    for time in [1.3, 1.31, 1.4, 2] {
      visit.advance(to: time)
      visit.expectSame(inWindow(cell, visit, at: time), seen)
    }
    #expect(wall.pointer.hovered != nil && wall.pointer.hovered != cell.id)
    // It is in front of the poster that rises under the pointer.
    #expect(wall.cells.values.allSatisfy { $0 === cell || $0.layer.zPosition < cell.layer.zPosition })

    visit.source.answer()
    visit.advance(to: 2)
    visit.expectSame(inWindow(cell, visit, at: 2), seen)
    #expect(wall.places.frame(at: 4) == cell.frame)
    expectSprings(Array(wall.cells.values), in: visit, from: 2)
    #expect(cell.layer.zPosition < 2)
  }

  @Test func `a poster that cannot be moved springs back to where it hung`() throws {
    let visit = Visit(12)
    visit.source.isSlow = true
    visit.source.failure = "the disk is full"
    let place = try #require(visit.poster("Poster 2"))
    let (cell, _) = try drop("Poster 2", behind: "Poster 4", visit)
    visit.source.answer()
    visit.advance(to: 2)
    expectSprings([cell], in: visit, from: 2)
    #expect(visit.poster("Poster 2") == place && visit.words.contains("the disk is full"))
  }

  @Test func `a poster that is let go where it hangs springs back at once`() throws {
    let visit = Visit(12)
    let (cell, seen) = try drop("Poster 2", behind: "Poster 2", visit)
    visit.expectSame(inWindow(cell, visit, at: 1.3), seen)
    expectSprings([cell], in: visit, from: 1.3)
  }

  // MARK: The editor over a photo

  /// The pictures that fill a rectangle of the window.
  private func pictures(in place: Rect, _ list: DisplayList) -> [ImageContents] {
    list.items.compactMap { item in
      guard case .image(let image, let rect, _) = item.shape else { return nil }
      let start = Point(
        item.transform.m11 * rect.minX + item.transform.m41,
        item.transform.m22 * rect.minY + item.transform.m42)
      let width = item.transform.m11 * rect.width
      return start.distance(to: place.origin) < 0.01 && (width - place.width).magnitude < 0.01 ? image : nil
    }
  }

  @Test func `the editor shows a photo from its first frame on, and the same one all the way`() throws {
    let visit = Visit(12)
    let side = 120
    var bytes: [UInt8] = []
    for place in 0..<side * side { bytes += [UInt8(place % side), UInt8(place / side), 90, 255] }
    let photo = Bitmap(size: PixelSize(width: side, height: side), bytes: bytes)
    visit.source.poster = Poster(
      title: "Photo", background: .picture(.init(bytes: try PNG.encoded(photo))), lines: [Poster.Line("KEEP")]
    )
    visit.key(.right, at: 1)
    visit.key(.enter, at: 1)
    visit.advance(to: 4)
    visit.key(.enter, at: 4)
    let editor = try #require(visit.gallery.panel.editing.open)
    var first: ImageContents?
    for number in 0...60 {
      let time = 4 + Double(number) * Self.frame
      visit.advance(to: time)
      let shown = pictures(in: editor.pageFrame, visit.list(at: time))
      #expect(shown.count == 1, "frame \(number) has no photo")
      // No frame may omit it, since only paper is behind it.
      #expect(shown.first?.canWait == false)
      first = first ?? shown.first
      #expect(shown.first?.bitmap === first?.bitmap, "frame \(number) has another photo")
    }
    #expect(editor.hasSettled(at: 5))
  }
}
