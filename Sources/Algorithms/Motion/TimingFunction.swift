/// A function from progress in time to progress in value.
public enum TimingFunction: Hashable, Sendable {
  /// Progress that equals time.
  case linear
  /// A Bézier curve, as `cubic-bezier()` has it.
  case cubic(CubicTiming)
  /// Equal jumps, as `steps()` has them.
  case steps(StepTiming)
  /// Straight pieces between stops, as `linear()` has them.
  case pieces(LinearTiming)
  // Kept aside: it is large, and the others are copied often.
  /// The way of a spring, which may overshoot.
  indirect case spring(SpringTiming)

  /// CSS's `ease`: a quick start and a long end.
  public static let ease = TimingFunction.cubic(.ease)
  /// CSS's `ease-in`: a slow start.
  public static let easeIn = TimingFunction.cubic(.easeIn)
  /// CSS's `ease-out`: a slow end.
  public static let easeOut = TimingFunction.cubic(.easeOut)
  /// CSS's `ease-in-out`: slow at both ends.
  public static let easeInEaseOut = TimingFunction.cubic(.easeInEaseOut)

  /// Returns the value at a progress, which may lie outside 0…1.
  ///
  /// `isBefore` matters to steps alone: the jump at this very place has not happened yet.
  public func value(at progress: Double, isBefore: Bool = false) -> Double {
    switch self {
    case .linear: progress
    case .cubic(let curve): curve.value(at: progress)
    case .steps(let steps): steps.value(at: progress, isBefore: isBefore)
    case .pieces(let pieces): pieces.value(at: progress)
    case .spring(let spring): spring.state(atProgress: progress).value
    }
  }

  /// Returns the value gained per unit of progress; infinite where a curve is vertical, 0 on steps.
  public func velocity(at progress: Double) -> Double {
    switch self {
    case .linear: 1
    case .cubic(let curve): curve.velocity(at: progress)
    case .steps: 0
    case .pieces(let pieces): pieces.velocity(at: progress)
    case .spring(let spring): spring.state(atProgress: progress).velocity
    }
  }
}
