import Geometry
import Motion
import PosterScene
import Posters

/// The frame of the page on the canvas: its zoom, and its animation when the editor opens or closes.
final class PagePlace {
  private let draft: PosterDraft
  /// The zoom of the page.
  private(set) var view = PageView()
  /// The current frame of the page, in points of the canvas.
  private(set) var frame = Rect.zero
  private var flight: PageFlight?
  /// Whether the editor is closing, so that the page does not return to its seat.
  private var isLeaving = false
  /// The start of the opening animation, which begins as soon as the seat is known.
  private var arrival: (from: Rect, velocity: SIMD4<Double>, time: Double)?

  init(_ draft: PosterDraft) { self.draft = draft }

  // MARK: Opening and closing

  /// Whether the page is animated.
  var isFlying: Bool { flight != nil }

  /// The final frame of the page while it is animated.
  var seat: Rect { flight?.end ?? frame }

  /// Sets the frame of the whole page, and the area in which a zoomed one is seen, with its margin; an animation
  /// continues toward it.
  func layOut(whole: Rect, viewport: Rect, margin: Double, pixel: Double, at time: Double) {
    view.layOut(
      page: draft.layout.page.size, whole: whole, viewport: viewport, margin: margin, pixel: pixel, at: time)
    let seat = view.frame(at: time)
    if let arrival {
      self.arrival = nil
      flight = PageFlight(from: arrival.from, velocity: arrival.velocity, to: seat, at: arrival.time)
      frame = arrival.from
    } else if flight == nil {
      frame = seat
    } else if !isLeaving {
      flight?.go(to: seat, at: time)
    }
  }

  /// Reflects the start of an opening animation that has not begun, on a canvas of some width, which is known only
  /// when it is laid out.
  func reflectArrival(onWidth width: Double) {
    guard var start = arrival else { return }
    start.from.origin.x = width - start.from.maxX
    start.velocity.x = -start.velocity.x - start.velocity.z
    arrival = start
  }

  /// Animates the page from a frame to its seat.
  func arrive(from start: Rect, velocity: SIMD4<Double>, at time: Double) {
    isLeaving = false
    arrival = (start, velocity, time)
    frame = start
  }

  /// Animates the page to a frame for closing.
  func leave(to end: Rect, at time: Double) {
    isLeaving = true
    if flight == nil { flight = PageFlight(from: frame, to: frame, at: time) }
    flight?.go(to: end, at: time)
  }

  func hasSettled(at time: Double) -> Bool { arrival == nil && flight?.isMoving(at: time) != true }

  /// Zooms or scrolls the page, unless it is opening or closing.
  func change(at time: Double, _ change: (inout PageView) -> Void) {
    guard flight == nil, arrival == nil else { return }
    change(&view)
    frame = view.frame(at: time)
  }

  /// Whether the frame is not the one for this time yet.
  func isLate(at time: Double) -> Bool { flight != nil || arrival == nil && frame != view.frame(at: time) }

  /// Advances the page to a time; returns whether it is still moving.
  func advance(to time: Double) -> Bool {
    guard let flight else {
      if arrival == nil { frame = view.frame(at: time) }
      return view.isMoving(at: time)
    }
    frame = flight.frame(at: time)
    if flight.isMoving(at: time) { return true }
    frame = flight.end
    if !isLeaving { self.flight = nil }
    return false
  }

  // MARK: Coordinates

  /// The points of the canvas per point of the page.
  var scale: Double { frame.width / draft.layout.page.width }

  func onPage(_ point: Point) -> Point {
    Point((point.x - frame.minX) / scale, (point.y - frame.minY) / scale)
  }

  func onCanvas(_ rect: Rect) -> Rect {
    Rect(
      x: frame.minX + rect.minX * scale, y: frame.minY + rect.minY * scale, width: rect.width * scale,
      height: rect.height * scale)
  }

  /// Returns the frame of a stored line on the canvas, which includes all its wrapped lines.
  func frame(ofLine index: Int) -> Rect? {
    let boxes = draft.layout.lines.filter { $0.index == index }.map(\.bounds)
    guard let first = boxes.first else { return nil }
    return onCanvas(boxes.dropFirst().reduce(first) { $0.union($1) })
  }
}

/// The animation of a page between two frames of the window, on the interface spring; it can be reversed at any time.
struct PageFlight {
  private var place: Animated<SIMD4<Double>>
  private let start: Rect

  /// A page comes to rest within an eighth of a point, where its motion is invisible.
  private static let tolerance = Animated<SIMD4<Double>>.Tolerance(distance: 0.125, speed: 2)

  /// Creates an animation from a frame, whose velocity is given as the rectangle's parts per second.
  init(from start: Rect, velocity: SIMD4<Double> = .zero, to end: Rect, at time: Double) {
    self.start = start
    place = Animated(
      from: start.parts, velocity: velocity, to: end.parts, spring: .interface, at: time,
      tolerance: Self.tolerance)
  }

  func frame(at time: Double) -> Rect { Rect(parts: place.value(at: time)) }

  var end: Rect { Rect(parts: place.target) }

  func isMoving(at time: Double) -> Bool { place.isMoving(at: time) }

  /// Changes the target, starting from the current frame.
  mutating func go(to end: Rect, at time: Double) {
    if end.parts != place.target { place.go(to: end.parts, by: .spring(.interface), at: time) }
  }
}

extension Rect {
  fileprivate var parts: SIMD4<Double> { SIMD4(minX, minY, width, height) }

  fileprivate init(parts: SIMD4<Double>) {
    self.init(x: parts.x, y: parts.y, width: max(parts.z, 1), height: max(parts.w, 1))
  }
}
