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
