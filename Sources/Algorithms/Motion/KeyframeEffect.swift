/// The effect of an animation on a value: keyframes, read at the progress that a `Timing` gives.
public struct KeyframeEffect<Value: Interpolatable & Sendable>: Sendable {
  /// The keyframes, in the order of their offsets, with one at 0 and one at 1 at least.
  public var keyframes: [Keyframe<Value>] {
    offsets.indices.map {
      Keyframe(values[$0], at: offsets[$0], easing: easings[$0], composition: compositions[$0])
    }
  }

  // Apart from one another, so that reading one of them copies no other.
  @usableFromInline let offsets: [Double]
  @usableFromInline let values: [Value?]
  @usableFromInline let easings: [TimingFunction]
  @usableFromInline let compositions: [CompositeOperation]

  /// Whether each repeat builds on the end of the one before.
  public var isCumulative: Bool

  /// Creates an effect; keyframes are sorted, those outside 0…1 left out, missing ends are the underlying value.
  @inlinable public init(_ keyframes: [Keyframe<Value>], isCumulative: Bool = false) {
    var sorted: [Keyframe<Value>] = []
    for keyframe in keyframes where keyframe.offset >= 0 && keyframe.offset <= 1 {
      // An insertion keeps the order of those at one place.
      let place = sorted.lastIndex { $0.offset <= keyframe.offset }.map { $0 + 1 } ?? 0
      sorted.insert(keyframe, at: place)
    }
    if sorted.first?.offset != 0 { sorted.insert(Keyframe(nil, at: 0), at: 0) }
    if sorted.last?.offset != 1 { sorted.append(Keyframe(nil, at: 1)) }
    offsets = sorted.map(\.offset)
    values = sorted.map(\.value)
    easings = sorted.map(\.easing)
    compositions = sorted.map(\.composition)
    self.isCumulative = isCumulative
  }

  /// Creates the effect that goes from one value to another; nil stands for the underlying value.
  @inlinable public init(
    from start: Value?, to end: Value?, composition: CompositeOperation = .replace, isCumulative: Bool = false
  ) {
    self.init(
      [Keyframe(start, at: 0, composition: composition), Keyframe(end, at: 1, composition: composition)],
      isCumulative: isCumulative)
  }

  /// Creates an effect of values at equal distances.
  @inlinable public init(
    values: [Value], easing: TimingFunction = .linear, composition: CompositeOperation = .replace,
    isCumulative: Bool = false
  ) {
    let last = Double(max(values.count - 1, 1))
    self.init(
      values.enumerated().map { index, value in
        Keyframe(
          value, at: values.count == 1 ? 1 : Double(index) / last, easing: easing, composition: composition)
      }, isCumulative: isCumulative)
  }

  /// Returns the value at a state of the timing, over the underlying value.
  @inlinable public func value(
    at state: Timing.State, autoreverses: Bool = false, over underlying: @autoclosure () -> Value
  ) -> Value {
    value(
      at: state.progress, iteration: state.iteration, isBeforeStep: state.isBeforeStep,
      autoreverses: autoreverses, over: underlying())
  }

  /// Returns the value at a time.
  ///
  /// - Parameters:
  ///   - time: The time of the timing's parent, in seconds.
  ///   - timing: When and how often the keyframes are played.
  ///   - underlying: The value without this effect, which is the result while the timing has none.
  @inlinable public func value(at time: Double, timing: Timing, over underlying: @autoclosure () -> Value)
    -> Value
  {
    guard let state = timing.state(at: time) else { return underlying() }
    return value(at: state, autoreverses: timing.autoreverses, over: underlying())
  }

  /// Returns the value at a progress.
  ///
  /// - Parameters:
  ///   - progress: The progress within one iteration, 0…1; easing may take it outside.
  ///   - iteration: The number of the iteration, from 0.
  ///   - isBeforeStep: Whether a step at this very progress has not happened yet.
  ///   - autoreverses: Whether every other iteration runs backward.
  ///   - underlying: The value without this effect.
  @inlinable public func value(
    at progress: Double, iteration: Double = 0, isBeforeStep: Bool = false, autoreverses: Bool = false,
    over underlying: @autoclosure () -> Value
  ) -> Value {
    // Several keyframes at one end: beyond that end only the outermost counts.
    let last = offsets.count - 1
    if progress < 0, offsets[1] == 0 { return end(0, iteration, autoreverses, underlying()) }
    if progress >= 1, offsets[last - 1] == 1 {
      return end(last, iteration, autoreverses, underlying())
    }
    let start = startIndex(at: progress)
    let from = offsets[start]
    let distance = (progress - from) / (offsets[start + 1] - from)
    let fraction = easings[start].value(at: distance, isBefore: isBeforeStep)
    return end(start, iteration, autoreverses, underlying())
      .interpolated(to: end(start + 1, iteration, autoreverses, underlying()), at: fraction)
  }

  /// The last keyframe before 1 that is at or before a progress; before 0 the last one at 0.
  @inlinable func startIndex(at progress: Double) -> Int {
    var index = 0
    while index + 2 < offsets.count {
      let next = offsets[index + 1]
      guard next < 1, next <= progress || next == 0 else { break }
      index += 1
    }
    return index
  }

  /// A keyframe's value with what lies below it and what earlier repeats have built up.
  @inlinable func end(
    _ index: Int, _ iteration: Double, _ autoreverses: Bool, _ underlying: @autoclosure () -> Value
  ) -> Value {
    guard let own = values[index] else { return underlying() }
    var value = own
    switch compositions[index] {
    case .replace: break
    case .add: value = underlying().adding(own)
    case .accumulate: value = underlying().accumulating(own, times: 1)
    }
    guard isCumulative, iteration >= 1, iteration.isFinite else { return value }
    // A cycle of forward and back ends where it began.
    let cycles = autoreverses ? (iteration / 2).rounded(.down) : iteration
    guard cycles > 0, let last = values[autoreverses ? 0 : values.count - 1] else {
      return value
    }
    return value.accumulating(last, times: cycles)
  }
}

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

  /// Creates a keyframe.
  ///
  /// - Parameters:
  ///   - value: Its value; nil stands for the underlying one.
  ///   - offset: Its place, 0…1.
  ///   - easing: The easing to the next keyframe.
  ///   - composition: How it is combined with the underlying value.
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

/// A value that can be interpolated to another value of its type.
public protocol Interpolatable {
  /// Returns the value a fraction of the way to `other`; fractions may lie outside 0…1.
  ///
  /// - Parameters:
  ///   - other: The value at 1.
  ///   - fraction: The fraction, which may lie outside 0…1; this value is at 0.
  func interpolated(to other: Self, at fraction: Double) -> Self

  /// Returns what an additive animation makes of this underlying value.
  func adding(_ value: Self) -> Self

  /// Returns this value with a number of repetitions added, as cumulative repeats do.
  ///
  /// - Parameters:
  ///   - value: The value that one repetition adds.
  ///   - times: The number of repetitions.
  func accumulating(_ value: Self, times: Double) -> Self
}

extension Double: Interpolatable {
  @inlinable public func interpolated(to other: Double, at fraction: Double) -> Double {
    // Exact at both ends, and no overflow between huge ends.
    if fraction == 1 { return other }
    let difference = other - self
    return difference.isFinite ? self + difference * fraction : self * (1 - fraction) + other * fraction
  }

  @inlinable public func adding(_ value: Double) -> Double { self + value }

  @inlinable public func accumulating(_ value: Double, times: Double) -> Double {
    times == 0 ? self : self + value * times
  }
}

/// Numbers that are interpolated independently.
extension SIMD4<Double>: Interpolatable {
  @inlinable public func interpolated(to other: SIMD4<Double>, at fraction: Double) -> SIMD4<Double> {
    fraction == 1 ? other : self + (other - self) * fraction
  }

  @inlinable public func adding(_ value: SIMD4<Double>) -> SIMD4<Double> { self + value }

  @inlinable public func accumulating(_ value: SIMD4<Double>, times: Double) -> SIMD4<Double> {
    times == 0 ? self : self + value * times
  }
}
