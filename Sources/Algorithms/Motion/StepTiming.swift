/// Progress in equal jumps, as `steps()` has it.
public struct StepTiming: Hashable, Sendable {
  /// At which ends of the interval a jump happens, by the names of CSS.
  public enum Jump: String, Hashable, Sendable, CaseIterable {
    /// The first jump happens at the very start.
    case start = "jump-start"
    /// The last jump happens at the very end.
    case end = "jump-end"
    /// No jump happens at either end, so that both values are held.
    case none = "jump-none"
    /// Jumps happen at both ends.
    case both = "jump-both"
  }

  /// The number of steps.
  public let count: Int

  /// The ends of the interval at which a jump happens.
  public let jump: Jump

  /// Creates steps.
  ///
  /// - Parameters:
  ///   - count: The number of steps: at least 1, or 2 without a jump at either end, and at most 2³¹.
  ///   - jump: Where the value jumps within an interval.
  /// - Returns: Nil for a count out of its range.
  public init?(count: Int, jump: Jump = .end) {
    guard count >= (jump == .none ? 2 : 1), count <= 1 << 31 else { return nil }
    self.count = count
    self.jump = jump
  }

  /// Returns the eased progress for a linear one.
  ///
  /// - Parameters:
  ///   - progress: The linear progress; it may lie outside 0…1.
  ///   - isBefore: Whether the animation has not begun or, running backward, is over, so that a jump at this very
  ///     progress has not happened.
  public func value(at progress: Double, isBefore: Bool = false) -> Double {
    let position = min(max(progress.isNaN ? 0 : progress, -1e15), 1e15) * Double(count)
    var step = position.rounded(.down)
    if jump == .start || jump == .both { step += 1 }
    if isBefore, position == position.rounded(.down) { step -= 1 }
    if progress >= 0 { step = max(step, 0) }
    let jumps = Double(jump == .both ? count + 1 : jump == .none ? count - 1 : count)
    if progress <= 1 { step = min(step, jumps) }
    return step / jumps
  }
}

/// A spring from 0 to 1 used as a timing function.
public struct SpringTiming: Hashable, Sendable {
  /// The spring that pulls from 0 to 1.
  public let spring: Spring

  /// The initial velocity in distances per second, positive toward the target.
  public let initialVelocity: Double

  /// The seconds until the value stays within 0.001 of 1; infinite when nothing damps the spring.
  public let settling: Double

  /// The seconds that progress 1 stands for: from then on the value stays within 1/4000 of 1, a quarter of a
  /// point in a thousand. A spring that nothing damps is given one swing.
  public let duration: Double

  /// Creates a timing from a spring.
  ///
  /// - Parameters:
  ///   - spring: The spring.
  ///   - initialVelocity: The velocity at the start, in distances from start to target per second.
  public init(_ spring: Spring, initialVelocity: Double = 0) {
    self.spring = spring
    self.initialVelocity = tamed(initialVelocity)
    let start = Moving(value: 0, velocity: self.initialVelocity)
    settling = spring.settlingTime(from: start)
    let end = spring.settlingTime(from: start, within: 1.0 / 4000)
    duration = end.isFinite && end > 0 ? end : spring.response
  }

  /// The settling duration, as Core Animation defines it.
  public var settlingDuration: Double { spring.settlingDuration(velocity: initialVelocity) }

  /// Returns the eased progress, and its change per second, after `seconds`.
  public func state(at seconds: Double) -> Moving {
    spring.advancing(Moving(value: 0, velocity: initialVelocity), toward: 1, by: seconds)
  }

  /// Returns value and slope at a progress; the end is the target itself.
  func state(atProgress progress: Double) -> Moving {
    guard progress < 1 else { return Moving(value: 1) }
    let state = state(at: progress * duration)
    return Moving(value: state.value, velocity: state.velocity * duration)
  }
}

/// Straight pieces between stops, as `linear()` has them.
public struct LinearTiming: Hashable, Sendable {
  /// A place through which the pieces go.
  public struct Stop: Hashable, Sendable {
    /// The progress in time.
    public var input: Double
    /// The progress in value.
    public var output: Double

    /// Creates a stop from a linear progress and the eased progress there; both may lie outside 0…1.
    public init(input: Double, output: Double) {
      self.input = input
      self.output = output
    }
  }

  /// The stops; their inputs never fall.
  public let stops: [Stop]

  /// Creates pieces between stops; nil for an empty list, an input that falls, or a number outside ±1e100.
  public init?(stops: [Stop]) {
    guard let first = stops.first else { return nil }
    var last = first.input
    for stop in stops {
      guard stop.input >= last, stop.input.magnitude <= 1e100, stop.output.magnitude <= 1e100 else {
        return nil
      }
      last = stop.input
    }
    self.stops = stops
  }

  /// Returns the eased progress for a linear one, which may lie outside 0…1: beyond the stops it continues along the
  /// first or the last piece.
  public func value(at progress: Double) -> Double {
    let (a, b) = piece(at: progress)
    if a.input == b.input { return b.output }
    return a.output + (progress - a.input) / (b.input - a.input) * (b.output - a.output)
  }

  /// Returns the slope at a linear progress, which may lie outside 0…1: at a stop, that of the piece which begins there.
  public func velocity(at progress: Double) -> Double {
    let (a, b) = piece(at: progress)
    guard a.input < b.input else { return 0 }
    return (b.output - a.output) / (b.input - a.input)
  }

  /// The stops between which progress lies, or the two nearest outside all.
  private func piece(at progress: Double) -> (Stop, Stop) {
    guard stops.count > 1 else { return (stops[0], stops[0]) }
    // The last stop at or before the progress, found by halving.
    var low = 0
    var high = stops.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if stops[middle].input <= progress { low = middle } else { high = middle }
    }
    let index = min(low, stops.count - 2)
    return (stops[index], stops[index + 1])
  }
}
