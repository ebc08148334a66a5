import Geometry
import Motion

/// A pointer that holds what scrolls.
struct ScrollGrip: Hashable, Sendable {
  /// Where the pointer took hold and where it is, along the way of scrolling.
  private var start: Double
  private var pointer: Double

  /// What was seen when the pointer took hold, and the same without the resistance beyond the ends.
  private(set) var offset: Double
  private var unresisted: Double

  private var tracker = VelocityTracker()

  init(at pointer: Double, offset: Double, in scroll: ScrollPosition, time: Double) {
    start = pointer
    self.pointer = pointer
    self.offset = offset
    unresisted = scroll.band.unclamping(offset, from: scroll.range)
    tracker.add(Point(0, pointer), at: time)
  }

  mutating func move(to pointer: Double, at time: Double) {
    // Letting go tells the last place once more, later: that is no standstill.
    guard pointer != self.pointer else { return }
    self.pointer = pointer
    tracker.add(Point(0, pointer), at: time)
  }

  func moved(to offset: Double, in scroll: ScrollPosition) -> ScrollGrip {
    var result = self
    result.start = pointer
    result.offset = offset
    result.unresisted = scroll.band.unclamping(offset, from: scroll.range)
    return result
  }

  func state(at time: Double, in scroll: ScrollPosition) -> Moving {
    let velocity = -tracker.velocity(at: time).dy
    // Exactly what was seen, until the pointer moves.
    if pointer == start { return Moving(value: offset, velocity: velocity) }
    let wanted = unresisted - (pointer - start)
    let excess = wanted - scroll.clamped(wanted)
    let slope = excess == 0 ? 1 : scroll.band.slope(at: excess)
    return Moving(value: scroll.band.clamping(wanted, to: scroll.range), velocity: velocity * slope)
  }
}
