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
