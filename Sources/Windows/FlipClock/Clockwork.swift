public import Localization

/// Computes the reading of a clock at a time: the hour, the time left, the time passed, or a score.
///
/// Time is an argument; a closure reads the computer's clocks, so that tests can provide them.
/// Several faces may show one clockwork.
public final class Clockwork {
  /// The clock's mode.
  public private(set) var mode: ClockMode

  /// The clock's appearance and behaviour.
  public private(set) var settings: ClockSettings

  /// The simulated seconds per second; flips are never faster than at 1, and slower below.
  public let rate: Double

  /// A count of changes other than ticks: settings, mode, score, and a clock that was set.
  private(set) var revision = 0

  /// The number of times that a clock was set or the computer slept.
  private(set) var leaps = 0

  /// Whether time passes; a stopwatch waits for its start.
  public private(set) var isRunning: Bool

  /// Receives a line for scripts: a lap, a stopped time.
  public var onLine: ((String) -> Void)?

  /// Whether the window closes after a countdown: only if the clock was started with one.
  public private(set) var endsWithCountdown: Bool

  private let language: Language
  private let clocks: ComputerClocks
  private let start: ClockInstant?

  /// The wall clock's instant at the start of a clock with a given start time.
  private let wallAtStart: ClockInstant

  /// The elapsed time at `runStart`, when running last started or stopped.
  private var passed: ClockInstant
  private var runStart: ClockInstant

  private var score = 0
  private var scorePlaces = 1
  private var laps: [ClockInstant] = []

  /// Creates a clockwork.
  ///
  /// `start` is the initial time of day, or the time already passed; `zoneOffset` returns the local offset in seconds
  /// for a second since 1970 in UTC.
  public init(
    mode: ClockMode, settings: ClockSettings = ClockSettings(), start: ClockInstant? = nil, rate: Double = 1,
    language: Language = .english, observe: @escaping () -> ClockObservation,
    zoneOffset: @escaping (Int) -> Int = { _ in 0 }
  ) {
    precondition(rate > 0 && rate.isFinite, "time goes forward")
    self.mode = mode
    self.settings = settings
    self.start = start
    self.rate = rate
    self.language = language
    clocks = ComputerClocks(observe: observe, zoneOffset: zoneOffset)
    wallAtStart = clocks.wall.instant
    isRunning = mode != .stopwatch
    if case .countdown = mode { endsWithCountdown = true } else { endsWithCountdown = false }
    passed = mode == .timeOfDay ? .zero : start ?? .zero
    runStart = clocks.elapsed.instant
  }

  /// Reads the computer's clocks and detects when they were set.
  func synchronize() {
    let leap = clocks.synchronize()
    guard mode == .timeOfDay ? leap.wallHasLeapt : leap.elapsedHasLeapt else { return }
    leaps += 1
    revision += 1
  }

  // MARK: Position

  /// Returns the position at a time: seconds since 1970, or the elapsed time of a countdown or a stopwatch.
  public func position(at time: Double) -> ClockInstant {
    if mode == .timeOfDay {
      let wall = clocks.wall.instant(at: time)
      if start == nil && rate == 1 { return wall }
      return (start ?? wallAtStart).advanced(by: wall.seconds(since: wallAtStart) * rate)
    }
    guard isRunning else { return passed }
    return passed.advanced(by: clocks.elapsed.instant(at: time).seconds(since: runStart) * rate)
  }

  /// Returns the time at which the position reaches a whole second.
  func time(of second: Int) -> Double {
    let origin = mode == .timeOfDay ? clocks.wall.time : clocks.elapsed.time
    return origin + ClockInstant(second: second).seconds(since: position(at: origin)) / rate
  }

  /// Returns the next second after one at which the cards may change, or nil if none will.
  func nextTick(after second: Int) -> Int? {
    guard isRunning else { return nil }
    switch mode {
    case .timeOfDay:
      if settings.showsSeconds { return second + 1 }
      let local = second + clocks.zoneOffset(second)
      return second + 60 - (local - floorDivide(local, 60) * 60)
    case .countdown(let total): return second < total ? second + 1 : nil
    case .stopwatch: return second + 1
    case .score: return nil
    }
  }

  /// Returns the reading of the cards during the second that begins at `second`.
  public func reading(at second: Int) -> ClockReading {
    switch mode {
    case .timeOfDay:
      return ClockReading(
        localSecond: second + clocks.zoneOffset(second), settings: settings, language: language)
    case .countdown(let total):
      let left = max(0, total - max(0, second))
      let rest = passed == .zero ? language.localized("Space starts") : language.localized("Paused")
      let caption = left == 0 ? language.localized("Time is up") : isRunning ? "" : rest
      var reading = ClockReading(seconds: left, hasHours: total >= 3600, caption: caption)
      reading.isNotice = left == 0
      reading.keepsCaptionRoom = true
      return reading
    case .stopwatch:
      var reading = ClockReading(seconds: max(0, second), hasHours: false, caption: stopwatchCaption)
      reading.keepsCaptionRoom = true
      return reading
    case .score: return ClockReading(score: score, places: scorePlaces)
    }
  }

  /// The time at which a countdown ends, or nil if nothing ends.
  public var endTime: Double? {
    guard case .countdown(let total) = mode, isRunning else { return nil }
    return time(of: total)
  }

  // MARK: Actions

  /// Starts or stops at a time in seconds, if that is possible.
  public func toggle(at time: Double) {
    guard canToggle(at: time) else { return }
    passed = position(at: time)
    runStart = clocks.elapsed.instant(at: time)
    isRunning.toggle()
    revision += 1
    if mode == .stopwatch && !isRunning { onLine?(passed.stopwatchText) }
  }

  /// Records a lap of a running stopwatch at a time in seconds.
  public func lap(at time: Double) {
    guard mode == .stopwatch, isRunning else { return }
    let now = position(at: time)
    let before = laps.last ?? .zero
    laps.append(now)
    revision += 1
    let lapTime = ClockInstant.zero.advanced(by: now.seconds(since: before))
    onLine?("lap \(laps.count) \(now.stopwatchText) +\(lapTime.stopwatchText)")
  }

  /// Resets a stopped stopwatch, or a countdown, at a time in seconds; one that has ended then waits for its start.
  public func reset(at time: Double) {
    guard canReset(at: time) else { return }
    if endTime.map({ time >= $0 }) ?? false { isRunning = false }
    passed = .zero
    runStart = clocks.elapsed.instant(at: time)
    laps.removeAll()
    revision += 1
  }

  /// Returns whether starting or stopping is possible at a time in seconds.
  public func canToggle(at time: Double) -> Bool {
    mode != .timeOfDay && mode != .score && (endTime.map { time < $0 } ?? true)
  }

  /// Returns whether resetting is possible at a time in seconds.
  public func canReset(at time: Double) -> Bool {
    if mode == .stopwatch && isRunning { return false }
    return mode != .timeOfDay && mode != .score
  }

  /// Changes the score by `step`, within the valid range.
  public func changeScore(by step: Int) {
    guard mode == .score else { return }
    setScore(min(max(score + step, Self.scores.lowerBound), Self.scores.upperBound))
  }

  /// The valid scores.
  public static let scores = -99_999...999_999

  /// Sets the score; the number of cards never decreases.
  public func setScore(_ number: Int) {
    guard number != score else { return }
    score = number
    scorePlaces = max(scorePlaces, String(number).count)
    revision += 1
  }

  /// Sets the settings; faces show them from their next frame on.
  public func change(_ settings: ClockSettings) {
    guard settings != self.settings else { return }
    self.settings = settings
    revision += 1
  }

  /// Switches the mode at a time in seconds; a countdown or stopwatch waits for its start unless `starts` is set.
  public func change(_ mode: ClockMode, at time: Double, starts: Bool = false) {
    guard mode != self.mode || starts else { return }
    self.mode = mode
    endsWithCountdown = false
    isRunning = starts || mode == .timeOfDay || mode == .score
    passed = .zero
    runStart = clocks.elapsed.instant(at: time)
    laps.removeAll()
    revision += 1
  }

  private var stopwatchCaption: String {
    if isRunning {
      return laps.last.map {
        language.localized(
          "Lap {number}  ·  {time}", ["number": String(laps.count), "time": $0.stopwatchText])
      } ?? ""
    }
    return passed == .zero ? language.localized("Space starts") : passed.stopwatchText
  }
}

extension ClockInstant {
  /// The time of a stopwatch: minutes, seconds and hundredths, preceded by hours if there are any.
  var stopwatchText: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    let hours = second / 3600
    let rest = "\(two(second / 60 % 60)):\(two(second % 60)).\(two(Int(fraction * 100)))"
    return hours > 0 ? "\(two(hours)):\(rest)" : rest
  }
}

/// Maps the time of the frame loop to one of the computer's clocks.
struct ClockLine {
  private(set) var time: Double
  private(set) var instant: ClockInstant

  /// Smaller differences, in seconds, come from reading the two clocks one after the other.
  static let noise = 0.002

  /// Larger differences mean that the clock was set or the computer slept.
  static let leap = 0.25

  /// Takes an observation; returns the clock's jump, or nil if it continued as before.
  mutating func follow(_ instant: ClockInstant, at time: Double) -> Double? {
    let drift = instant.seconds(since: self.instant(at: time))
    guard drift.magnitude > Self.noise else { return nil }
    (self.time, self.instant) = (time, instant)
    return drift.magnitude > Self.leap ? drift : nil
  }

  func instant(at time: Double) -> ClockInstant { instant.advanced(by: time - self.time) }
}

/// The computer's clocks as functions of the frame loop's time, and the local offset.
final class ComputerClocks {
  /// The time of day, in UTC.
  private(set) var wall: ClockLine
  /// The monotonic clock.
  private(set) var elapsed: ClockLine

  /// Returns the local offset in seconds for a second since 1970 in UTC.
  let zoneOffset: (Int) -> Int
  private let observe: () -> ClockObservation

  init(observe: @escaping () -> ClockObservation, zoneOffset: @escaping (Int) -> Int) {
    (self.observe, self.zoneOffset) = (observe, zoneOffset)
    let first = observe()
    wall = ClockLine(time: first.time, instant: first.wall)
    elapsed = ClockLine(time: first.time, instant: first.elapsed)
  }

  /// Reads both clocks; returns which of them were set, or advanced while the computer slept.
  func synchronize() -> (wallHasLeapt: Bool, elapsedHasLeapt: Bool) {
    let now = observe()
    let wallLeap = wall.follow(now.wall, at: now.time)
    let elapsedLeap = elapsed.follow(now.elapsed, at: now.time)
    return (wallLeap != nil, elapsedLeap != nil)
  }
}

/// A point in time as whole seconds and a fraction, so that a tick far from the origin is still exact.
public struct ClockInstant: Hashable, Sendable {
  /// The whole seconds, rounded down.
  public var second: Int

  /// From 0 up to but not including 1.
  public var fraction: Double

  /// Creates an instant, carrying whole seconds out of the fraction, which may be any number.
  public init(second: Int, fraction: Double = 0) {
    let whole = fraction.rounded(.down)
    let rest = fraction - whole
    guard fraction.isFinite, whole.magnitude < 1e15 else {
      (self.second, self.fraction) = (second, 0)
      return
    }
    // A tiny negative fraction rounds up to a whole second.
    (self.second, self.fraction) =
      rest < 1 ? (second + Int(whole), rest) : (second + Int(whole) + 1, 0)
  }

  /// The origin.
  public static let zero = ClockInstant(second: 0)

  /// Returns the instant `seconds` later.
  public func advanced(by seconds: Double) -> ClockInstant {
    let whole = seconds.rounded(.down)
    guard seconds.isFinite, whole.magnitude < 1e15 else { return self }
    return ClockInstant(second: second + Int(whole), fraction: fraction + (seconds - whole))
  }

  /// Returns the seconds since another instant.
  public func seconds(since other: ClockInstant) -> Double {
    Double(second - other.second) + (fraction - other.fraction)
  }
}

/// The readings of the computer's clocks at one time of the frame loop.
public struct ClockObservation: Hashable, Sendable {
  /// The time of the loop, in seconds.
  public var time: Double

  /// The time of day in seconds since 1970 in UTC, which may be set forward and back.
  public var wall: ClockInstant

  /// Monotonic seconds, which include the computer's sleep.
  public var elapsed: ClockInstant

  /// Creates an observation of both clocks at one time of the loop, in seconds.
  public init(time: Double, wall: ClockInstant, elapsed: ClockInstant) {
    self.time = time
    self.wall = wall
    self.elapsed = elapsed
  }
}

/// The quantity that a clock counts.
public enum ClockMode: Hashable, Sendable {
  /// The local time of day.
  case timeOfDay
  /// Down from a number of seconds to zero.
  case countdown(seconds: Int)
  /// Up from zero.
  case stopwatch
  /// A number that is set from outside.
  case score
}
