import FlipClock
import Controls
import Geometry
import Images
import Scene
import Typography
import Windowing

/// The flip clock as a program runs it: in windows, as a picture, or as layers.
public struct ClockSession {
  /// How a clock ended.
  public enum Outcome: Hashable, Sendable {
    /// It was closed, or a countdown came to its end.
    case done
    /// A countdown was closed before its end.
    case cancelled
    /// A line that should have been a score was none.
    case refused
  }

  /// A monitor that is not there.
  struct MissingMonitor: Error, CustomStringConvertible {
    let number: Int
    let count: Int

    var description: String {
      "there is no monitor \(number); \(count == 1 ? "there is one" : "there are \(count)")"
    }
  }

  public var mode: ClockMode
  public var settings: ClockSettings
  /// Where the clock begins, or nil for now, or for nothing passed.
  public var start: ClockStart?
  /// How many seconds pass in one.
  public var rate = 1.0
  public var size: Size
  public var folders: UserFolders
  /// What is played into the first window.
  public var script = InputScript()
  /// Where what is done in the first window is taken down, or nil.
  public var recording: String?

  public init(
    mode: ClockMode = .timeOfDay, settings: ClockSettings = ClockSettings(), size: Size = defaultSize,
    folders: UserFolders = UserFolders()
  ) {
    self.mode = mode
    self.settings = settings
    self.size = size
    self.folders = folders
  }

  /// The smallest size that a window can be made, in points.
  public static let minimumSize = Size(width: 120, height: 64)
  public static let defaultSize = Size(width: 720, height: 320)

  // MARK: Without a window

  /// Returns the face at its start: cards that began to fall just before are on their way, and time 0 is then.
  public func inspected(scale: Double = 1) -> ClockFace {
    let face = stillFace(Typesetter(), scale: scale)
    face.layOut(size: size, scale: scale)
    return face
  }

  /// Returns a picture of the window, drawn without one; scores are read to the end of standard input first.
  public func picture(scale: Double) throws -> Bitmap {
    let typesetter = Typesetter()
    let face = stillFace(typesetter, scale: scale)
    if mode == .score {
      for number in ClockScores().readAll().compactMap(ClockScores.number).suffix(1) {
        face.work.setScore(number)
      }
      face.start(at: 0)
    }
    let end = script.steps.last?.time ?? 0
    return try Snapshot.bitmap(
      of: face, playing: script, size: size, scale: scale, at: end, typesetter: typesetter,
      cacheDirectory: folders.programCache)
  }

  private func stillFace(_ typesetter: Typesetter, scale: Double) -> ClockFace {
    let first = ClockSources.observe { 0 }
    let work = clockwork(observe: { first })
    let face = ClockFace(work: work, typesetter: typesetter, scale: scale)
    face.reducesMotion = settings.reducesMotion ?? false
    face.layOut(size: size, scale: scale)
    // On the very tick nothing has fallen yet; who asks for a whole second means what it shows.
    if start?.time.fraction == 0 { face.start(at: 0) } else { face.seek(to: 0) }
    return face
  }

  func clockwork(observe: @escaping () -> ClockObservation) -> Clockwork {
    let first = start.map { start in
      mode == .timeOfDay
        ? start.instant(today: ClockSources.today, zoneOffset: ClockSources.zoneOffset) : start.time
    }
    return Clockwork(
      mode: mode, settings: settings, start: first, rate: rate, observe: observe,
      zoneOffset: ClockSources.zoneOffset)
  }

  // MARK: In windows

  /// Opens the clock and returns how it ended.
  public func run() throws -> Outcome {
    let recorder = try recording.map { try InputRecorder(path: $0) }
    let desktop = settings.reducesMotion == nil ? DesktopSettings() : nil
    let typesetter = Typesetter()
    let loop = try EventLoop()
    let work = clockwork(observe: { [unowned loop] in ClockSources.observe { loop.now } })
    let waker = loop.waker
    ClockWatch.start { waker.wake() }
    let windows = try ClockWindows(self, work, loop, typesetter)
    windows.first.session.script = script
    windows.first.session.recorder = recorder
    let wish = desktop?.preferences(waitingAtMost: 0.1).reducesMotion
    windows.reduceMotion(settings.reducesMotion ?? wish ?? false)
    desktop?.setOnChange { waker.wake() }

    let scores = mode == .score ? ClockScores() : nil
    scores?.start { waker.wake() }
    var hasRefused = false
    var failure: (any Error)?
    func say(_ line: String) {
      do { try StandardOutput.print(line) } catch { failure = failure ?? error }
    }
    work.onLine = say
    windows.first.face.onTimeUp = { say("Time is up") }
    windows.onTurn = {
      for line in scores?.take() ?? [] {
        if let number = ClockScores.number(line) {
          work.setScore(number)
        } else {
          hasRefused = true
          StandardOutput.complain("regalia: \"\(line)\" is no whole number from -99999 to 999999")
        }
      }
      if settings.reducesMotion == nil, let desktop {
        windows.reduceMotion(work.settings.reducesMotion ?? desktop.current.reducesMotion ?? false)
      }
    }
    try windows.run { failure != nil }
    if let failure { throw failure }
    if case .countdown = work.mode, !windows.hasRunOut { return .cancelled }
    return hasRefused ? .refused : .done
  }
}
