import Application
import Bus
import Colors
import Controls
import Files
public import Geometry
import Glibc
public import Localization
import Terminal
import Typography
import Workers

/// The flip clock as a program: in one window or one on each monitor, as a picture, or as layers.
public struct ClockProgram {
  /// The way a clock ended.
  public enum Outcome: Hashable, Sendable {
    /// It was closed, or a countdown ended.
    case done
    /// A countdown was closed before its end.
    case cancelled
    /// A line of input was not a valid score.
    case refused
  }

  /// The clock's mode.
  public var mode: ClockMode
  /// The clock's appearance and behaviour.
  public var settings: ClockSettings
  /// The initial time, or nil for now, or for nothing passed.
  public var start: ClockStart?
  /// The simulated seconds per second.
  public var rate = 1.0
  /// The window's settings.
  public var window: WindowSettings

  /// Creates a clock; `size` is in points.
  public init(
    mode: ClockMode = .timeOfDay, settings: ClockSettings = ClockSettings(), size: Size = defaultSize,
    folders: UserFolders = UserFolders()
  ) {
    self.mode = mode
    self.settings = settings
    // Untranslated: the caller sets the window's title.
    window = WindowSettings(title: "Clock", size: size, minimumSize: Self.minimumSize, folders: folders)
  }

  /// The minimum size of the window, in points.
  public static let minimumSize = Size(width: 120, height: 64)
  /// The default size of the window, in points.
  public static let defaultSize = Size(width: 720, height: 320)

  /// A warning that the chosen font is not installed, with its substitute; nil if it is.
  public var fontWarning: Message? { settings.fontFamily.flatMap { _ in settings.fontWarning(Typesetter()) } }

  // MARK: Without a window

  /// The clock at its start, with time 0 there: cards that started flipping just before are in motion.
  public var still: WindowProgram<ClockFace> {
    WindowProgram(windowSettings) { environment in
      let first = ClockSources.observe { 0 }
      let work = clockwork(observe: { first })
      let face = ClockFace(work: work, in: environment)
      face.layOut(size: window.size, scale: environment.interface.scale)
      if mode == .score {
        // All input is read first.
        for number in ClockScores.readAll().compactMap(ClockScores.number).suffix(1) { work.setScore(number) }
      }
      // Exactly at a tick nothing has flipped yet, but a whole second is meant to show its reading.
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
  ///
  /// - Throws: `WindowError` without a display or a graphics driver, or the error of standard output if it is closed.
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

/// The shared state of a clock's windows.
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
  /// The number of the last line of scores that was read.
  private var scoreLine = 0
  private var failure: (any Error)?
  /// The settings that the windows have applied.
  private var settings: ClockSettings
  /// Whether this drag has already reported that the window cannot be moved.
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

  /// Prints a line; the clock ends if its output is closed.
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
    // Reported only if the clock was started with a countdown.
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
  /// Creates a face from a window's environment.
  fileprivate convenience init(work: Clockwork, in environment: WindowEnvironment) {
    let interface = environment.interface
    self.init(
      work: work, typesetter: environment.typesetter, theme: interface.theme, scale: interface.scale,
      language: interface.language)
    colorPickers = environment.colorPickers
  }
}

/// The settings of the clock, stored in a file.
public struct ClockPreferences {
  private let file: SmallFile?

  /// Creates preferences in a person's settings folder; without one nothing is stored.
  public init(folders: UserFolders = UserFolders()) {
    file = folders.config.map { SmallFile(path: $0 + "/clock") }
  }

  /// The stored settings; without a file the defaults.
  public var settings: ClockSettings { file?.text.map { ClockSettings(text: $0) } ?? ClockSettings() }

  /// Writes the settings atomically; returns whether that succeeded.
  func save(_ settings: ClockSettings) -> Bool { file?.write(settings.text) ?? false }
}

/// The computer's clocks.
public enum ClockSources {
  /// Returns the readings of the clocks at a time of the frame loop, which `time` returns.
  public static func observe(_ time: () -> Double) -> ClockObservation {
    // If the process is suspended between two readings, that would look like a clock that was set; then they are
    // repeated.
    for _ in 0..<3 {
      let before = time()
      let (wall, elapsed) = (now(CLOCK_REALTIME), now(CLOCK_BOOTTIME))
      let after = time()
      if after - before < 0.001 { return ClockObservation(time: before, wall: wall, elapsed: elapsed) }
    }
    return ClockObservation(time: time(), wall: now(CLOCK_REALTIME), elapsed: now(CLOCK_BOOTTIME))
  }

  /// Returns the local offset from UTC in seconds at a second since 1970.
  public static func zoneOffset(at second: Int) -> Int {
    var seconds = time_t(second)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return 0 }
    return parts.tm_gmtoff
  }

  /// The current local day, in days since 1970.
  static var today: Int {
    let second = now(CLOCK_REALTIME).second
    return Int((Double(second + zoneOffset(at: second)) / 86400).rounded(.down))
  }

  static func now(_ clock: clockid_t) -> ClockInstant {
    var time = timespec()
    clock_gettime(clock, &time)
    return ClockInstant(second: time.tv_sec, fraction: Double(time.tv_nsec) / 1e9)
  }
}

/// Scores from standard input, one per line.
final class ClockScores {
  private let lines: Mailbox<String>

  /// Starts reading on its own thread; calls `wake` there when lines have arrived.
  init(wake: @escaping @Sendable () -> Void) {
    lines = Mailbox(wake: wake)
    Worker(name: "scores").run { [lines] in
      while let line = Self.nextLine() { lines.send(line) }
    }
  }

  /// Removes and returns the lines that have arrived.
  func takeAll() -> [String] { lines.takeAll() }

  /// Reads all lines to the end.
  static func readAll() -> [String] {
    var all: [String] = []
    while let line = nextLine() { all.append(line) }
    return all
  }

  /// Returns the number in a line, or nil if it is not a valid score.
  static func number(_ line: String) -> Int? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, words[0].allSatisfy({ $0.isASCII }), let number = Int(words[0]),
      Clockwork.scores.contains(number)
    else { return nil }
    return number
  }

  private static let longestLine = 256

  /// Returns the next line without its ending, truncated to the length of a number.
  private static func nextLine() -> String? {
    var bytes: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      guard count == 1 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      if byte == 10 { return String(decoding: bytes, as: UTF8.self) }
      if bytes.count < longestLine { bytes.append(byte) }
    }
  }
}

/// The start time of a clock, from the command line.
public struct ClockStart: Hashable, Sendable {
  /// The day, in days since 1970, or nil for the current one.
  public var day: Int?

  /// The seconds since midnight, or since the start of the count.
  public var time: ClockInstant

  /// The error for a text that is not a time, with a message on how to write one.
  public struct Fault: Error, Hashable, Sendable {
    /// The advice on what to write.
    public let message: Message
  }

  /// Parses `10:10`, `10:10:00.2` or `2026-03-29T01:59:58`.
  ///
  /// - Throws: ``ClockStart/Fault`` with advice if the text is not a time.
  public init(_ text: String) throws(Fault) {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 { day = try Self.day(parts[0]) }
    let fields = parts[parts.count - 1].split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 2 || fields.count == 3, let hour = Self.number(fields[0], upTo: 23),
      let minute = Self.number(fields[1], upTo: 59)
    else { throw Self.fault }
    var second = (whole: 0, fraction: 0.0)
    if fields.count == 3 {
      let halves = fields[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard let whole = Self.number(halves[0], upTo: 59) else { throw Self.fault }
      second.whole = whole
      if halves.count == 2 {
        guard (1...9).contains(halves[1].count), halves[1].allSatisfy(Self.isFigure),
          let fraction = Double("0." + halves[1])
        else { throw Self.fault }
        second.fraction = fraction
      }
    }
    time = ClockInstant(second: hour * 3600 + minute * 60 + second.whole, fraction: second.fraction)
  }

  /// Returns the UTC instant at which a clock shows this time, on `today` unless it has a day.
  ///
  /// If there are two such instants, when clocks are set back, it is the first; in a gap, it is the one an hour later.
  public func instant(today: Int, zoneOffset: (Int) -> Int) -> ClockInstant {
    let local = (day ?? today) * 86400 + time.second
    let near = [zoneOffset(local - 86400), zoneOffset(local + 86400)]
    let exact = near.map { local - $0 }.filter { $0 + zoneOffset($0) == local }.min()
    return ClockInstant(second: exact ?? local - near[0], fraction: time.fraction)
  }

  private static let fault = Fault(
    message: Message("write a time as 10:10, 10:10:00.2 or 2026-03-29T01:59:58"))

  private static func isFigure(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  private static func number(_ text: Substring, upTo limit: Int) -> Int? {
    guard (1...2).contains(text.count), text.allSatisfy(isFigure), let number = Int(text), number <= limit
    else { return nil }
    return number
  }

  private static func day(_ text: Substring) throws(Fault) -> Int {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0].count == 4, fields[0].allSatisfy(isFigure), let year = Int(fields[0]),
      let month = number(fields[1], upTo: 12), let day = number(fields[2], upTo: 31), month > 0, day > 0
    else { throw fault }
    let result = CalendarDay.daysSince1970(year: year, month: month, day: day)
    let back = CalendarDay(daysSince1970: result)
    guard back.year == year, back.month == month, back.day == day else {
      throw Fault(message: Message("there is no {date}", ["date": String(text)]))
    }
    return result
  }
}

extension CalendarDay {
  /// Returns the days from 1 January 1970 to a day; by H. Hinnant, like the inverse.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floorDivide(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension DemoScene {
  /// A flip clock at the turn of an hour, when all of its cards flip.
  package static let clock = clock(
    // Untranslated: scripts read the names of scenes.
    "clock", "a flip clock as the hour changes", hour: 9, minute: 59, second: 57)

  /// The same between full minutes, with one card flipping every second.
  package static let clockSecond = clock(
    // Untranslated: as above.
    "clock-second", "a flip clock of which one card falls a second", hour: 10, minute: 0, second: 31)

  /// A clock that starts half a second after a time on 29 March 2026.
  private static func clock(
    _ name: String, _ summary: String, hour: Int, minute: Int, second: Int
  ) -> DemoScene {
    DemoScene(
      name, summary, size: ClockProgram.defaultSize, minimumSize: ClockProgram.minimumSize, duration: 5,
      make: { environment in
        let start = ClockInstant(
          second: 20541 * 86400 + hour * 3600 + minute * 60 + second, fraction: 0.5)
        let observation = ClockObservation(time: 0, wall: start, elapsed: .zero)
        let work = Clockwork(mode: .timeOfDay, settings: ClockSettings(), observe: { observation })
        let face = ClockFace(
          work: work, typesetter: environment.typesetter, scale: environment.interface.scale)
        face.reducesMotion = false
        return face
      })
  }
}
