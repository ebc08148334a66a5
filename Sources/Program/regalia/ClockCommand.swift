import ArgumentParser
import Colors
import FlipClock
import Application
import Terminal

struct ClockCommand: WindowCommand {
  static let scenes: [DemoScene] = [.clock]

  static let configuration = CommandConfiguration(
    commandName: "clock",
    abstract: ProgramLanguage.localized("A flip clock, a countdown, a stopwatch, or a scoreboard."),
    discussion: ProgramLanguage.localized(
      """
      Options you omit keep their last values, which S shows in the settings beside the clock. A bar with all \
      commands appears when the pointer moves, and a right click opens them as a menu. Typing a duration prepares a \
      countdown, which Return starts. F or a double click toggles full screen, Escape leaves it and then closes \
      the clock, and dragging moves the window. In a stopwatch, Space starts and stops, L records a lap and R \
      resets; laps and stopped times go to standard output. Space also pauses a countdown, which prints a line at \
      its end and exits with 0 five seconds later; if it is closed earlier, it exits with 1. A scoreboard shows \
      the last number read from standard input, one per line; other lines are reported, and the exit code is then \
      1.

      Examples:
        regalia clock --hours 12 --no-seconds --date --fullscreen
        regalia clock --countdown 25m && notify-send 'Take a break'
        regalia clock --at 10:09:58 --speed 0.1
        regalia clock --at 10:10:00.2 --snapshot flip.png --scale 2
        regalia clock --card navy --ink ivory --background black
      """))

  @OptionGroup var clock: ClockOptions

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The speed of the clock, 0.01 to 3600 times."), valueName: "X"))
  var speed: Double?

  @Flag(inversion: .prefixedNo, help: ArgumentHelp(ProgramLanguage.localized("Open in full screen.")))
  var fullscreen: Bool?

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The number of the monitor, or all."), valueName: "N|all"),
    transform: MonitorArgument.init(parsing:))
  var monitor: MonitorArgument?

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The number of pixels per point, 0.5 to 8."), valueName: "N")
  )
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("Dim after this time without input, such as 10m, or never."),
      valueName: "time"),
    transform: DimArgument.init(parsing:))
  var dimAfter: DimArgument?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(ProgramLanguage.localized("Replace the cards without animation.")))
  var reduceMotion: Bool?

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized("Draw controls in black and white; the default is the desktop's setting.")))
  var highContrast = false

  @OptionGroup var output: WindowOutputOptions

  func validate() throws {
    if let speed {
      guard speed.isFinite, (0.01...3600).contains(speed) else {
        throw ValidationError(ProgramLanguage.localized("A speed is from 0.01 to 3600."))
      }
      if clock.score {
        throw ValidationError(ProgramLanguage.localized("--speed does not go with --score."))
      }
    }
    if let scale {
      guard scale.isFinite, ClockSettings.scales.contains(scale) else {
        throw ValidationError(ProgramLanguage.localized("A scale is from 0.5 to 8 pixels per point."))
      }
    }
    if output.snapshot != nil && fullscreen == true {
      throw ValidationError(
        ProgramLanguage.localized("--snapshot and --fullscreen exclude each other; give the --size."))
    }
  }

  func run() throws {
    let settings = self.settings
    var program = clock.program(settings: settings)
    (program.window.title, program.window.program) = (ClockProgram.title, .regalia)
    program.window.help = .regalia(ClockProgram.helpTopic)
    program.window.language = ProgramLanguage.language
    program.window.hasHighContrast = highContrast ? true : nil
    program.window.siblings = ProgramWindows.siblings(of: program.window, sharesProcess: false)
    program.rate = speed ?? 1
    try output.apply(to: &program.window)
    if let warning = program.fontWarning { StandardOutput.complain(ProgramLanguage.localized(warning)) }
    if try output.answer(program.still, scale: settings.scale ?? 1) { return }
    if program.mode != .timeOfDay && program.mode != .score { try StandardOutput.check() }
    switch try program.run() {
    case .done: return
    case .cancelled, .refused: throw ExitCode(1)
    }
  }

  /// The remembered settings, overridden by the command line.
  private var settings: ClockSettings {
    var settings = clock.settings(over: ClockPreferences().settings)
    if let dimAfter { settings.dimDelay = dimAfter.seconds }
    if let fullscreen { settings.isFullScreen = fullscreen }
    if let monitor { settings.place = monitor.place }
    if let scale { settings.scale = scale }
    if let reduceMotion { settings.reducesMotion = reduceMotion }
    return settings
  }
}

/// The contents of a clock.
struct ClockOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("Use a 12-hour or a 24-hour clock."), valueName: "12|24"))
  var hours: ClockSettings.Hours?

  @Flag(inversion: .prefixedNo, help: ArgumentHelp(ProgramLanguage.localized("Show seconds.")))
  var seconds: Bool?

  @Flag(inversion: .prefixedNo, help: ArgumentHelp(ProgramLanguage.localized("Show the date.")))
  var date: Bool?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Count down from a duration such as 25m, 90s, 1h30m or 5:00; a number alone is in minutes."),
      valueName: "time"),
    transform: CountdownArgument.init(parsing:))
  var countdown: CountdownArgument?

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Show a stopwatch; Space starts and stops it.")))
  var stopwatch = false

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Show numbers from standard input, one per line.")))
  var score = false

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Start at a time such as 10:10, 10:10:00.2 or 2026-03-29T01:59:58; for a countdown or stopwatch, the elapsed time."
      ),
      valueName: "time"),
    transform: StartArgument.init(parsing:))
  var at: StartArgument?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The theme: dark, light, or that of the desktop.")))
  var theme: ClockSettings.Palette?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The colour of the cards, in any CSS notation."), valueName: "color"),
    completion: .colors, transform: ColorArgument.init(parsing:))
  var card: ColorArgument?

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The colour of the digits."), valueName: "color"),
    completion: .colors, transform: ColorArgument.init(parsing:))
  var ink: ColorArgument?

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The colour of the background."), valueName: "color"),
    completion: .colors, transform: ColorArgument.init(parsing:))
  var background: ColorArgument?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The font of the digits."), valueName: "family"))
  var font: String?

  @OptionGroup var size: WindowSize<ClockProgram>

  func validate() throws {
    let modes = [countdown != nil, stopwatch, score].filter { $0 }.count
    guard modes <= 1 else {
      throw ValidationError(
        ProgramLanguage.localized("--countdown, --stopwatch and --score exclude each other."))
    }
    if at != nil && score {
      throw ValidationError(ProgramLanguage.localized("--at does not go with --score."))
    }
    if at?.start.day != nil && (stopwatch || countdown != nil) {
      throw ValidationError(
        ProgramLanguage.localized("The elapsed time is not a date; give --at as 0:10 or 0:10:30."))
    }
    if let font, !font.contains(where: { !$0.isWhitespace }) {
      throw ValidationError(ProgramLanguage.localized("--font needs the name of a family."))
    }
  }

  /// Returns the clock in its initial state.
  func program(settings: ClockSettings) -> ClockProgram {
    var program = ClockProgram(mode: mode, settings: settings, size: size.size.size)
    program.start = at?.start
    return program
  }

  private var mode: ClockMode {
    if let countdown { return .countdown(seconds: countdown.seconds) }
    return stopwatch ? .stopwatch : score ? .score : .timeOfDay
  }

  /// Returns other settings, overridden by the command line.
  func settings(over others: ClockSettings) -> ClockSettings {
    var settings = others
    if let hours { settings.hours = hours }
    if let seconds { settings.showsSeconds = seconds }
    if let date { settings.showsDate = date }
    if let theme {
      settings.palette = theme
      (settings.card, settings.ink, settings.background) = (nil, nil, nil)
    }
    if let card { settings.card = card.color.withAlpha(1) }
    if let ink { settings.ink = ink.color.withAlpha(1) }
    if let background { settings.background = background.color.withAlpha(1) }
    if let font { settings.fontFamily = font }
    return settings
  }
}

extension ClockSettings.Hours: ExpressibleByArgument {}
extension ClockSettings.Palette: ExpressibleByArgument {}

/// The length of a countdown on the command line.
struct CountdownArgument {
  let seconds: Int

  init(parsing argument: String) throws {
    do {
      seconds = try ClockDuration.seconds(argument)
    } catch {
      throw ValidationError(ProgramLanguage.localized(error.message))
    }
  }
}

/// A time on the command line at which a clock starts.
struct StartArgument {
  let start: ClockStart

  init(parsing argument: String) throws {
    do {
      start = try ClockStart(argument)
    } catch {
      throw ValidationError(ProgramLanguage.localized(error.message))
    }
  }
}

/// A monitor by its number, or all of them.
struct MonitorArgument {
  let place: ClockSettings.Place

  init(parsing argument: String) throws {
    if argument == "all" {
      place = .allMonitors
    } else if let number = Int(argument), (1...64).contains(number) {
      place = .monitor(number)
    } else {
      throw ValidationError(ProgramLanguage.localized("write the number of a monitor, 1 or more, or all."))
    }
  }
}

/// The time after the last touch at which a clock dims.
struct DimArgument {
  let seconds: Double?

  init(parsing argument: String) throws {
    if argument == "never" {
      seconds = nil
      return
    }
    do {
      seconds = Double(try ClockDuration.seconds(argument))
    } catch {
      throw ValidationError(
        ProgramLanguage.localized("{reason}, or never.", ["reason": ProgramLanguage.localized(error.message)])
      )
    }
  }
}
