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
