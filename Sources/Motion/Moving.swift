/// A value and how fast it changes.
public struct Moving: Hashable, Sendable {
  public var value: Double

  /// The change per second.
  public var velocity: Double

  @inlinable public init(value: Double, velocity: Double = 0) {
    self.value = value
    self.velocity = velocity
  }
}
