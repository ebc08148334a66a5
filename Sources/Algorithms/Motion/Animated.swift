/// How a value gets from where it is to a new target.
public enum Approach: Hashable, Sendable {
  /// At once.
  case none
  /// With a timing function; an interrupted change goes on decaying while the next one begins.
  case eased(duration: Double, TimingFunction)
  /// On a spring, which carries place and velocity over to the next change.
  case spring(Spring)

  /// A quarter of a second, as Core Animation has it.
  public static let `default` = Approach.eased(duration: 0.25, .ease)
}

/// A value that moves to a target. It can be given another target at any time, and it never jumps.
///
/// It has no clock: every call hands in the time, and the value at a time has the same bits whatever times were
/// asked before. A spring that is interrupted goes on from its place with its velocity; a change with a timing
/// function, which cannot carry a velocity, goes on decaying under the next one. From `restTime` on the value is
/// the target exactly.
///
///     var offset = Animated(0.0, tolerance: .init(distance: 0.1, speed: 2))
///     offset.go(to: 300, by: .spring(.interface), at: 1)
///     offset.go(to: 0, by: .spring(.thrown), at: 1.1)  // turns round smoothly
///     let seen = offset.value(at: 1.2)
///     let isMoving = 1.2 < offset.restTime
public struct Animated<Value: Animatable>: Hashable, Sendable {
  /// The distance and the speed that cannot be seen: a spring that stays below both is at rest.
  public struct Tolerance: Hashable, Sendable {
    /// The distance from the target, in the value's own unit.
    public var distance: Double

    /// The change per second; infinite where only the distance counts.
    public var speed: Double

    /// Creates a tolerance from a distance and a change per second.
    @inlinable public init(distance: Double, speed: Double = .infinity) {
      self.distance = distance
      self.speed = speed
    }
  }

  /// The value at which it comes to rest.
  public private(set) var target: Value

  /// The time from which on it is at rest; −∞ for a value that does not move.
  public private(set) var restTime: Double

  /// Which distance and speed cannot be seen.
  public let tolerance: Tolerance

  @usableFromInline typealias Wide = DoubleDoubleVector<Value.Components>

  @usableFromInline var spring: SpringCourse<Value.Components>?
  @usableFromInline var eased: [EasedCourse<Value.Components>] = []

  /// Creates a value at rest.
  public init(_ value: Value, tolerance: Tolerance) {
    target = Value(components: value.components.tamed)
    restTime = -.infinity
    self.tolerance = tolerance
  }

  /// Creates a value that leaves `start` with a velocity and is pulled to a target by a spring.
  ///
  /// Numbers beyond 1e300 count as 1e300, what is not a number as zero.
  public init(
    from start: Value, velocity: Value.Velocity? = nil, to target: Value, spring: Spring, at time: Double,
    tolerance: Tolerance
  ) {
    self.init(target, tolerance: tolerance)
    let displacement = Wide.sum(start.components.tamed, -self.target.components)
    let velocity = velocity?.components.tamed ?? Value.Components(repeating: 0)
    pull(with: spring, displacement: displacement, velocity: Wide(velocity), at: time)
  }

  // MARK: Values and their speed

  /// Returns the value at a time, in seconds; from `restTime` on it is the target exactly.
  public func value(at time: Double) -> Value {
    var cache = MotionCache()
    return value(at: time, &cache)
  }

  /// Returns the value at a time, sharing what was worked out for others that began with it.
  @inlinable public func value(at time: Double, _ cache: inout MotionCache) -> Value {
    guard time < restTime else { return target }
    var wide = Wide(target.components)
    if let spring { wide = wide + spring.state(at: time, &cache).displacement }
    var components = wide.saturated
    for course in eased { components += course.rest(at: time, &cache) }
    return Value(components: components)
  }

  /// Returns how fast the value changes per second.
  public func velocity(at time: Double) -> Value.Velocity {
    var cache = MotionCache()
    return velocity(at: time, &cache)
  }

  private func velocity(at time: Double, _ cache: inout MotionCache) -> Value.Velocity {
    guard time < restTime else { return Value.Velocity(components: Value.Components(repeating: 0)) }
    var components = spring?.state(at: time, &cache).velocity.saturated ?? Value.Components(repeating: 0)
    for course in eased { components += course.velocity(at: time) }
    return Value.Velocity(components: components)
  }

  /// Returns how far it is from its target at a time, without rounding to the target's size.
  public func displacement(at time: Double) -> Value.Velocity {
    guard time < restTime else { return Value.Velocity(components: Value.Components(repeating: 0)) }
    var cache = MotionCache()
    var components = spring?.state(at: time, &cache).displacement.saturated ?? Value.Components(repeating: 0)
    for course in eased { components += course.rest(at: time, &cache) }
    return Value.Velocity(components: components)
  }

  /// Returns whether the value has not come to rest by a time.
  public func isMoving(at time: Double) -> Bool { time < restTime }

  /// The spring that pulls it, which hands its velocity on when it is interrupted; nil without one.
  public var runningSpring: Spring? { spring?.spring }

  // MARK: Changes

  /// Gives it another target. It starts from its present value, and a spring keeps the velocity.
  public mutating func go(to newTarget: Value, by approach: Approach, at time: Double) {
    let old = target.components
    let new = newTarget.components.tamed
    target = Value(components: new)
    switch approach {
    case .none:
      rest()
    case .eased(let duration, let easing):
      guard duration > 0 else { return rest() }
      settle(at: time)
      eased.append(EasedCourse(old - new, easing: easing, startTime: time, duration: duration))
      restTime = max(restTime, time + duration)
    case .spring(let newSpring):
      settle(at: time)
      let state = spring.map { springState($0, at: time) }
      let change = Wide.sum(old, -new)
      pull(
        with: newSpring, displacement: state.map { change + $0.displacement } ?? change,
        velocity: state?.velocity ?? .zero, at: time)
    }
  }

  /// Adds to its velocity, as a push does; what rests needs a spring to come back on.
  public mutating func push(by change: Value.Velocity, spring newSpring: Spring? = nil, at time: Double) {
    settle(at: time)
    guard let pulling = newSpring ?? spring?.spring else { return }
    let state = spring.map { springState($0, at: time) } ?? (.zero, .zero)
    pull(
      with: pulling, displacement: state.displacement,
      velocity: state.velocity + Wide(change.components.tamed), at: time)
  }

  /// Moves value and target alike, as when what they are measured from has moved.
  public mutating func shift(by distance: Value.Velocity) {
    target = Value(components: (target.components + distance.components).tamed)
  }

  /// Stops it at its present value.
  public mutating func stop(at time: Double) {
    target = value(at: time)
    rest()
  }

  /// Makes it count as moving until at least a time, so that related values come to rest together.
  public mutating func rest(notBefore time: Double) {
    restTime = max(restTime, time)
  }

  private mutating func rest() {
    spring = nil
    eased = []
    restTime = -.infinity
  }

  /// Removes the motions that have ended.
  private mutating func settle(at time: Double) {
    if time >= restTime { rest() }
    eased.removeAll { $0.end <= time }
  }

  private func springState(_ course: SpringCourse<Value.Components>, at time: Double)
    -> (displacement: Wide, velocity: Wide)
  {
    var cache = MotionCache()
    return course.state(at: time, &cache)
  }

  private mutating func pull(with spring: Spring, displacement: Wide, velocity: Wide, at time: Double) {
    let zero = Value.Components(repeating: 0)
    guard displacement.high != zero || velocity.high != zero else {
      self.spring = nil
      restTime = eased.map(\.end).max() ?? -.infinity
      return
    }
    let course = SpringCourse(spring: spring, startTime: time, displacement: displacement, velocity: velocity)
    self.spring = course
    restTime = max(
      course.restTime(within: tolerance.distance, slowerThan: tolerance.speed),
      eased.map(\.end).max() ?? -.infinity)
  }
}

extension Animated<Double> {
  /// Returns value and velocity at a time.
  public func state(at time: Double) -> Moving {
    var cache = MotionCache()
    return Moving(value: value(at: time, &cache), velocity: velocity(at: time, &cache))
  }
}
