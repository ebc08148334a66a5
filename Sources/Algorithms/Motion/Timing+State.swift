extension Timing {
  /// Where a time lies with respect to the iterations.
  public enum Phase: Hashable, Sendable {
    /// The iterations have not begun; running backward, they are over.
    case before
    /// An iteration runs.
    case active
    /// The iterations are over; running backward, they have not begun.
    case after
  }

  /// How far an animation has got.
  public struct State: Hashable, Sendable {
    /// Where the time lies with respect to the iterations.
    public let phase: Phase

    /// Progress through the iteration after direction and easing; it may lie outside 0…1.
    public let progress: Double

    /// The number of iterations that have passed, infinite after infinitely many.
    public let iteration: Double

    /// Whether a step at this very place has not been taken yet.
    public let isBeforeStep: Bool
  }

  /// Returns the phase at a time of the parent.
  public func phase(at parentTime: Double) -> Phase {
    phase(atLocal: localTime(at: parentTime), activeDuration: activeDuration)
  }

  private func phase(atLocal time: Double, activeDuration: Double) -> Phase {
    let delay = delay.isFinite ? delay : 0
    let end = max(delay + activeDuration + (endDelay.isFinite ? endDelay : 0), 0)
    let activeStart = max(min(delay, end), 0)
    let activeEnd = max(min(delay + activeDuration, end), 0)
    let isBackward = speed < 0
    if time < activeStart || (isBackward && time == activeStart) { return .before }
    if time > activeEnd || (!isBackward && time == activeEnd) { return .after }
    return .active
  }

  /// Returns the state at a time of the parent, or nil when the animation has no effect then.
  public func state(at parentTime: Double) -> State? {
    let local = localTime(at: parentTime)
    let count = iterationCount
    let duration = duration > 0 ? duration : 0
    let activeDuration = duration == 0 || count == 0 ? 0 : duration * count
    let phase = phase(atLocal: local, activeDuration: activeDuration)
    guard let activeTime = activeTime(atLocal: local, in: phase, of: activeDuration) else { return nil }

    let start = iterationStart > 0 && iterationStart.isFinite ? iterationStart : 0
    let played = duration == 0 ? (phase == .before ? 0 : count) : activeTime / duration
    let overall = (played.isNaN ? 0 : played) + start
    let whole = overall.isFinite ? overall : start
    var passed = whole.rounded(.down)
    var simple = whole - passed
    // The end of the last iteration is its end, not the beginning of one more.
    if simple == 0 && phase != .before && activeTime == activeDuration && count != 0 {
      simple = 1
      passed -= 1
    }
    let isEndless = phase == .after && count == .infinity
    let iteration = isEndless || !overall.isFinite ? .infinity : passed

    let isForward = runsForward(in: iteration)
    let isBeforeStep = phase == .before && isForward || phase == .after && !isForward
    let progress = easing.value(at: isForward ? simple : 1 - simple, isBefore: isBeforeStep)
    return State(phase: phase, progress: progress, iteration: iteration, isBeforeStep: isBeforeStep)
  }

  private func activeTime(atLocal time: Double, in phase: Phase, of activeDuration: Double) -> Double? {
    let delay = delay.isFinite ? delay : 0
    switch phase {
    case .before: return fill.isBackwards ? max(time - delay, 0) : nil
    case .active: return time - delay
    case .after: return fill.isForwards ? max(min(time - delay, activeDuration), 0) : nil
    }
  }

  private func runsForward(in iteration: Double) -> Bool {
    if direction == .normal && !autoreverses { return true }
    let half = iteration / 2
    let isOdd = half.isFinite && half != half.rounded(.down)
    switch direction {
    case .normal: return !(autoreverses && isOdd)
    case .reverse: return autoreverses && isOdd
    case .alternate: return !isOdd
    case .alternateReverse: return isOdd
    }
  }
}
