import Scene

/// Lets the cards of a dial follow a clockwork: they fall at the exact times of its ticks, whatever frames are drawn.
final class ClockTicker {
  let work: Clockwork
  let dial: ClockDial
  private var progress = ClockProgress()
  /// The second after which the next tick's figures were drawn.
  private var preparedSecond: Int?

  init(_ work: Clockwork, _ dial: ClockDial) { (self.work, self.dial) = (work, dial) }

  /// Whether a reading is shown.
  var hasBegun: Bool { progress.revision != nil }

  private var tree: LayerTree? { dial.stage.layer.tree }

  /// Shows the reading of a time, with all cards at rest.
  func start(at time: Double) {
    progress.start(work, at: time)
    dial.show(work.reading(at: progress.second), at: time)
  }

  /// Brings the cards to a time; `layOut` is called where the settings have become others.
  func follow(to time: Double, reducesMotion: Bool, layOut: () -> Void) {
    if progress.revision != work.revision {
      // Changes that no tick brings: other settings, another score, a clock that was set.
      if progress.adopt(work) { layOut() }
      tree?.advance(to: time)
      catchUp(at: time, reducesMotion)
    }
    if progress.isFarBehind(work, at: time) { catchUp(at: time, reducesMotion) }
    // Each event has its own exact time, so that frames leave no trace.
    while let event = nextEvent, event.time <= time {
      tree?.advance(to: event.time)
      switch event {
      case .tick(let second, let tickTime): tick(second, at: tickTime, reducesMotion)
      case .card(let digit, let begin): digit.beginWaiting(at: begin)
      }
    }
    tree?.advance(to: time)
  }

  /// Draws the figures of the next tick while no card falls, so that no frame of the fall has to.
  func prepareFigures(at time: Double) {
    guard preparedSecond != progress.second, tree?.nextFrameTime(after: time) == nil,
      let next = work.nextTick(after: progress.second)
    else { return }
    preparedSecond = progress.second
    dial.stage.pictures.prepare(work.reading(at: next).characters)
  }

  /// Returns when a frame is needed: now while a card falls, at the next tick otherwise.
  func nextFrameTime(after time: Double) -> Double? {
    [tree?.nextFrameTime(after: time), nextEvent?.time].compactMap { $0 }.min()
  }

  private enum Event {
    case tick(Int, time: Double)
    case card(FlipDigit, time: Double)

    var time: Double {
      switch self {
      case .tick(_, let time), .card(_, let time): time
      }
    }
  }

  private var nextEvent: Event? {
    var next: Event?
    if let second = work.nextTick(after: progress.second) {
      next = .tick(second, time: work.time(of: second))
    }
    for digit in dial.stage.digits {
      if let begin = digit.nextBegin, begin < (next?.time ?? .infinity) { next = .card(digit, time: begin) }
    }
    return next
  }

  private func tick(_ second: Int, at time: Double, _ reducesMotion: Bool) {
    progress.second = second
    let next = work.reading(at: second)
    guard next.shape == dial.reading.shape, !reducesMotion else { return dial.show(next, at: time) }
    dial.fall(to: next, at: time)
  }

  /// Lets each place fall through the cards that were missed, several at a time; what lies far off is shown at once.
  private func catchUp(at time: Double, _ reducesMotion: Bool) {
    let isFar = progress.leap(work, to: time)
    let second = progress.second
    let next = work.reading(at: second)
    guard next.shape == dial.reading.shape, !reducesMotion, !isFar else { return dial.show(next, at: time) }
    let work = work
    dial.catchUp(
      to: next, at: time, earlier: work.mode == .score ? nil : { work.reading(at: second - $0) })
  }
}

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
