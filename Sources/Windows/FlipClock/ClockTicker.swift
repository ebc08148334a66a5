import Scene

/// Drives the cards of a dial from a clockwork: they flip at the exact times of its ticks, regardless of frames.
final class ClockTicker {
  let work: Clockwork
  let dial: ClockDial
  private var progress = ClockProgress()
  /// The second for which the next tick's pictures were prepared.
  private var preparedSecond: Int?

  init(_ work: Clockwork, _ dial: ClockDial) { (self.work, self.dial) = (work, dial) }

  /// Whether a reading is shown.
  var hasBegun: Bool { progress.revision != nil }

  private var tree: LayerTree? { dial.stage.layer.tree }

  /// Shows the reading at a time, with all cards at rest.
  func start(at time: Double) {
    progress.start(work, at: time)
    dial.show(work.reading(at: progress.second), at: time)
  }

  /// Advances the cards to a time; calls `layOut` if the settings have changed.
  func follow(to time: Double, reducesMotion: Bool, layOut: () -> Void) {
    if progress.revision != work.revision {
      // Changes other than ticks: new settings, another score, a clock that was set.
      if progress.adopt(work) { layOut() }
      tree?.advance(to: time)
      catchUp(at: time, reducesMotion)
    }
    if progress.isFarBehind(work, at: time) { catchUp(at: time, reducesMotion) }
    // Each event has its own exact time, so that the result does not depend on frames.
    while let event = nextEvent, event.time <= time {
      tree?.advance(to: event.time)
      switch event {
      case .tick(let second, let tickTime): tick(second, at: tickTime, reducesMotion)
      case .card(let digit, let begin): digit.beginWaiting(at: begin)
      }
    }
    tree?.advance(to: time)
  }

  /// Draws the pictures of the next tick between flips, so that no frame of a flip has to.
  func prepareFigures(at time: Double) {
    guard preparedSecond != progress.second, tree?.nextFrameTime(after: time) == nil,
      let next = work.nextTick(after: progress.second)
    else { return }
    preparedSecond = progress.second
    dial.stage.pictures.prepare(work.reading(at: next).characters)
  }

  /// Returns when a frame is needed: now during a flip, otherwise at the next tick.
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

  /// Flips each place through the missed cards, several at a time; a distant time is shown immediately.
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

/// The progress of a face in following its clockwork.
struct ClockProgress: Hashable {
  /// The second of the last shown tick.
  var second = 0
  /// The shown revision of the clockwork, or nil before the first reading.
  private(set) var revision: Int?
  private(set) var settings = ClockSettings()
  private var leaps = 0

  /// Records that the clockwork's whole state is shown.
  mutating func start(_ work: Clockwork, at time: Double) {
    second = work.position(at: time).second
    revision = work.revision
    settings = work.settings
    leaps = work.leaps
  }

  /// Records a new revision; returns whether the settings have changed.
  mutating func adopt(_ work: Clockwork) -> Bool {
    revision = work.revision
    guard settings != work.settings else { return false }
    settings = work.settings
    return true
  }

  /// Returns the number of ticks not shown by a time.
  func ticksBehind(_ work: Clockwork, at time: Double) -> Int {
    let behind = work.position(at: time).second - second
    return work.mode == .timeOfDay && !work.settings.showsSeconds ? behind / 60 : behind
  }

  /// A clock that missed more ticks than this jumps to the current time.
  static let mostTicksBehind = 15

  /// Whether too many ticks were missed by a time to show them one by one.
  func isFarBehind(_ work: Clockwork, at time: Double) -> Bool {
    ticksBehind(work, at: time) > Self.mostTicksBehind
  }

  /// Moves to the second of a time; returns whether it is too distant for flips.
  mutating func leap(_ work: Clockwork, to time: Double) -> Bool {
    let next = work.position(at: time).second
    let hasLeapt = leaps != work.leaps || isFarBehind(work, at: time)
    defer {
      leaps = work.leaps
      second = next
    }
    return hasLeapt && (next - second).magnitude > Self.farthestFlip
  }

  /// The largest correction in seconds that is shown by flipping.
  private static let farthestFlip = 600
}
