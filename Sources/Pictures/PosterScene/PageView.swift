import Controls
import Geometry
import Motion

#if canImport(Glibc)
  import Glibc
#endif

/// The view of a page in a window: the whole page, or a part of it that is zoomed and scrolled, with its motion.
///
/// It is the one owner of the zoom: everything on the page is placed by its frame, and what is under the pointer is
/// found by the inverse. It is a value without a clock; positions are in points of the window.
package struct PageView: Hashable, Sendable {
  /// The size of the page in its own points, of which an inch has 72.
  private var page = Size(1, 1)
  /// The frame of the page when all of it is shown.
  private var whole = Rect(x: 0, y: 0, width: 1, height: 1)
  /// The area in which the page is seen.
  package private(set) var viewport = Rect(x: 0, y: 0, width: 1, height: 1)
  /// The distance that a zoomed page's edge keeps from the viewport's.
  private var margin = 0.0
  /// The size of a physical pixel.
  private var pixel = 1.0

  /// The chosen scale, in points of the window per point of the page; nil shows the whole page.
  private var chosen: Double?
  /// The scrolling of a zoomed page.
  private var across = ScrollPosition()
  private var down = ScrollPosition()
  /// The distance of the visible frame from where scrolling alone places it, which a zoom brings to zero.
  private var settling = Animated(SIMD4<Double>.zero, tolerance: Self.tolerance)

  /// The last point about which the page was zoomed, its place on the page in fractions, and when.
  private var anchor: Anchor?

  private struct Anchor: Hashable {
    let point: Point
    let share: Point
    let time: Double
  }

  /// The longest pause between two zooms that hold the same place of the page, in seconds: while a side of the page fits,
  /// it is in the middle, and what was under the pointer comes back later.
  private static let patience = 0.6

  /// The distance and speed of edges that nobody sees, in points and points per second.
  private static let tolerance = Animated<SIMD4<Double>>.Tolerance(distance: 0.125, speed: 2)

  /// The distance of one notch of the wheel, in points.
  private static let notch = 72.0

  package init() {}

  // MARK: Places

  /// The scale at which the whole page is shown.
  package var wholeScale: Double { whole.width / max(page.width, 1e-9) }

  /// The scale at rest, in points of the window per point of the page.
  package var scale: Double { chosen ?? wholeScale }

  /// Whether the page has another scale than that at which all of it is shown.
  package var isZoomed: Bool { chosen != nil }

  /// The scales that can be chosen: from a quarter of the whole page or of its size at 72 points per inch to 64 times
  /// that size, at which no letter would be more than a few edges.
  package var scales: ClosedRange<Double> { 0.25 * min(wholeScale, 1)...max(64, 8 * wholeScale) }

  /// Returns the page's frame.
  package func frame(at time: Double) -> Rect {
    let rest = scrolled(across.offset(at: time), down.offset(at: time))
    guard settling.isMoving(at: time) else { return rest }
    return Rect(parts: rest.parts + settling.value(at: time))
  }

  /// Returns the page's frame when it comes to rest.
  package func destination(at time: Double) -> Rect {
    scrolled(across.destination(at: time), down.destination(at: time))
  }

  /// Returns whether the page moves by itself.
  package func isMoving(at time: Double) -> Bool {
    isZooming(at: time) || across.isMoving(at: time) || down.isMoving(at: time)
  }

  /// Returns whether the page changes its size.
  package func isZooming(at time: Double) -> Bool { settling.isMoving(at: time) }

  /// Whether a pointer holds the page.
  package var isHeld: Bool { across.isHeld }

  /// Returns the page's frame for scroll offsets, on whole pixels.
  private func scrolled(_ x: Double, _ y: Double) -> Rect {
    guard let chosen else { return whole }
    func onPixel(_ value: Double) -> Double { (value / pixel).rounded() * pixel }
    let size = Size(onPixel(page.width * chosen), onPixel(page.height * chosen))
    // A side that is smaller than the viewport is in the middle.
    let fits = (
      size.width + 2 * margin <= viewport.width, size.height + 2 * margin <= viewport.height
    )
    let left = fits.0 ? whole.midX - size.width / 2 : viewport.minX + margin
    let top = fits.1 ? whole.midY - size.height / 2 : viewport.minY + margin
    return Rect(x: onPixel(left - x), y: onPixel(top - y), width: size.width, height: size.height)
  }

  /// Gives the scroll positions the lengths of the page.
  private mutating func resize(at time: Double) {
    let size = chosen.map { Size(page.width * $0, page.height * $0) } ?? .zero
    across.resize(extent: size.width + 2 * margin, viewport: viewport.width, at: time)
    down.resize(extent: size.height + 2 * margin, viewport: viewport.height, at: time)
  }

  /// Scrolls so that the page's corner is at a point, or as near as the ends allow.
  private mutating func place(corner: Point, at time: Double) {
    across.go(to: viewport.minX + margin - corner.x, at: time, spring: nil)
    down.go(to: viewport.minY + margin - corner.y, at: time, spring: nil)
  }

  // MARK: Layout

  /// Sets the size of the page in its points, its frame when all of it is shown, and the area in which it is seen.
  ///
  /// A zoomed page keeps its scale, and the point in the middle of the viewport.
  package mutating func layOut(
    page: Size, whole: Rect, viewport: Rect, margin: Double, pixel: Double, at time: Double
  ) {
    guard
      page != self.page || whole != self.whole || viewport != self.viewport || margin != self.margin
        || pixel != self.pixel
    else { return }
    let seen = destination(at: time)
    let middle = seen.share(of: self.viewport.center)
    (self.page, self.whole, self.viewport, self.margin, self.pixel) = (page, whole, viewport, margin, pixel)
    anchor = nil
    resize(at: time)
    guard let chosen else { return }
    let size = Size(page.width * chosen, page.height * chosen)
    place(
      corner: Point(viewport.midX - middle.x * size.width, viewport.midY - middle.y * size.height), at: time)
  }

  // MARK: Zooming

  /// Zooms to a scale; the part of the page at a point of the window stays there. Nil shows the whole page.
  package mutating func zoom(to scale: Double?, about point: Point, at time: Double, spring: Spring?) {
    guard scale?.isFinite != false, point.isFinite else { return }
    let shown = frame(at: time)
    let velocity = settling.velocity(at: time)
    let held = anchor.flatMap { $0.point == point && time - $0.time < Self.patience ? $0.share : nil }
    let share = held ?? shown.share(of: point)
    anchor = Anchor(point: point, share: share, time: time)
    chosen = scale.map { min(max($0, scales.lowerBound), scales.upperBound) }
    resize(at: time)
    if let chosen {
      let size = Size(page.width * chosen, page.height * chosen)
      place(corner: Point(point.x - share.x * size.width, point.y - share.y * size.height), at: time)
    }
    settle(from: shown, velocity: velocity, at: time, spring: spring)
  }

  /// Zooms to a scale and scrolls so that a point of the page, in fractions of it, is in the middle of the viewport.
  package mutating func show(_ share: Point, scale: Double, at time: Double, spring: Spring?) {
    guard share.isFinite, scale.isFinite else { return }
    let shown = frame(at: time)
    zoom(to: scale, about: .zero, at: time, spring: nil)
    let size = Size(page.width * self.scale, page.height * self.scale)
    place(
      corner: Point(viewport.midX - share.x * size.width, viewport.midY - share.y * size.height), at: time)
    settle(from: shown, velocity: .zero, at: time, spring: spring)
  }

  /// Continues from a frame to the one at rest.
  private mutating func settle(from shown: Rect, velocity: SIMD4<Double>, at time: Double, spring: Spring?) {
    settling = Animated(.zero, tolerance: Self.tolerance)
    guard let spring else { return }
    settling = Animated(
      from: shown.parts - destination(at: time).parts, velocity: velocity, to: .zero, spring: spring,
      at: time,
      tolerance: Self.tolerance)
  }

  /// Zooms by a factor about a point; a zoom past the whole page stops there.
  package mutating func zoom(by factor: Double, about point: Point, at time: Double, spring: Spring?) {
    guard factor > 0, factor.isFinite else { return }
    let (old, new) = (scale, scale * factor)
    let isPassing = isZoomed && (old / wholeScale - 1) * (new / wholeScale - 1) < -1e-9
    zoom(to: isPassing ? nil : new, about: point, at: time, spring: spring)
  }

  /// Zooms by notches of the wheel; whole ones are smoothed.
  package mutating func zoom(turns: Double, about point: Point, at time: Double, spring: Spring?) {
    zoom(by: pow(1.2, turns), about: point, at: time, spring: turns == turns.rounded() ? spring : nil)
  }

  // MARK: Scrolling

  /// Whether a part of the page can be scrolled into view.
  package var canScroll: Bool {
    isZoomed && (across.range.upperBound > 0 || down.range.upperBound > 0)
  }

  /// Scrolls by notches of the wheel; whole ones are smoothed.
  package mutating func turn(_ notches: Vector, at time: Double, spring: Spring?) {
    anchor = nil
    func turn(_ scroll: inout ScrollPosition, _ notches: Double) {
      guard notches != 0 else { return }
      let distance = -notches * Self.notch
      if notches == notches.rounded(), spring != nil {
        scroll.turn(by: distance, at: time)
      } else {
        scroll.move(by: distance, at: time)
      }
    }
    turn(&across, -notches.dx)
    turn(&down, notches.dy)
  }

  /// Scrolls by the least distance that shows a part of the page, in fractions of it, with a margin around it.
  package mutating func reveal(_ part: Rect, margin: Double, at time: Double, spring: Spring?) {
    guard canScroll, let chosen else { return }
    anchor = nil
    let size = Size(page.width * chosen, page.height * chosen)
    func stretch(_ low: Double, _ high: Double, _ length: Double) -> ClosedRange<Double> {
      self.margin + low * length...self.margin + max(high, low) * length
    }
    across.reveal(stretch(part.minX, part.maxX, size.width), margin: margin, at: time, spring: spring)
    down.reveal(stretch(part.minY, part.maxY, size.height), margin: margin, at: time, spring: spring)
  }

  /// Grabs the page; it follows the pointer, with resistance beyond its ends.
  package mutating func grab(at point: Point, time: Double) {
    anchor = nil
    across.grab(at: point.x, time: time)
    down.grab(at: point.y, time: time)
  }

  /// Follows the pointer that holds the page.
  package mutating func drag(to point: Point, time: Double) {
    across.drag(to: point.x, time: time)
    down.drag(to: point.y, time: time)
  }

  /// Releases the page, which continues with the pointer's velocity and returns from beyond an end.
  package mutating func release(at time: Double) {
    across.release(at: time)
    down.release(at: time)
  }

  /// Releases the page and returns to where it was grabbed.
  package mutating func cancelDrag(at time: Double) {
    across.cancelDrag(at: time)
    down.cancelDrag(at: time)
  }
}

extension Rect {
  fileprivate var parts: SIMD4<Double> { SIMD4(minX, minY, width, height) }

  fileprivate init(parts: SIMD4<Double>) {
    self.init(x: parts.x, y: parts.y, width: max(parts.z, 1), height: max(parts.w, 1))
  }

  /// Returns a point as fractions of the rectangle.
  fileprivate func share(of point: Point) -> Point {
    Point((point.x - minX) / max(width, 1e-9), (point.y - minY) / max(height, 1e-9))
  }
}
