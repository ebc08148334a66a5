import Controls
import Geometry
import Input
import Posters
import Scene
import Testing
import Typography

@testable import PosterGallery

/// The zoom of an open poster.
@Suite struct PosterZoomTests {
  /// Opens a poster and returns its frame at rest.
  private func opened() throws -> (Visit, Rect) {
    let visit = Visit(40)
    visit.doubleClick(try #require(visit.poster("Poster 9")).center, at: 0)
    visit.advance(to: 3)
    return (visit, try #require(visit.flying(at: 3)))
  }

  private func wheel(
    _ visit: Visit, _ notches: Double, _ point: Point, _ modifiers: Modifiers = [], at time: Double
  ) {
    visit.gallery.handle(.wheel(point, Vector(0, notches), modifiers), at: time)
    visit.advance(to: time)
  }

  private func frame(_ visit: Visit, at time: Double) throws -> Rect {
    visit.advance(to: time)
    return try #require(visit.flying(at: time))
  }

  @Test func `Ctrl and the wheel zoom about the pointer, the wheel scrolls, and Ctrl+0 shows all of it`()
    throws
  {
    let (visit, whole) = try opened()
    let point = Point(whole.minX + 0.3 * whole.width, whole.minY + 0.6 * whole.height)
    for step in 0..<8 { wheel(visit, 1, point, .control, at: 3.1 + Double(step) / 50) }
    let zoomed = try frame(visit, at: 6)
    #expect(zoomed.width > 4 * whole.width)
    #expect(visit.source.enlarged == [visit.gallery.panel.stage.stage.current?.id])
    let held = Point(zoomed.minX + 0.3 * zoomed.width, zoomed.minY + 0.6 * zoomed.height)
    #expect(held.distance(to: point) < 3)

    wheel(visit, -1, point, at: 6.1)
    #expect(try frame(visit, at: 8) == zoomed.offset(by: Vector(0, -72)))
    wheel(visit, 1, point, .shift, at: 8.1)
    visit.expectSame(try frame(visit, at: 10), zoomed.offset(by: Vector(72, -72)))
    visit.key(.character("0"), .control, at: 10.1)
    visit.expectSame(try frame(visit, at: 13), whole)
    // The wall behind it is as it was.
    visit.key(.escape, at: 13)
    visit.advance(to: 17)
    #expect(visit.flying(at: 17) == nil && visit.poster("Poster 9") != nil)
  }

  @Test(arguments: [PointerButton.left, .middle])
  func `a zoomed poster follows the pointer instead of flying away`(button: PointerButton) throws {
    let (visit, whole) = try opened()
    for step in 0..<8 { wheel(visit, 1, whole.center, .control, at: 3.1 + Double(step) / 50) }
    let zoomed = try frame(visit, at: 6)
    visit.gallery.handle(.pointerDown(whole.center, button, clicks: 1, []), at: 6)
    for step in 1...8 {
      visit.gallery.handle(
        .pointerMoved(whole.center + Vector(10 * Double(step), -5 * Double(step)), []),
        at: 6 + Double(step) / 100)
    }
    visit.expectSame(try frame(visit, at: 6.08), zoomed.offset(by: Vector(80, -40)))
    visit.gallery.handle(.pointerUp(whole.center + Vector(80, -40), button, []), at: 7)
    visit.expectSame(try frame(visit, at: 10), zoomed.offset(by: Vector(80, -40)))
    // Escape during a drag returns it.
    visit.gallery.handle(.pointerDown(whole.center, button, clicks: 1, []), at: 10)
    visit.gallery.handle(.pointerMoved(whole.center + Vector(0, 90), []), at: 10.1)
    visit.key(.escape, at: 10.2)
    visit.expectSame(try frame(visit, at: 12), zoomed.offset(by: Vector(80, -40)))
  }

  @Test func `arrows scroll a zoomed poster; Escape shows all of it, and then leads back to the wall`() throws
  {
    let (visit, whole) = try opened()
    for step in 0..<8 { wheel(visit, 1, whole.center, .control, at: 3.1 + Double(step) / 50) }
    let zoomed = try frame(visit, at: 6)
    visit.key(.right, at: 6)
    #expect(try frame(visit, at: 8).minX == zoomed.minX - 72)
    #expect(visit.gallery.panel.stage.stage.current?.id.rawValue == 9)
    visit.key(.escape, at: 8)
    visit.expectSame(try frame(visit, at: 11), whole)
    visit.key(.right, at: 11)
    visit.advance(to: 14)
    #expect(visit.gallery.panel.stage.stage.current?.id.rawValue == 10)
  }

  @Test func `a zoomed poster flies home from where it is seen, and another one opens whole`() throws {
    let (visit, whole) = try opened()
    for step in 0..<5 { wheel(visit, 1, whole.center, .control, at: 3.1 + Double(step) / 50) }
    let zoomed = try frame(visit, at: 6)
    visit.gallery.panel.stage.goBack(at: 6)
    let start = try frame(visit, at: 6.001)
    #expect(abs(start.width - zoomed.width) < 0.1 * zoomed.width)
    visit.advance(to: 12)
    #expect(visit.flying(at: 12) == nil)
    visit.doubleClick(try #require(visit.poster("Poster 9")).center, at: 12)
    visit.expectSame(try frame(visit, at: 16), whole)
  }

  @Test func `modules of codes begin and end on pixels while a poster rests, and are equal while it flies`()
    throws
  {
    let visit = Visit(40)
    var poster = Poster(lines: [Poster.Line("A")])
    (poster.page, poster.emblem) = (Page(width: 200, height: 300), .none)
    poster.elements = [Poster.Element(.code(Barcode(.text("REGALIA"))), center: Point(0.5, 0.8), width: 0.31)]
    let layout = PosterLayout(poster, typesetter: Typesetter())
    visit.source.made = { GalleryPoster(layout: layout, pictures: .none).layers() }
    let frame = try #require(layout.elements.first).frame
    let modules = 29.0

    /// Returns the corners of the modules in the window, across.
    func corners(at time: Double) throws -> [Double] {
      let page = try #require(visit.flying(at: time))
      let stage = try #require(visit.gallery.layer.all.first { $0.name == "stage" })
      guard case .path(let path) = stage.all.first(where: { $0.name == "code" })?.contents else { return [] }
      let scale = page.width / layout.page.width
      let places = path.path.elements.flatMap { element -> [Double] in
        switch element {
        case .move(let point), .line(let point): [page.minX + (point.x - layout.page.minX) * scale]
        default: []
        }
      }
      return Set(places).sorted()
    }
    /// Returns the distance of the worst corner from a pixel, and from its exact place in modules.
    func errors(at time: Double) throws -> (pixel: Double, place: Double) {
      visit.advance(to: time)
      let page = try #require(visit.flying(at: time))
      let scale = page.width / layout.page.width
      let (start, side) = (page.minX + (frame.minX - layout.page.minX) * scale, frame.width * scale / modules)
      let corners = try corners(at: time)
      #expect(corners.count >= 22)
      func worst(_ error: (Double) -> Double) -> Double { corners.map(error).max() ?? 1 }
      return (
        worst { abs($0 - $0.rounded()) },
        worst { abs(($0 - start) / side - (($0 - start) / side).rounded()) }
      )
    }

    visit.doubleClick(try #require(visit.poster("Poster 9")).center, at: 0)
    visit.advance(to: 0.1)
    #expect(try errors(at: 0.1).place < 1e-6)
    visit.advance(to: 3)
    #expect(try errors(at: 3).pixel < 1e-6)
    for step in 0..<3 { wheel(visit, 1, Point(600, 400), .control, at: 3.1 + Double(step) / 50) }
    #expect(try errors(at: 3.18).place < 1e-6)
    visit.advance(to: 6)
    let zoomed = try errors(at: 6)
    #expect(zoomed.pixel < 1e-6 && zoomed.place > 1e-4)
    wheel(visit, -1, Point(600, 400), at: 6.1)
    #expect(try errors(at: 8).pixel < 1e-6)
    visit.key(.escape, at: 8)
    visit.key(.escape, at: 9)
    visit.advance(to: 9.05)
    #expect(try errors(at: 9.05).place < 1e-6)
  }

  @Test func `keys for zooming belong to the wall again when nothing is open`() throws {
    let (visit, whole) = try opened()
    visit.key(.character("+"), .control, at: 3.1)
    #expect(try frame(visit, at: 6).width > 1.2 * whole.width)
    let names = visit.gallery.panel.commands.map(\.id)
    #expect(names.contains("zoom.print") && !names.contains("gallery.larger"))
    visit.key(.escape, at: 6)
    visit.key(.escape, at: 7)
    visit.advance(to: 12)
    let width = visit.cellWidth
    visit.key(.character("+"), .control, at: 12)
    visit.advance(to: 15)
    #expect(visit.cellWidth > width && !visit.gallery.panel.commands.map(\.id).contains("zoom.print"))
  }
}
