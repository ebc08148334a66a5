public import Geometry

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
    ///
    /// - Parameters:
    ///   - distance: A distance from the target that cannot be seen, in the value's own unit.
    ///   - speed: A change per second that cannot be seen; infinite where only the distance counts.
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

  /// Creates a value that a spring moves to a target.
  ///
  /// Numbers beyond ±1e300 are clamped, and NaN counts as 0.
  ///
  /// - Parameters:
  ///   - start: The value at `time`.
  ///   - velocity: The change per second at `time`; nil for none.
  ///   - target: The value at which it comes to rest.
  ///   - spring: The spring.
  ///   - time: The time of the start, in seconds.
  ///   - tolerance: The distance and the speed below which it is at rest.
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

  /// Returns the value at a time in seconds; from `restTime` on it is the target exactly.
  public func value(at time: Double) -> Value {
    var cache = MotionCache()
    return value(at: time, &cache)
  }

  /// Returns the value at a time, with a cache that many values share.
  ///
  /// - Parameters:
  ///   - time: The time in seconds.
  ///   - cache: Keeps what was computed for the same spring and start, so that values that start together share it.
  @inlinable public func value(at time: Double, _ cache: inout MotionCache) -> Value {
    guard time < restTime else { return target }
    var wide = Wide(target.components)
    if let spring { wide = wide + spring.state(at: time, &cache).displacement }
    var components = wide.saturated
    for course in eased { components += course.rest(at: time, &cache) }
    return Value(components: components)
  }

  /// Returns the change per second at a time in seconds.
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

  /// Returns the distance from the target at a time in seconds, without rounding to the target's size.
  public func displacement(at time: Double) -> Value.Velocity {
    guard time < restTime else { return Value.Velocity(components: Value.Components(repeating: 0)) }
    var cache = MotionCache()
    var components = spring?.state(at: time, &cache).displacement.saturated ?? Value.Components(repeating: 0)
    for course in eased { components += course.rest(at: time, &cache) }
    return Value.Velocity(components: components)
  }

  /// Returns whether it is not yet at rest at a time in seconds.
  public func isMoving(at time: Double) -> Bool { time < restTime }

  /// The spring that pulls it, which hands its velocity on when it is interrupted; nil without one.
  public var runningSpring: Spring? { spring?.spring }

  // MARK: Changes

  /// Gives it another target. It starts from its present value, and a spring keeps the velocity.
  ///
  /// - Parameters:
  ///   - newTarget: The value at which it comes to rest.
  ///   - approach: A spring, a timing function with a duration, or none.
  ///   - time: The time of the change, in seconds; not before earlier changes.
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
  ///
  /// - Parameters:
  ///   - change: The change of its velocity, per second.
  ///   - newSpring: The spring from now on; nil keeps the present one.
  ///   - time: The time of the push, in seconds.
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

  /// Stops it at its value at a time in seconds.
  public mutating func stop(at time: Double) {
    target = value(at: time)
    rest()
  }

  /// Delays `restTime` to a time in seconds or later, so that related values come to rest together.
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
  /// Returns the value and its change per second at a time in seconds.
  public func state(at time: Double) -> Moving {
    var cache = MotionCache()
    return Moving(value: value(at: time, &cache), velocity: velocity(at: time, &cache))
  }
}

/// A difference that a timing function reduces to zero.
@usableFromInline
struct EasedCourse<Numbers: SIMD & Sendable>: Hashable, Sendable where Numbers.Scalar == Double {
  @usableFromInline let difference: Numbers
  @usableFromInline let startTime: Double
  @usableFromInline let duration: Double
  @usableFromInline let easing: TimingFunction

  @inlinable init(_ difference: Numbers, easing: TimingFunction, startTime: Double, duration: Double) {
    self.difference = difference
    self.easing = easing
    self.startTime = startTime
    self.duration = duration
  }

  @inlinable var end: Double { startTime + duration }

  /// Returns what is left of the difference.
  @inlinable func rest(at time: Double, _ shared: inout MotionCache) -> Numbers {
    difference * (1 - shared.progress(of: easing, from: startTime, over: duration, at: time))
  }

  /// Returns how fast that changes.
  @inlinable func velocity(at time: Double) -> Numbers {
    guard time >= startTime, time < end else { return Numbers(repeating: 0) }
    let slope = easing.velocity(at: (time - startTime) / duration)
    return difference * -((slope.isFinite ? slope : 0) / duration)
  }
}

/// A value made of numbers, each of which a spring or a timing function moves independently.
public protocol Animatable: Hashable, Sendable {
  /// The numbers; those that a value does not need are zero.
  associatedtype Components: SIMD & Sendable where Components.Scalar == Double

  /// How the value changes per second.
  associatedtype Velocity: Animatable = Self where Velocity.Components == Components

  /// The value as numbers.
  var components: Components { get }

  /// Creates the value that the numbers stand for.
  init(components: Components)
}

extension Double: Animatable {
  /// The number itself in the first place.
  @inlinable public var components: SIMD2<Double> { SIMD2(self, 0) }

  /// Creates the number that stands in the first place.
  @inlinable public init(components: SIMD2<Double>) { self = components.x }
}

extension Point: Animatable {
  public typealias Velocity = Vector

  /// Both coordinates, x first.
  @inlinable public var components: SIMD2<Double> { SIMD2(x, y) }

  /// Creates the point with these coordinates.
  @inlinable public init(components: SIMD2<Double>) { self.init(x: components.x, y: components.y) }
}

extension Vector: Animatable {
  /// Both coordinates, the one along x first.
  @inlinable public var components: SIMD2<Double> { SIMD2(dx, dy) }

  /// Creates the displacement with these coordinates.
  @inlinable public init(components: SIMD2<Double>) { self.init(dx: components.x, dy: components.y) }
}

extension SIMD4<Double>: Animatable {
  /// The vector itself.
  @inlinable public var components: SIMD4<Double> { self }

  /// Creates the vector itself.
  @inlinable public init(components: SIMD4<Double>) { self = components }
}

/// Numbers on one spring, as what they still lack to where it pulls them.
@usableFromInline
struct SpringCourse<Numbers: SIMD & Sendable>: Hashable, Sendable where Numbers.Scalar == Double {
  @usableFromInline typealias Wide = DoubleDoubleVector<Numbers>

  @usableFromInline let spring: Spring
  @usableFromInline let startTime: Double
  @usableFromInline let displacement: Wide
  @usableFromInline let velocity: Wide

  @inlinable init(spring: Spring, startTime: Double, displacement: Wide, velocity: Wide) {
    self.spring = spring
    self.startTime = startTime
    self.displacement = displacement
    self.velocity = velocity
  }

  /// Returns displacement and velocity at a time; before the start they are those of the start.
  @inlinable func state(at time: Double, _ shared: inout MotionCache) -> (displacement: Wide, velocity: Wide)
  {
    guard time > startTime else { return (displacement, velocity) }
    guard time.isFinite, startTime.isFinite else { return (.zero, .zero) }
    let (c, s) = shared.basis(of: spring, from: startTime, at: time)
    let solution = spring.solution
    var end = (displacement: displacement, velocity: velocity)
    for index in displacement.indices {
      let one = solution.advance(displacement[index], velocity[index], c, s)
      (end.displacement[index], end.velocity[index]) = (one.displacement, one.velocity)
    }
    return end
  }

  /// Returns the time from which on every number stays within `distance` and slower than `speed`; infinite for a
  /// spring that is not damped.
  @usableFromInline func restTime(within distance: Double, slowerThan speed: Double) -> Double {
    let (stiffness, damping) = (spring.solution.stiffness, spring.solution.decay.scaled(by: 2))
    var settled = 0.0
    for index in displacement.indices {
      let (d, v) = (displacement[index], velocity[index])
      settled = max(
        settled, spring.settlingTime(displacement: d.rounded, velocity: v.rounded, within: distance))
      guard speed.isFinite else { continue }
      // The velocity obeys the same equation, beginning with the acceleration.
      let acceleration = tamed((d * stiffness + v * damping).rounded)
      settled = max(
        settled, spring.settlingTime(displacement: v.rounded, velocity: -acceleration, within: speed))
    }
    return startTime + settled
  }
}

/// Intermediate results of the last motions; motions that began together share them.
///
/// It saves work and changes no result.
public struct MotionCache {
  private struct SpringKey: Equatable {
    let spring: Spring
    let start: Double
    let time: Double
  }

  private struct EasingKey: Equatable {
    let easing: TimingFunction
    let start: Double
    let duration: Double
    let time: Double
  }

  private struct TimingKey: Equatable {
    let timing: Timing
    let time: Double
  }

  private var spring: (key: SpringKey, c: DoubleDouble, s: DoubleDouble)?
  private var easing: (key: EasingKey, progress: Double)?
  private var timing: (key: TimingKey, state: Timing.State?)?

  /// Creates an empty cache, as a rule one for each frame.
  public init() {}

  @usableFromInline mutating func basis(
    of spring: Spring, from start: Double, at time: Double
  ) -> (c: DoubleDouble, s: DoubleDouble) {
    let key = SpringKey(spring: spring, start: start, time: time)
    if let known = self.spring, known.key == key { return (known.c, known.s) }
    let (c, s) = spring.solution.basis(at: DoubleDouble.sum(time, -start))
    self.spring = (key, c, s)
    return (c, s)
  }

  @usableFromInline mutating func progress(
    of easing: TimingFunction, from start: Double, over duration: Double, at time: Double
  ) -> Double {
    let local = time - start
    guard local >= 0 else { return 0 }
    guard local < duration else { return 1 }
    let key = EasingKey(easing: easing, start: start, duration: duration, time: time)
    if let known = self.easing, known.key == key { return known.progress }
    let progress = easing.value(at: local / duration)
    self.easing = (key, progress)
    return progress
  }

  /// Returns the state of a timing at a time in seconds, or nil when the animation has no effect then.
  public mutating func state(of timing: Timing, at time: Double) -> Timing.State? {
    let key = TimingKey(timing: timing, time: time)
    if let known = self.timing, known.key == key { return known.state }
    let state = timing.state(at: time)
    self.timing = (key, state)
    return state
  }
}

/// Several numbers of about 32 digits each, as `DoubleDouble` is one.
///
/// It computes number by number: without optimisation arithmetic on vectors of a generic type takes fifty times as long.
@usableFromInline
struct DoubleDoubleVector<Numbers: SIMD & Sendable>: Hashable, Sendable where Numbers.Scalar == Double {
  @usableFromInline var high: Numbers
  @usableFromInline var low: Numbers

  @inlinable init(_ high: Numbers, _ low: Numbers = Numbers(repeating: 0)) {
    self.high = high
    self.low = low
  }

  @inlinable static var zero: DoubleDoubleVector { DoubleDoubleVector(Numbers(repeating: 0)) }

  /// The places of the numbers.
  @inlinable var indices: Range<Int> { high.indices }

  @inlinable subscript(index: Int) -> DoubleDouble {
    get { DoubleDouble(high[index], low[index]) }
    set {
      high[index] = newValue.high
      low[index] = newValue.low
    }
  }

  /// The exact sums of two doubles each.
  @inlinable static func sum(_ a: Numbers, _ b: Numbers) -> DoubleDoubleVector {
    var result = DoubleDoubleVector.zero
    for index in a.indices { result[index] = DoubleDouble.sum(a[index], b[index]) }
    return result
  }

  /// The nearest doubles.
  @inlinable var rounded: Numbers {
    var result = high
    for index in indices { result[index] += low[index] }
    return result
  }

  @inlinable static func + (a: DoubleDoubleVector, b: DoubleDoubleVector) -> DoubleDoubleVector {
    var result = DoubleDoubleVector.zero
    for index in a.indices { result[index] = a[index] + b[index] }
    return result
  }

  /// The nearest doubles within ±1e300, zero where there is no number.
  @inlinable var saturated: Numbers {
    var result = high
    for index in indices { result[index] = self[index].saturated }
    return result
  }
}

extension SIMD where Scalar == Double {
  /// The numbers within ±1e300; others become zero.
  @inlinable var tamed: Self {
    var result = self
    for index in indices { result[index] = Motion.tamed(self[index]) }
    return result
  }
}
