import Geometry
import Motion
import Posters

/// Where the page lies on the canvas, and its way there when it comes or goes.
final class PagePlace {
  private let draft: PosterDraft
  /// Where the page is seen, in points of the canvas.
  private(set) var frame = Rect.zero
  private var flight: PageFlight?
  /// Whether the page leaves for good, so that it does not come back to its seat.
  private var isLeaving = false
  /// From where the page comes as soon as its seat is known.
  private var arrival: (from: Rect, velocity: SIMD4<Double>, time: Double)?

  init(_ draft: PosterDraft) { self.draft = draft }

  // MARK: Coming and going

  /// Whether the page is on its way.
  var isFlying: Bool { flight != nil }

  /// Where the page comes to lie, or lies.
  var seat: Rect { flight?.end ?? frame }

  /// Lets the page lie in another place, to which it goes on where it is on its way.
  func move(to seat: Rect, at time: Double) {
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

  /// Lets the page come from a place to where it will lie.
  func arrive(from start: Rect, velocity: SIMD4<Double>, at time: Double) {
    isLeaving = false
    arrival = (start, velocity, time)
    frame = start
  }

  /// Lets the page go to a place for good.
  func leave(to end: Rect, at time: Double) {
    isLeaving = true
    if flight == nil { flight = PageFlight(from: frame, to: frame, at: time) }
    flight?.go(to: end, at: time)
  }

  func hasSettled(at time: Double) -> Bool { arrival == nil && flight?.isMoving(at: time) != true }

  /// Brings the page to a time; returns whether it moves on.
  func advance(to time: Double) -> Bool {
    guard let flight else { return false }
    frame = flight.frame(at: time)
    if flight.isMoving(at: time) { return true }
    frame = flight.end
    if !isLeaving { self.flight = nil }
    return false
  }

  // MARK: Coordinates

  /// The points of the canvas for each point of the page.
  var scale: Double { frame.width / draft.layout.page.width }

  func onPage(_ point: Point) -> Point {
    Point((point.x - frame.minX) / scale, (point.y - frame.minY) / scale)
  }

  func onCanvas(_ rect: Rect) -> Rect {
    Rect(
      x: frame.minX + rect.minX * scale, y: frame.minY + rect.minY * scale, width: rect.width * scale,
      height: rect.height * scale)
  }

  /// Returns where a stored line is seen on the canvas, all of its visible lines together.
  func frame(ofLine index: Int) -> Rect? {
    let boxes = draft.layout.lines.filter { $0.index == index }.map(\.bounds)
    guard let first = boxes.first else { return nil }
    return onCanvas(boxes.dropFirst().reduce(first) { $0.union($1) })
  }
}

/// The way of a page between two places of the window, on the interface spring; it can be turned round at any time.
struct PageFlight {
  private var place: Animated<SIMD4<Double>>
  private let start: Rect

  /// A page comes to rest where nobody sees it move any more: within an eighth of a point.
  private static let tolerance = Animated<SIMD4<Double>>.Tolerance(distance: 0.125, speed: 2)

  /// Creates a page that leaves a place with a velocity, whose parts are those of the rectangle a second.
  init(from start: Rect, velocity: SIMD4<Double> = .zero, to end: Rect, at time: Double) {
    self.start = start
    place = Animated(
      from: start.parts, velocity: velocity, to: end.parts, spring: .interface, at: time,
      tolerance: Self.tolerance)
  }

  func frame(at time: Double) -> Rect { Rect(parts: place.value(at: time)) }

  var end: Rect { Rect(parts: place.target) }

  func isMoving(at time: Double) -> Bool { place.isMoving(at: time) }

  /// Sends it elsewhere from where it is.
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
