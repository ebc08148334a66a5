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
