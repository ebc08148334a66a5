import Geometry
import Motion

/// A pointer that drags a poster.
public struct FlightGrip: Hashable, Sendable {
  /// The part that was grabbed.
  public enum Handle: Hashable, Sendable {
    /// The poster: it shrinks as it is dragged away from the middle of the window.
    case poster
    /// The left edge of the window: dragging it rightward shrinks the poster toward its cell.
    case edge
  }

  private let handle: Handle
  private let start: Point
  private var pointer: Point
  private var tracker = VelocityTracker()

  /// The centre and the progress at the time of the grab.
  private let center: Point
  private let progress: Double
  /// The progress without the resistance beyond the ends.
  private let unresisted: Double

  /// The pointer's position on the poster: its distance from the centre as a fraction of the poster's size.
  private let hold: SIMD2<Double>

  /// The resistance of the progress beyond the ends.
  private static let band = RubberBand(dimension: 0.12)

  init(
    _ handle: Handle, at pointer: Point, _ state: Flight.State, time: Double, between ends: Flight.Ends
  ) {
    self.handle = handle
    start = pointer
    self.pointer = pointer
    center = state.center
    progress = state.progress.value
    unresisted = Self.band.unclamping(progress, from: 0...1)
    let size = ends.size(at: progress)
    hold = SIMD2((pointer.x - center.x) / size.width, (pointer.y - center.y) / size.height)
    tracker.add(pointer, at: time)
  }

  mutating func move(to pointer: Point, at time: Double) {
    // A release reports the last position again, later; that is not a standstill.
    guard pointer != self.pointer else { return }
    self.pointer = pointer
    tracker.add(pointer, at: time)
  }

  /// Returns the distance, in points, that corresponds to the whole progress.
  private func extent(_ ends: Flight.Ends) -> Double {
    switch handle {
    case .edge: max(ends.full.width, 2 * ends.full.midX, 1) * 0.75
    case .poster: max(min(ends.full.width, ends.full.height), 1) * 0.8
    }
  }

  /// Returns the progress without resistance, and its derivative by the pointer's position.
  private func drive(_ ends: Flight.Ends) -> (progress: Double, slope: Vector) {
    let extent = extent(ends)
    switch handle {
    case .edge: return (unresisted - (pointer.x - start.x) / extent, Vector(-1 / extent, 0))
    case .poster:
      let middle = ends.full.center
      let away = center + (pointer - start) - middle
      let distance = away.length
      let progress = unresisted - (distance - (center - middle).length) / extent
      guard distance > 0 else {
        // At the exact centre, every direction leads away from it.
        let velocity = tracker.samples.last.map { tracker.velocity(at: $0.time) } ?? .zero
        let speed = velocity.length
        return (progress, speed > 0 ? velocity / speed / -extent : .zero)
      }
      return (progress, away / distance / -extent)
    }
  }

  func state(at time: Double, between ends: Flight.Ends) -> Flight.State {
    let velocity = tracker.velocity(at: time)
    let (driven, slope) = drive(ends)
    let excess = driven - min(max(driven, 0), 1)
    let yielding = excess == 0 ? 1 : Self.band.slope(at: excess)
    let rate = (slope.dx * velocity.dx + slope.dy * velocity.dy) * yielding
    if handle == .edge { return drawn(to: driven, rate: rate, between: ends) }
    let growth = SIMD2(ends.growth.dx, ends.growth.dy)
    let drift = SIMD2(velocity.dx, velocity.dy) - hold * growth * rate
    let isStill = pointer == start
    let now = isStill ? progress : Self.band.clamping(driven, to: 0...1)
    let (old, new) = (ends.size(at: progress), ends.size(at: now))
    let moved = Point(
      center.x + (pointer.x - start.x) - hold.x * (new.width - old.width),
      center.y + (pointer.y - start.y) - hold.y * (new.height - old.height))
    return Flight.State(
      center: isStill ? center : moved, velocity: Vector(drift.x, drift.y),
      progress: Moving(value: now, velocity: rate))
  }

  /// Returns the state of a poster dragged by the edge, on the line to its cell.
  private func drawn(to driven: Double, rate: Double, between ends: Flight.Ends) -> Flight.State {
    let way = ends.full.center - ends.cell.center
    let now = pointer == start ? progress : Self.band.clamping(driven, to: 0...1)
    return Flight.State(
      center: center + way * (now - progress), velocity: way * rate,
      progress: Moving(value: now, velocity: rate))
  }

  /// Returns whether a release now would come to rest nearer to the whole window.
  func finishes(at time: Double, between ends: Flight.Ends) -> Bool {
    let velocity = tracker.velocity(at: time)
    let (driven, slope) = drive(ends)
    let extent = extent(ends)
    let rate = slope.dx * velocity.dx + slope.dy * velocity.dy
    return InteractiveTransition.finishes(driven, velocity: rate * extent, extent: extent)
  }
}
