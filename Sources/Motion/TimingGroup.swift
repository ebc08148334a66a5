/// Animations that share one clock: together, or one after the other.
public struct TimingGroup: Hashable, Sendable {
  public enum Arrangement: Hashable, Sendable {
    case together, inSequence
  }

  /// A part of a group.
  public indirect enum Member: Hashable, Sendable {
    case single(Timing)
    case group(TimingGroup)

    /// The local seconds this takes in its group, infinite when it never ends.
    public var length: Double {
      switch self {
      case .single(let timing): timing.speed > 0 ? timing.end : 0
      case .group(let group): group.timing.speed > 0 ? group.timing.end : 0
      }
    }
  }

  /// The group's own timing; its duration cuts off what lasts longer.
  public var timing: Timing
  public var arrangement: Arrangement
  public var members: [Member]

  /// Creates a group that lasts as long as its members need.
  public init(_ members: [Member], arrangement: Arrangement = .together) {
    self.members = members
    self.arrangement = arrangement
    let lengths = members.map { max($0.length, 0) }
    let together = lengths.max() ?? 0
    timing = Timing(duration: arrangement == .together ? together : lengths.reduce(0, +))
  }

  /// Creates a group with a timing of its own.
  public init(_ members: [Member], arrangement: Arrangement = .together, timing: Timing) {
    self.init(members, arrangement: arrangement)
    self.timing = timing
  }

  /// Returns the time that the group's members see, or nil when the group has no effect then.
  public func innerTime(at parentTime: Double) -> Double? {
    guard let state = timing.state(at: parentTime) else { return nil }
    let duration = timing.duration
    guard duration.isFinite else { return max(timing.localTime(at: parentTime) - timing.delay, 0) }
    return state.progress * max(duration, 0)
  }

  /// Returns the state of each member in order, those of groups within in their place.
  public func states(at parentTime: Double) -> [Timing.State?] {
    let inner = innerTime(at: parentTime)
    var start = 0.0
    var states: [Timing.State?] = []
    for member in members {
      let time = inner.map { $0 - start }
      switch member {
      case .single(let timing): states.append(time.flatMap { timing.state(at: $0) })
      case .group(let group): states += group.states(at: time)
      }
      if arrangement == .inSequence { start += max(member.length, 0) }
    }
    return states
  }

  private func states(at time: Double?) -> [Timing.State?] {
    if let time { return states(at: time) }
    return members.flatMap { member -> [Timing.State?] in
      switch member {
      case .single: [nil]
      case .group(let group): group.states(at: Double?.none)
      }
    }
  }
}
