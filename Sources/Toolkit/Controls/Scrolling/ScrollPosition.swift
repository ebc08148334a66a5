import Geometry
public import Motion

/// The position of long content behind a shorter opening, and its motion.
///
/// It is a value without a clock: every call hands in the time, and between calls the offset at a time does not
/// depend on which times were asked. The offset is what lies before the opening, in points; 0 is the beginning.
public struct ScrollPosition: Hashable, Sendable {
  /// The length of what scrolls.
  public private(set) var extent: Double

  /// The length of the opening.
  public private(set) var viewport: Double

  var course = Course.resting(0)

  enum Course: Hashable, Sendable {
    case resting(Double)
    case held(ScrollGrip)
    /// Thrown; it stops when it is slow, or meets an end at `until` and is pulled back.
    case coasting(Decay, until: Double, Animated<Double>?)
    case springing(Animated<Double>)
    /// At an even pace until an end is reached.
    case gliding(from: Double, pace: Double, start: Double, until: Double)
  }

  /// Creates a position at the beginning; lengths are in points.
  public init(extent: Double = 0, viewport: Double = 0) {
    self.extent = extent.isFinite ? max(extent, 0) : 0
    self.viewport = viewport.isFinite ? max(viewport, 0) : 0
  }

  /// The offsets at which it can rest.
  public var range: ClosedRange<Double> { 0...max(0, extent - viewport) }

  /// How far a pull beyond an end carries.
  var band: RubberBand { RubberBand(dimension: viewport) }

  // MARK: What is seen

  /// Returns the offset at a time, in points; beyond the ends of `range` while something pulls it there.
  public func offset(at time: Double) -> Double { state(at: time).value }

  /// Returns the offset and its change per second; beyond the ends of `range` while something pulls it there.
  public func state(at time: Double) -> Moving {
    switch course {
    case .resting(let offset): Moving(value: offset)
    case .held(let grip): grip.state(at: time, in: self)
    case .springing(let spring): spring.state(at: time)
    case .gliding(let from, let pace, let start, let until):
      Moving(
        value: clamped(from + pace * (min(time, until) - start)), velocity: time < until ? pace : 0)
    case .coasting(let decay, let until, let rebound):
      if time < until {
        decay.state(at: time)
      } else {
        rebound?.state(at: time) ?? Moving(value: decay.state(at: until).value)
      }
    }
  }

  /// Whether a pointer holds it.
  public var isHeld: Bool {
    if case .held = course { return true }
    return false
  }

  /// Where it will come to rest, or where it is while it is held.
  public func destination(at time: Double) -> Double {
    switch course {
    case .resting(let offset): offset
    case .held: clamped(offset(at: time))
    case .springing(let spring): spring.target
    case .gliding: offset(at: time)
    case .coasting(let decay, let until, let rebound): rebound?.target ?? decay.state(at: until).value
    }
  }

  /// The time from which on it does not move by itself.
  public var restTime: Double {
    switch course {
    case .resting, .held: -.infinity
    case .springing(let spring): spring.restTime
    case .gliding(_, _, _, let until): until
    case .coasting(_, let until, let rebound): rebound?.restTime ?? until
    }
  }

  /// Returns whether it moves by itself at a time.
  public func isMoving(at time: Double) -> Bool { time < restTime }

  func clamped(_ offset: Double) -> Double { min(max(offset, range.lowerBound), range.upperBound) }

  // MARK: Without a grip

  /// Follows a device that scrolls finely, at once and never beyond the ends.
  public mutating func move(by distance: Double, at time: Double) {
    guard distance.isFinite, !isHeld else { return }
    course = .resting(clamped(offset(at: time) + distance))
  }

  /// Goes on by a turn of a wheel; turns that follow each other add up.
  public mutating func turn(by distance: Double, at time: Double) {
    guard distance.isFinite, !isHeld else { return }
    let from: Double
    if case .springing(let spring) = course { from = spring.target } else { from = offset(at: time) }
    go(to: from + distance, at: time)
  }

  /// Goes on at an even pace, in points a second, until it is stopped or meets an end.
  public mutating func glide(by pace: Double, at time: Double) {
    guard pace.isFinite, !isHeld else { return }
    let from = offset(at: time)
    let end = pace > 0 ? range.upperBound : range.lowerBound
    guard pace != 0, from != end else {
      course = .resting(clamped(from))
      return
    }
    course = .gliding(from: from, pace: pace, start: time, until: time + max((end - from) / pace, 0))
  }

  /// Goes to an offset on a spring, with the velocity that it has; without a spring it is there at once.
  public mutating func go(to offset: Double, at time: Double, spring: Spring? = .interface) {
    guard offset.isFinite else { return }
    let target = clamped(offset)
    guard let spring else {
      course = .resting(target)
      return
    }
    if case .springing(var running) = course, time < running.restTime {
      running.go(to: target, by: .spring(spring), at: time)
      running.rest(notBefore: time + Self.shortest)
      course = .springing(running)
    } else {
      course = .springing(Self.pulled(by: spring, from: state(at: time), to: target, at: time))
    }
  }

  /// Goes as far as it must for a stretch of what scrolls to be seen, with `margin` around it.
  public mutating func reveal(
    _ stretch: ClosedRange<Double>, margin: Double = 0, at time: Double, spring: Spring? = .interface
  ) {
    let now = destination(at: time)
    let (first, last) = (stretch.lowerBound - margin, stretch.upperBound + margin - viewport)
    // What is longer than the opening shows its beginning.
    let wanted = min(max(now, last), max(first, min(first, last)))
    if clamped(wanted) != now { go(to: wanted, at: time, spring: spring) }
  }

  /// Returns an offset on a spring; what is near already comes to rest by and by, too, rather than at once.
  static func pulled(
    by spring: Spring, from start: Moving, to target: Double, at time: Double
  ) -> Animated<Double> {
    var offset = Animated(
      from: start.value, velocity: start.velocity, to: target, spring: spring, at: time, tolerance: tolerance)
    offset.rest(notBefore: time + shortest)
    return offset
  }

  /// Smaller than anybody can see, in points and points per second.
  private static let tolerance = Animated<Double>.Tolerance(distance: 0.1, speed: 2)
  private static let shortest = 0.1

  // MARK: Changes of size

  /// Takes other lengths; `shift` moves what is seen along with what was put in or taken out before it.
  ///
  /// What moves goes on with its velocity; at rest it stays within the ends.
  public mutating func resize(extent: Double, viewport: Double, shift: Double = 0, at time: Double) {
    let old = state(at: time)
    let target = destination(at: time)
    let wasMoving = isMoving(at: time)
    self = ScrollPosition(extent: extent, viewport: viewport, course: course)
    let shift = shift.isFinite ? shift : 0
    let now = Moving(value: old.value + shift, velocity: old.velocity)
    switch course {
    case .held(let grip): course = .held(grip.moved(to: now.value, in: self))
    case .springing(let spring) where wasMoving:
      course = .springing(
        Self.pulled(
          by: spring.runningSpring ?? .interface, from: now, to: clamped(target + shift), at: time))
    case .coasting where wasMoving: launch(from: now, at: time)
    default: course = .resting(clamped(target + shift))
    }
  }

  private init(extent: Double, viewport: Double, course: Course) {
    self.init(extent: extent, viewport: viewport)
    self.course = course
  }
}

extension ScrollPosition {
  /// Takes hold of it where it is, in the middle of a motion too; `pointer` is a place along the way of scrolling.
  public mutating func grab(at pointer: Double, time: Double) {
    guard pointer.isFinite else { return }
    course = .held(ScrollGrip(at: pointer, offset: offset(at: time), in: self, time: time))
  }

  /// Follows the pointer that holds it, with resistance beyond the ends.
  public mutating func drag(to pointer: Double, time: Double) {
    guard pointer.isFinite, case .held(var grip) = course else { return }
    grip.move(to: pointer, at: time)
    course = .held(grip)
  }

  /// Lets it go: it coasts with the pointer's velocity, and comes back from beyond an end.
  public mutating func release(at time: Double) {
    guard isHeld else { return }
    launch(from: state(at: time), at: time)
  }

  /// Lets it go, and brings it back to where it was when it was taken hold of.
  public mutating func cancelDrag(at time: Double) {
    guard case .held(let grip) = course else { return }
    go(to: clamped(grip.offset), at: time, spring: nil)
  }

  /// The speed below which it stands still, in points per second.
  private static let stillness = 4.0

  mutating func launch(from start: Moving, at time: Double) {
    let edge = clamped(start.value)
    if edge != start.value {
      course = .springing(Self.pulled(by: .interface, from: start, to: edge, at: time))
      return
    }
    guard start.velocity.magnitude > Self.stillness else {
      course = .resting(edge)
      return
    }
    let decay = Decay(from: start, startTime: time)
    let end = start.velocity > 0 ? range.upperBound : range.lowerBound
    let slow = decay.restTime(slowerThan: Self.stillness)
    if let meeting = decay.time(reaching: end), meeting < slow {
      let there = Moving(value: end, velocity: decay.state(at: meeting).velocity)
      course = .coasting(
        decay, until: meeting, Self.pulled(by: .interface, from: there, to: end, at: meeting))
    } else {
      course = .coasting(decay, until: slow, nil)
    }
  }
}

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
