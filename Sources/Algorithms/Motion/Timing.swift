/// When an animation plays, how often, and which way: the timing model of Web Animations, with the layer time
/// of Core Animation in front, `local = (parent − beginTime)·speed + timeOffset`.
public struct Timing: Hashable, Sendable {
  /// Which way the iterations run.
  public enum Direction: Hashable, Sendable, CaseIterable {
    /// Every iteration runs forward.
    case normal
    /// Every iteration runs backward.
    case reverse
    /// The first iteration runs forward, the next backward, and so on.
    case alternate
    /// The first iteration runs backward, the next forward, and so on.
    case alternateReverse
  }

  /// The value that shows before and after the animation plays.
  public enum Fill: Hashable, Sendable, CaseIterable {
    /// Nothing of the animation shows outside its iterations.
    case none
    /// The end stays after the last iteration.
    case forwards
    /// The beginning shows before the first iteration, during the delay.
    case backwards
    /// The beginning shows before, and the end stays after.
    case both

    var isForwards: Bool { self == .forwards || self == .both }
    var isBackwards: Bool { self == .backwards || self == .both }
  }

  /// The seconds of one iteration.
  public var duration: Double

  /// The local seconds before the first iteration begins; negative begins in the middle.
  public var delay = 0.0

  /// The local seconds after the last iteration that still belong to the animation.
  public var endDelay = 0.0

  /// How many times it plays; with `autoreverses`, forward and back count as one.
  public var iterations = 1.0

  /// The seconds for which it plays whatever `iterations` says, when this is set.
  public var repeatDuration: Double?

  /// The number of iterations that have passed when it begins.
  public var iterationStart = 0.0

  /// Which way the iterations run.
  public var direction = Direction.normal

  /// Whether every iteration is followed by one that runs backward.
  public var autoreverses = false

  /// The value that shows before and after the animation plays.
  public var fill = Fill.none

  /// The timing function over each iteration.
  public var easing = TimingFunction.linear

  /// The parent's time at which local time is `timeOffset`.
  public var beginTime = 0.0

  /// The local seconds per parent second; negative runs backward, 0 stands still.
  public var speed = 1.0

  /// The local time at `beginTime`.
  public var timeOffset = 0.0

  /// Creates a timing that plays once; Core Animation's default lasts 0.25 s.
  ///
  /// - Parameters:
  ///   - duration: The duration of one iteration, in seconds.
  ///   - easing: The progress over an iteration.
  public init(duration: Double = 0.25, easing: TimingFunction = .linear) {
    self.duration = duration
    self.easing = easing
  }
}

extension Timing {
  /// Returns the local time at a time of the parent, both in seconds.
  public func localTime(at parentTime: Double) -> Double {
    speed == 0
      ? finite(timeOffset) : tamedTime((parentTime - finite(beginTime)) * finite(speed) + finite(timeOffset))
  }

  /// Returns the parent's time at a local time, both in seconds, or nil at speed 0.
  public func parentTime(atLocal localTime: Double) -> Double? {
    guard speed != 0, finite(speed) != 0 else { return nil }
    return (localTime - finite(timeOffset)) / finite(speed) + finite(beginTime)
  }

  /// How many iterations play, forward and backward ones counted apart.
  public var iterationCount: Double {
    if let repeatDuration {
      let seconds = atLeastZero(repeatDuration)
      return atLeastZero(duration) > 0 ? seconds / atLeastZero(duration) : seconds > 0 ? .infinity : 0
    }
    return atLeastZero(iterations) * (autoreverses ? 2 : 1)
  }

  /// The local seconds from the first iteration's beginning to the last one's end.
  public var activeDuration: Double {
    let count = iterationCount
    let duration = atLeastZero(duration)
    return duration == 0 || count == 0 ? 0 : duration * count
  }

  /// The local time at which the animation is over, its end delay included.
  public var localEnd: Double { atLeastZero(finite(delay) + activeDuration + finite(endDelay)) }

  /// The local time at which the first iteration begins.
  public var activeStart: Double { atLeastZero(min(finite(delay), localEnd)) }

  /// The local time at which the last iteration ends.
  public var activeEnd: Double { atLeastZero(min(finite(delay) + activeDuration, localEnd)) }

  /// The parent's time from which on nothing changes any more; infinite when that never happens.
  public var end: Double {
    if speed > 0 { return parentTime(atLocal: max(activeEnd, localEnd)) ?? .infinity }
    if speed < 0 { return parentTime(atLocal: activeStart) ?? .infinity }
    return -.infinity
  }

  /// The number, or 0 when it is none.
  private func finite(_ number: Double) -> Double { number.isFinite ? number : 0 }

  /// The number, or 0 below it and when it is none.
  private func atLeastZero(_ number: Double) -> Double { number > 0 ? number : 0 }

  private func tamedTime(_ time: Double) -> Double { time.isNaN ? 0 : time }
}

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

  /// Returns the phase at a time of the parent, in seconds.
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

  /// Returns the state at a time of the parent in seconds, or nil when the animation has no effect then.
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
