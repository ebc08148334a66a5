import Geometry
import Localization
import Motion
import Testing

@testable import PosterScene

/// The zoom of a page.
@Suite struct PageViewTests {
  private let page = Size(1440, 2160)
  private let viewport = Rect(x: 0, y: 0, width: 800, height: 600)
  private let whole = Rect(x: 212, y: 18, width: 376, height: 564)

  private func view() -> PageView {
    var view = PageView()
    view.layOut(page: page, whole: whole, viewport: viewport, margin: 40, pixel: 1, at: 0)
    return view
  }

  /// Returns the place of a point of the page, in fractions of it, in the window.
  private func place(_ share: Point, _ view: PageView, at time: Double) -> Point {
    let frame = view.frame(at: time)
    return Point(frame.minX + share.x * frame.width, frame.minY + share.y * frame.height)
  }

  private func share(_ point: Point, _ view: PageView, at time: Double) -> Point {
    let frame = view.frame(at: time)
    return Point((point.x - frame.minX) / frame.width, (point.y - frame.minY) / frame.height)
  }

  @Test func `the whole page is where the window lays it, and cannot be scrolled`() {
    var view = view()
    #expect(view.frame(at: 0) == whole && !view.isZoomed && !view.canScroll)
    view.turn(Vector(0, -3), at: 1, spring: .interface)
    #expect(view.frame(at: 1.1) == whole)
    view.grab(at: Point(300, 300), time: 2)
    view.drag(to: Point(350, 380), time: 2.1)
    view.cancelDrag(at: 2.2)
    #expect(view.frame(at: 3) == whole)
  }

  @Test(arguments: [Point(400, 300), Point(260, 90), Point(570, 560)], [1.25, 3, 20])
  func `what is under the pointer stays there, all the way`(point: Point, factor: Double) {
    var view = view()
    let held = share(point, view, at: 1)
    view.zoom(by: factor, about: point, at: 1, spring: .interface)
    let rest = view.frame(at: 5)
    #expect(abs(rest.width / whole.width - factor) < 0.01)
    // At an end the page stops; otherwise the point is held to the pixel.
    let isAtEnd =
      rest.minX >= 40 || rest.minY >= 40 || rest.maxX <= viewport.maxX - 40 || rest.maxY <= viewport.maxY - 40
    if !isAtEnd {
      for step in 0...20 {
        #expect(place(held, view, at: 1 + Double(step) / 40).distance(to: point) < 1)
      }
    }
  }

  @Test func `the frame never jumps, whenever another zoom or turn begins`() {
    var view = view()
    var time = 1.0
    var seed: UInt64 = 11
    func random(_ below: Double) -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(seed >> 33) / Double(1 << 31) * below
    }
    for _ in 0..<200 {
      let before = view.frame(at: time)
      let point = Point(random(800), random(600))
      if random(1) < 0.6 {
        view.zoom(turns: random(1) < 0.5 ? 1 : -1, about: point, at: time, spring: .interface)
      } else {
        view.turn(Vector(0, random(1) < 0.5 ? 1 : -1), at: time, spring: .interface)
      }
      let after = view.frame(at: time)
      #expect(abs(after.minX - before.minX) < 1.5 && abs(after.minY - before.minY) < 1.5)
      #expect(abs(after.width - before.width) < 1.5 && abs(after.height - before.height) < 1.5)
      time += random(0.3)
      #expect(view.scales.contains(view.scale))
    }
  }

  @Test func `zooming out and in again stops at the whole page`() {
    var view = view()
    view.zoom(by: 1.1, about: viewport.center, at: 1, spring: nil)
    view.zoom(by: 1 / 1.5, about: viewport.center, at: 2, spring: nil)
    #expect(!view.isZoomed && view.frame(at: 2) == whole)
    view.zoom(by: 1 / 1.5, about: viewport.center, at: 3, spring: nil)
    #expect(view.isZoomed && view.frame(at: 3).width < whole.width)
    #expect(view.frame(at: 3).center.distance(to: whole.center) <= 1)
    view.zoom(to: nil, about: .zero, at: 4, spring: nil)
    #expect(view.frame(at: 4) == whole)
  }

  @Test func `a page that is thrown past its end comes back, with its edge at the margin`() {
    var view = view()
    view.zoom(to: 1, about: viewport.center, at: 1, spring: nil)
    view.grab(at: Point(100, 100), time: 2)
    for step in 1...10 {
      view.drag(to: Point(100 + 120 * Double(step), 100), time: 2 + Double(step) / 60)
    }
    let pulled = view.frame(at: 2.2).minX
    // It follows with resistance, beyond its rest.
    #expect(pulled > 40 && pulled < 900)
    view.release(at: 2.2)
    #expect(view.isMoving(at: 2.3))
    #expect(view.frame(at: 8).minX == 40 && !view.isMoving(at: 8))
  }

  @Test func `another window keeps the scale and the middle`() {
    var view = view()
    view.zoom(to: 2, about: viewport.center, at: 1, spring: nil)
    let middle = share(viewport.center, view, at: 1)
    let other = Rect(x: 0, y: 0, width: 1000, height: 500)
    view.layOut(
      page: page, whole: Rect(x: 345, y: 18, width: 310, height: 464), viewport: other, margin: 40, pixel: 1,
      at: 2)
    #expect(view.scale == 2)
    #expect(place(middle, view, at: 2).distance(to: other.center) <= 1)
  }

  @Test func `a hidden part is revealed by the least distance`() {
    var view = view()
    view.zoom(to: 1, about: viewport.center, at: 1, spring: nil)
    let before = view.frame(at: 1)
    func part(_ x: Double, _ y: Double) -> Rect {
      Rect(
        x: (x - before.minX) / before.width, y: (y - before.minY) / before.height, width: 20 / before.width,
        height: 20 / before.height)
    }
    view.reveal(part(300, 200), margin: 24, at: 1, spring: nil)
    #expect(view.frame(at: 1) == before)
    view.reveal(part(300, 700), margin: 24, at: 1, spring: nil)
    #expect(view.frame(at: 1) == before.offset(by: Vector(0, -144)))
  }

  @Test(arguments: [1.0, 1.5, 2])
  func `edges are on pixels at rest`(scale: Double) {
    var view = PageView()
    view.layOut(page: page, whole: whole, viewport: viewport, margin: 40, pixel: 1 / scale, at: 0)
    for turns in [1.0, 2, 5, -1] {
      view.zoom(turns: turns, about: Point(333.3, 217.7), at: 1, spring: nil)
      let frame = view.frame(at: 1)
      for edge in [frame.minX, frame.minY, frame.maxX, frame.maxY] {
        #expect(abs(edge * scale - (edge * scale).rounded()) < 1e-6)
      }
    }
  }

  @Test func `print size and pixels are those of the monitor`() {
    // 110 pixels an inch at 2 pixels a point.
    let screen = ScreenScale(pointsPerInch: 55, pixel: 0.5)
    let inch = 72.0
    #expect(screen.print * inch == 55 && !screen.isEstimated)
    // An inch of a page for screens has 96 pixels, which are 48 points here.
    #expect(screen.value(.pixels).map { $0 * inch } == 48)
    #expect(screen.value(.whole) == nil)
    #expect(screen.percentage(screen.print / 2, in: .english) == "50\u{202f}%")
    let unknown = ScreenScale(pointsPerInch: nil, pixel: 1)
    #expect(unknown.isEstimated && unknown.print == unknown.value(.pixels))
  }
}
