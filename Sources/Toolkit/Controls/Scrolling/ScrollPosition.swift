import Geometry
public import Motion

/// The scroll position of content in a viewport, and its motion.
///
/// It is a value without a clock: every call passes the time, and the offset at a time does not depend on earlier
/// queries. The offset is the length of content before the viewport, in points; 0 is the beginning.
public struct ScrollPosition: Hashable, Sendable {
  /// The length of the content.
  public private(set) var extent: Double

  /// The length of the viewport.
  public private(set) var viewport: Double

  var course = Course.resting(0)

  enum Course: Hashable, Sendable {
    case resting(Double)
    case held(ScrollGrip)
    /// Decelerating after a throw; it stops when it is slow, or reaches an end at `until` and is pulled back.
    case coasting(Decay, until: Double, Animated<Double>?)
    case springing(Animated<Double>)
    /// Moving at constant speed until an end is reached.
    case gliding(from: Double, pace: Double, start: Double, until: Double)
  }

  /// Creates a position at the beginning.
  ///
  /// - Parameters:
  ///   - extent: The content's length in points; negative numbers count as 0.
  ///   - viewport: The visible length in points; negative numbers count as 0.
  public init(extent: Double = 0, viewport: Double = 0) {
    self.extent = extent.isFinite ? max(extent, 0) : 0
    self.viewport = viewport.isFinite ? max(viewport, 0) : 0
  }

  /// The offsets at which it can rest.
  public var range: ClosedRange<Double> { 0...max(0, extent - viewport) }

  /// The resistance beyond an end.
  var band: RubberBand { RubberBand(dimension: viewport) }

  // MARK: Offset

  /// Returns the offset in points at a time in seconds; it can be outside `range` during a pull.
  public func offset(at time: Double) -> Double { state(at: time).value }

  /// Returns the offset in points, and its change per second, at a time in seconds; the offset can be outside `range`
  /// during a pull.
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

  /// Returns the offset in points at which it will rest, or the one at a time in seconds while it is held.
  public func destination(at time: Double) -> Double {
    switch course {
    case .resting(let offset): offset
    case .held: clamped(offset(at: time))
    case .springing(let spring): spring.target
    case .gliding: offset(at: time)
    case .coasting(let decay, let until, let rebound): rebound?.target ?? decay.state(at: until).value
    }
  }

  /// The time at which its motion ends.
  public var restTime: Double {
    switch course {
    case .resting, .held: -.infinity
    case .springing(let spring): spring.restTime
    case .gliding(_, _, _, let until): until
    case .coasting(_, let until, let rebound): rebound?.restTime ?? until
    }
  }

  /// Returns whether it moves by itself at a time in seconds.
  public func isMoving(at time: Double) -> Bool { time < restTime }

  func clamped(_ offset: Double) -> Double { min(max(offset, range.lowerBound), range.upperBound) }

  // MARK: Programmatic scrolling

  /// Follows a high-resolution scrolling device immediately, without overscroll.
  ///
  /// - Parameters:
  ///   - distance: The distance in points.
  ///   - time: The time of the event, in seconds.
  public mutating func move(by distance: Double, at time: Double) {
    guard distance.isFinite, !isHeld else { return }
    course = .resting(clamped(offset(at: time) + distance))
  }

  /// Continues by a turn of a wheel; successive turns add up.
  ///
  /// - Parameters:
  ///   - distance: The distance in points.
  ///   - time: The time of the event, in seconds.
  public mutating func turn(by distance: Double, at time: Double) {
    guard distance.isFinite, !isHeld else { return }
    let from: Double
    if case .springing(let spring) = course { from = spring.target } else { from = offset(at: time) }
    go(to: from + distance, at: time)
  }

  /// Moves at constant speed until it is stopped or reaches an end; does nothing while it is held.
  ///
  /// - Parameters:
  ///   - pace: The speed in points per second; negative toward the beginning, 0 to stop.
  ///   - time: The time in seconds.
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

  /// Moves to an offset on a spring, keeping its velocity; without a spring it jumps.
  ///
  /// - Parameters:
  ///   - offset: The offset in points, which is limited to the ends.
  ///   - time: The time of the change, in seconds.
  ///   - spring: The spring; nil jumps.
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

  /// Scrolls by the least distance that shows a range of the content with `margin` around it.
  ///
  /// - Parameters:
  ///   - stretch: The range to show, in points from the start of the content.
  ///   - margin: The room to keep around it, in points.
  ///   - time: The time of the change, in seconds.
  ///   - spring: The spring; nil jumps.
  public mutating func reveal(
    _ stretch: ClosedRange<Double>, margin: Double = 0, at time: Double, spring: Spring? = .interface
  ) {
    let now = destination(at: time)
    let (first, last) = (stretch.lowerBound - margin, stretch.upperBound + margin - viewport)
    // A range longer than the viewport shows its beginning.
    let wanted = min(max(now, last), max(first, min(first, last)))
    if clamped(wanted) != now { go(to: wanted, at: time, spring: spring) }
  }

  /// Returns an offset on a spring; a short distance also takes a minimum time instead of jumping.
  static func pulled(
    by spring: Spring, from start: Moving, to target: Double, at time: Double
  ) -> Animated<Double> {
    var offset = Animated(
      from: start.value, velocity: start.velocity, to: target, spring: spring, at: time, tolerance: tolerance)
    offset.rest(notBefore: time + shortest)
    return offset
  }

  /// Imperceptible distance and speed, in points and points per second.
  private static let tolerance = Animated<Double>.Tolerance(distance: 0.1, speed: 2)
  private static let shortest = 0.1

  // MARK: Changes of size

  /// Sets other lengths; `shift` is the length inserted or removed before the visible content, which moves along.
  ///
  /// A motion keeps its velocity; at rest the offset stays within the ends.
  ///
  /// - Parameters:
  ///   - extent: The length of the content, in points.
  ///   - viewport: The visible length, in points.
  ///   - shift: The length that was inserted before the visible content, in points; negative for a removed one.
  ///   - time: The time of the change, in seconds.
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
  /// Grabs the content, even during a motion; `pointer` is a position along the scrolling direction.
  ///
  /// - Parameters:
  ///   - pointer: The position of the pointer, in points along the direction of scrolling.
  ///   - time: The time of the event, in seconds.
  public mutating func grab(at pointer: Double, time: Double) {
    guard pointer.isFinite else { return }
    course = .held(ScrollGrip(at: pointer, offset: offset(at: time), in: self, time: time))
  }

  /// Moves with the pointer that holds it, with resistance beyond the ends.
  ///
  /// - Parameters:
  ///   - pointer: The pointer's coordinate along the axis, in points.
  ///   - time: The time in seconds.
  public mutating func drag(to pointer: Double, time: Double) {
    guard pointer.isFinite, case .held(var grip) = course else { return }
    grip.move(to: pointer, at: time)
    course = .held(grip)
  }

  /// Releases the content at a time in seconds: it continues with the pointer's velocity, and returns from beyond an
  /// end.
  public mutating func release(at time: Double) {
    guard isHeld else { return }
    launch(from: state(at: time), at: time)
  }

  /// Releases the content at a time in seconds and jumps back to the offset at which it was grabbed.
  public mutating func cancelDrag(at time: Double) {
    guard case .held(let grip) = course else { return }
    go(to: clamped(grip.offset), at: time, spring: nil)
  }

  /// The speed below which it stops, in points per second.
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

/// A pointer that holds the content.
struct ScrollGrip: Hashable, Sendable {
  /// The pointer's positions at the grab and now, along the scrolling direction.
  private var start: Double
  private var pointer: Double

  /// The offset at the grab, and the same without the resistance beyond the ends.
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
    // A release reports the last position again, later; that is not a standstill.
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
    // Exactly the offset at the grab, until the pointer moves.
    if pointer == start { return Moving(value: offset, velocity: velocity) }
    let wanted = unresisted - (pointer - start)
    let excess = wanted - scroll.clamped(wanted)
    let slope = excess == 0 ? 1 : scroll.band.slope(at: excess)
    return Moving(value: scroll.band.clamping(wanted, to: scroll.range), velocity: velocity * slope)
  }
}
