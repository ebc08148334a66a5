import Geometry
import Motion

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
