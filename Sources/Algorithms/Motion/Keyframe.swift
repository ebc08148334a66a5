/// How an animated value goes together with the value below it.
public enum CompositeOperation: Hashable, Sendable, CaseIterable {
  /// The animated value alone.
  case replace
  /// The animated value after the underlying one: sums, or transforms one after the other.
  case add
  /// The animated value built up on the underlying one: transforms function by function.
  case accumulate
}

/// A value at a place in an animation.
public struct Keyframe<Value: Interpolatable & Sendable>: Sendable {
  /// The place, 0…1.
  public var offset: Double

  /// The value; nil stands for the underlying value.
  public var value: Value?

  /// The timing function from here to the next keyframe.
  public var easing: TimingFunction

  /// How the value goes together with the value below it.
  public var composition: CompositeOperation

  /// Creates a keyframe at a place from 0 to 1; a nil value stands for the underlying one.
  @inlinable public init(
    _ value: Value?, at offset: Double, easing: TimingFunction = .linear,
    composition: CompositeOperation = .replace
  ) {
    self.offset = offset
    self.value = value
    self.easing = easing
    self.composition = composition
  }
}
