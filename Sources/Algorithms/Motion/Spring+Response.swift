extension Spring {
  /// The motion of a unit displacement and of a unit velocity after some time. Every motion of the spring is a sum of
  /// the two, so one response serves any number of values that began together.
  public struct Response: Hashable, Sendable {
    /// The displacement left of a displacement of 1, and that come of a velocity of 1.
    public let displacement: SIMD2<Double>

    /// The velocity come of a displacement of 1, and that left of a velocity of 1.
    public let velocity: SIMD2<Double>

    /// Returns displacement from the target and velocity, from those at the start.
    @inlinable public func callAsFunction(_ start: Moving) -> Moving {
      Moving(
        value: displacement.x * start.value + displacement.y * start.velocity,
        velocity: velocity.x * start.value + velocity.y * start.velocity)
    }
  }

  /// Returns the response after some seconds, exact to the last digit; nothing happens before the start.
  public func response(after seconds: Double) -> Response {
    guard seconds > 0 else { return Response(displacement: SIMD2(1, 0), velocity: SIMD2(0, 1)) }
    let (c, s) = solution.basis(at: DoubleDouble(min(seconds, 1e300)))
    return Response(
      displacement: SIMD2((c + solution.decay * s).rounded, s.rounded),
      velocity: SIMD2((-(solution.stiffness * s)).rounded, (c - solution.decay * s).rounded))
  }
}
