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
  public init(duration: Double = 0.25, easing: TimingFunction = .linear) {
    self.duration = duration
    self.easing = easing
  }
}

extension Timing {
  /// Returns the local time at a time of the parent.
  public func localTime(at parentTime: Double) -> Double {
    speed == 0
      ? finite(timeOffset) : tamedTime((parentTime - finite(beginTime)) * finite(speed) + finite(timeOffset))
  }

  /// Returns the parent's time at a local time, or nil when the clock stands still.
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
