/// How far a face has followed its clockwork.
struct ClockProgress: Hashable {
  /// The second whose tick was shown last.
  var second = 0
  /// The revision of the clockwork that is shown, or nil before the first reading.
  private(set) var revision: Int?
  private(set) var settings = ClockSettings()
  private var leaps = 0

  /// Takes note that all of a clockwork's state is shown.
  mutating func start(_ work: Clockwork, at time: Double) {
    second = work.position(at: time).second
    revision = work.revision
    settings = work.settings
    leaps = work.leaps
  }

  /// Takes note of a new revision; returns whether the settings are others.
  mutating func adopt(_ work: Clockwork) -> Bool {
    revision = work.revision
    guard settings != work.settings else { return false }
    settings = work.settings
    return true
  }

  /// Returns the ticks that were not shown by a time.
  func ticksBehind(_ work: Clockwork, at time: Double) -> Int {
    let behind = work.position(at: time).second - second
    return work.mode == .timeOfDay && !work.settings.showsSeconds ? behind / 60 : behind
  }

  /// A clock that missed more ticks than this jumps to the current time.
  static let mostTicksBehind = 15

  /// Whether so much was missed by a time that ticks are no longer shown one by one.
  func isFarBehind(_ work: Clockwork, at time: Double) -> Bool {
    ticksBehind(work, at: time) > Self.mostTicksBehind
  }

  /// Goes to the second of a time; returns whether it is so far off that no card should fall.
  mutating func leap(_ work: Clockwork, to time: Double) -> Bool {
    let next = work.position(at: time).second
    let hasLeapt = leaps != work.leaps || isFarBehind(work, at: time)
    defer {
      leaps = work.leaps
      second = next
    }
    return hasLeapt && (next - second).magnitude > Self.farthestFlip
  }

  /// Seconds by which a clock may be wrong and still flip to the right time.
  private static let farthestFlip = 600
}
