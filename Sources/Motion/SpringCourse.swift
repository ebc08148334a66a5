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
    guard isHuge else { return Self.advance(displacement, velocity, solution, c, s) }
    // A power of two brings huge numbers to a size whose products are finite.
    let end = Self.advance(displacement.scaled(by: 0x1p-600), velocity.scaled(by: 0x1p-600), solution, c, s)
    return (end.displacement.scaled(by: 0x1p600), end.velocity.scaled(by: 0x1p600))
  }

  @inlinable var isHuge: Bool {
    for index in displacement.high.indices
    where max(displacement.high[index].magnitude, velocity.high[index].magnitude) > 1e150 {
      return true
    }
    return false
  }

  @inlinable static func advance(
    _ d: Wide, _ v: Wide, _ solution: SpringSolution, _ c: DoubleDouble, _ s: DoubleDouble
  ) -> (displacement: Wide, velocity: Wide) {
    let push = v + d * solution.decay
    let pull = d * solution.stiffness + v * solution.decay
    return (d * c + push * s, v * c - pull * s)
  }

  /// Returns the time from which on every number stays within `distance` and slower than `speed`; infinite for a
  /// spring that is not damped.
  @usableFromInline func restTime(within distance: Double, slowerThan speed: Double) -> Double {
    // The velocity obeys the same equation, beginning with the acceleration.
    let acceleration =
      displacement * spring.solution.stiffness + velocity * spring.solution.decay.scaled(by: 2)
    let (d, v, a) = (displacement.rounded, velocity.rounded, acceleration.rounded.tamed)
    var settled = 0.0
    for index in d.indices {
      settled = max(
        settled, spring.settlingTime(displacement: d[index], velocity: v[index], within: distance))
      guard speed.isFinite else { continue }
      settled = max(settled, spring.settlingTime(displacement: v[index], velocity: -a[index], within: speed))
    }
    return startTime + settled
  }
}

/// A difference that a timing function takes to nothing.
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

/// What the last motions asked for had to work out; those that began together share it.
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

  private var spring: (key: SpringKey, c: DoubleDouble, s: DoubleDouble)?
  private var easing: (key: EasingKey, progress: Double)?

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
}
