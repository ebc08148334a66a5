import Application
import Colors
import Localization
import Controls
public import Geometry
import Typography
import Files
import Terminal
import Bus

/// The flip clock as a program runs it: in one window or one on each monitor, as a picture, or as layers.
public struct ClockProgram {
  /// How a clock ended.
  public enum Outcome: Hashable, Sendable {
    /// It was closed, or a countdown came to its end.
    case done
    /// A countdown was closed before its end.
    case cancelled
    /// A line that should have been a score was none.
    case refused
  }

  /// What the clock counts.
  public var mode: ClockMode
  /// How the clock looks and behaves.
  public var settings: ClockSettings
  /// Where the clock begins, or nil for now, or for nothing passed.
  public var start: ClockStart?
  /// How many seconds pass in one.
  public var rate = 1.0
  /// How the window opens.
  public var window: WindowSettings

  /// Creates a clock; a size is in points.
  public init(
    mode: ClockMode = .timeOfDay, settings: ClockSettings = ClockSettings(), size: Size = defaultSize,
    folders: UserFolders = UserFolders()
  ) {
    self.mode = mode
    self.settings = settings
    // Untranslated: who opens the window names it.
    window = WindowSettings(title: "Clock", size: size, minimumSize: Self.minimumSize, folders: folders)
  }

  /// The smallest size that a window can be made, in points.
  public static let minimumSize = Size(width: 120, height: 64)
  /// The size at which the window opens, in points.
  public static let defaultSize = Size(width: 720, height: 320)

  /// Says that the font of the figures is not installed, and which one stands for it; nil when it is.
  public var fontWarning: String? { settings.fontFamily.flatMap { _ in settings.fontWarning(Typesetter()) } }

  // MARK: Without a window

  /// The clock as it is at its start: cards that began to fall just before are on their way, and time 0 is then.
  public var still: WindowProgram<ClockFace> {
    WindowProgram(windowSettings) { environment in
      let first = ClockSources.observe { 0 }
      let work = clockwork(observe: { first })
      let face = ClockFace(work: work, in: environment)
      face.layOut(size: window.size, scale: environment.interface.scale)
      if mode == .score {
        // All that comes is read first.
        for number in ClockScores.readAll().compactMap(ClockScores.number).suffix(1) { work.setScore(number) }
      }
      // On the very tick nothing has fallen yet; who asks for a whole second means what it shows.
      if mode == .score || start?.time.fraction == 0 { face.start(at: 0) } else { face.seek(to: 0) }
      return face
    }
  }

  private var windowSettings: WindowSettings {
    var window = window
    window.reducesMotion = settings.reducesMotion
    window.scale = settings.scale
    window.isFullScreen = settings.isFullScreen
    window.monitors =
      switch settings.place {
      case .anywhere: .anywhere
      case .monitor(let number): .number(number)
      case .allMonitors: .all
      }
    return window
  }

  private func clockwork(observe: @escaping () -> ClockObservation) -> Clockwork {
    let first = start.map { start in
      mode == .timeOfDay
        ? start.instant(today: ClockSources.today, zoneOffset: ClockSources.zoneOffset) : start.time
    }
    return Clockwork(
      mode: mode, settings: settings, start: first, rate: rate, language: window.language, observe: observe,
      zoneOffset: ClockSources.zoneOffset)
  }

  // MARK: In windows

  /// Opens the clock and returns how it ended.
  public func run() throws -> Outcome {
    var running: RunningClock?
    let program = WindowProgram(windowSettings) { environment in
      let clock =
        running
        ?? RunningClock(
          clockwork { ClockSources.observe(environment.now) }, readsScores: mode == .score,
          folders: environment.folders, language: window.language, wake: environment.wake)
      running = clock
      return clock.face(in: environment)
    }
    let face = try program.run()
    return try withExtendedLifetime(face) { try running?.outcome() ?? .done }
  }
}

/// What the windows of one clock share.
private final class RunningClock {
  private let work: Clockwork
  private let preferences: ClockPreferences
  private let wakeLock: DisplayWakeLock
  private let sound = AlertSound()
  private let folders: UserFolders
  private let language: Language
  private let scores: ClockScores?
  private var faces: [(face: ClockFace, window: HostWindow)] = []
  private var hasRefused = false
  /// The number of the line of scores that was read last.
  private var scoreLine = 0
  private var failure: (any Error)?
  /// The settings that the windows have followed so far.
  private var settings: ClockSettings
  /// Whether it was said in this drag that the window stays where it is.
  private var hasToldOfMoving = false

  init(
    _ work: Clockwork, readsScores: Bool, folders: UserFolders, language: Language,
    wake: @escaping @Sendable () -> Void
  ) {
    self.work = work
    settings = work.settings
    self.folders = folders
    self.language = language
    wakeLock = DisplayWakeLock(program: "regalia", reason: language.localized("A clock in full screen"))
    preferences = ClockPreferences(folders: folders)
    scores = readsScores ? ClockScores(wake: wake) : nil
    ClockWatch.start(onChange: wake)
    work.onLine = { [unowned self] in say($0) }
  }

  func face(in environment: WindowEnvironment) -> ClockFace {
    let face = ClockFace(work: work, in: environment)
    face.clipboard = environment.clipboard
    guard let window = environment.window else { return face }
    faces.removeAll { $0.window === window }
    faces.append((face, window))
    face.monitorCount = window.monitorCount
    face.isFullScreen = settings.isFullScreen
    face.delegate = self
    if settings.isFullScreen { wakeLock.set(true) }
    return face
  }

  func outcome() throws -> ClockProgram.Outcome {
    wakeLock.set(false)
    if let failure { throw failure }
    if work.endsWithCountdown, !faces.contains(where: \.face.hasRunOut) { return .cancelled }
    return hasRefused ? .refused : .done
  }

  /// Prints a line; a clock that nobody can read from any more ends.
  private func say(_ line: String) {
    do {
      try StandardOutput.print(line)
    } catch {
      failure = failure ?? error
      for (face, _) in faces { face.close() }
    }
  }

  func receiveMail() {
    for line in scores?.takeAll() ?? [] {
      scoreLine += 1
      if let number = ClockScores.number(line) {
        work.setScore(number)
      } else {
        hasRefused = true
        StandardOutput.complain(
          language.localized(
            "standard input, line {number}: “{line}” is no whole number from -99999 to 999999",
            ["number": String(scoreLine), "line": line]))
      }
    }
  }

  private func cover(_ covers: Bool, _ face: ClockFace, _ window: HostWindow) {
    if covers { window.enterFullScreen() } else { window.leaveFullScreen() }
    face.isFullScreen = window.isFullScreen
    wakeLock.set(faces.contains { $0.window.isFullScreen })
  }

  private func window(of face: ClockFace) -> HostWindow? { faces.first { $0.face === face }?.window }
}

extension RunningClock: ClockFaceDelegate {
  func clockFace(_ face: ClockFace, requests request: ClockFace.Request) {
    guard let window = window(of: face) else { return }
    switch request {
    case .toggleFullScreen: cover(!window.isFullScreen, face, window)
    case .leaveFullScreen: cover(false, face, window)
    case .beginMoving(let point):
      hasToldOfMoving = false
      if window.canBeMoved { window.beginMoving(holding: point) }
    case .move:
      window.move()
      if !window.canBeMoved, !hasToldOfMoving { face.tellOfMoving() }
      hasToldOfMoving = true
    case .endMoving: window.endMoving()
    case .cancelMoving: window.cancelMoving()
    case .makeRoom(let needed): window.makeRoom(needed)
    case .giveRoomBack: window.giveRoomBack()
    }
  }

  func clockFaceTimeIsUp(_ face: ClockFace) {
    guard face === faces.first?.face else { return }
    sound.play()
    DesktopNotification.show(
      "countdown", title: language.localized("Time is up"),
      words: language.localized("The countdown has come to its end."),
      // Untranslated: the name of the program.
      program: "Regalia", icon: "page.regalia.Regalia")
    // Only who began with a countdown reads what becomes of it.
    // Untranslated: scripts read it.
    if work.endsWithCountdown { say("Time is up") }
  }

  var recentColors: [RGBA] { faces.first?.face.colorPickers.recentColors(folders.state) ?? [] }

  func clockFace(_ face: ClockFace, accepted color: RGBA) { face.colorPickers.keep(color, folders.state) }

  func clockFace(_ face: ClockFace, changed settings: ClockSettings) {
    if !preferences.save(settings) {
      StandardOutput.complain(
        language.localized("the settings cannot be kept; is the configuration folder writable?"))
    }
    let before = self.settings
    self.settings = settings
    for (face, window) in faces {
      if settings.scale != before.scale { window.setScale(settings.scale) }
      if settings.isFullScreen != before.isFullScreen, settings.isFullScreen != window.isFullScreen {
        cover(settings.isFullScreen, face, window)
      }
    }
  }
}

extension ClockFace {
  /// Creates a face of a window with what that is made with.
  fileprivate convenience init(work: Clockwork, in environment: WindowEnvironment) {
    let interface = environment.interface
    self.init(
      work: work, typesetter: environment.typesetter, theme: interface.theme, scale: interface.scale,
      language: interface.language)
    colorPickers = environment.colorPickers
  }
}
