/// A value and how fast it changes.
public struct Moving: Hashable, Sendable {
  /// Where it is.
  public var value: Double

  /// The change per second.
  public var velocity: Double

  /// Creates a value with its change per second, in the value's unit.
  @inlinable public init(value: Double, velocity: Double = 0) {
    self.value = value
    self.velocity = velocity
  }
}

/// Returns the number within ±1e300, zero when it is none.
@inlinable func tamed(_ number: Double) -> Double {
  number.isNaN ? 0 : min(max(number, -1e300), 1e300)
}
