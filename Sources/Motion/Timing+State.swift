extension Timing {
  public enum Phase: Hashable, Sendable {
    case before, active, after
  }

  /// How far an animation has got.
  public struct State: Hashable, Sendable {
    public let phase: Phase

    /// Progress through the iteration after direction and easing; it may lie outside 0…1.
    public let progress: Double

    /// The number of iterations that have passed, infinite after infinitely many.
    public let iteration: Double

    /// Whether a step at this very place has not been taken yet.
    public let isBeforeStep: Bool
  }

  /// Returns the phase at a time of the parent.
  public func phase(at parentTime: Double) -> Phase { phase(atLocal: localTime(at: parentTime)) }

  private func phase(atLocal time: Double) -> Phase {
    let isBackward = speed < 0
    if time < activeStart || (isBackward && time == activeStart) { return .before }
    if time > activeEnd || (!isBackward && time == activeEnd) { return .after }
    return .active
  }

  /// Returns the state at a time of the parent, or nil when the animation has no effect then.
  public func state(at parentTime: Double) -> State? {
    let local = localTime(at: parentTime)
    let phase = phase(atLocal: local)
    guard let activeTime = activeTime(atLocal: local, in: phase) else { return nil }

    let duration = duration > 0 ? duration : 0
    let start = iterationStart > 0 && iterationStart.isFinite ? iterationStart : 0
    let played = duration == 0 ? (phase == .before ? 0 : iterationCount) : activeTime / duration
    let overall = (played.isNaN ? 0 : played) + start
    var simple = (overall.isFinite ? overall : start).truncatingRemainder(dividingBy: 1)
    // The end of the last iteration is its end, not the beginning of one more.
    let isAtEnd = simple == 0 && phase != .before && activeTime == activeDuration && iterationCount != 0
    if isAtEnd { simple = 1 }

    let iteration: Double
    if phase == .after && iterationCount == .infinity {
      iteration = .infinity
    } else {
      iteration = simple == 1 ? overall.rounded(.down) - 1 : overall.rounded(.down)
    }
    let isForward = runsForward(in: iteration)
    let isBeforeStep = phase == .before && isForward || phase == .after && !isForward
    let progress = easing.value(at: isForward ? simple : 1 - simple, isBefore: isBeforeStep)
    return State(phase: phase, progress: progress, iteration: iteration, isBeforeStep: isBeforeStep)
  }

  private func activeTime(atLocal time: Double, in phase: Phase) -> Double? {
    let delay = delay.isFinite ? delay : 0
    switch phase {
    case .before: return fill.isBackwards ? max(time - delay, 0) : nil
    case .active: return time - delay
    case .after: return fill.isForwards ? max(min(time - delay, activeDuration), 0) : nil
    }
  }

  private func runsForward(in iteration: Double) -> Bool {
    let isOdd = iteration.isFinite && iteration.truncatingRemainder(dividingBy: 2) == 1
    switch direction {
    case .normal: return !(autoreverses && isOdd)
    case .reverse: return autoreverses && isOdd
    case .alternate: return !isOdd
    case .alternateReverse: return isOdd
    }
  }
}
