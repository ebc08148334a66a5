import ArgumentParser
import Colors
import FlipClock
import Application
import Terminal

struct ClockCommand: WindowCommand {
  static let scenes: [DemoScene] = [.clock]

  static let configuration = CommandConfiguration(
    commandName: "clock",
    abstract: "A flip clock, a countdown, a stopwatch, or a scoreboard.",
    discussion: """
      What is not said here is as it was last set in the settings, which S opens beside the clock. A bar with all \
      that can be done comes with the pointer, and a right click opens it as a menu; figures that are typed begin a \
      countdown, which Return starts. F or a double click covers the screen, Escape leaves it and then closes, and \
      the window is moved by dragging it. In a stopwatch Space \
      starts and stops, L notes a lap and R goes back to zero; laps and stopped times go to standard output. \
      Space also halts a countdown, which prints a line at its end and exits with 0 five seconds later; closed \
      before that it exits with 1. A scoreboard shows the last number that came on standard input, a line each; \
      a line that is none is reported, and the exit code at the end is 1.

      Examples:
        regalia clock --hours 12 --no-seconds --date --fullscreen
        regalia clock --countdown 25m && notify-send 'Take a break'
        regalia clock --at 10:09:58 --speed 0.1
        regalia clock --at 10:10:00.2 --snapshot flip.png --scale 2
        regalia clock --card navy --ink ivory --background black
      """)

  @OptionGroup var clock: ClockOptions

  @Option(help: ArgumentHelp("Let so many seconds pass in one, 0.01 to 3600.", valueName: "X"))
  var speed: Double?

  @Flag(inversion: .prefixedNo, help: "Cover the screen.")
  var fullscreen: Bool?

  @Option(
    help: ArgumentHelp("Open on the monitor with this number, or on all.", valueName: "N|all"),
    transform: MonitorArgument.init(parsing:))
  var monitor: MonitorArgument?

  @Option(help: ArgumentHelp("Pixels a point, 0.5 to 8.", valueName: "N"))
  var scale: Double?

  @Option(
    help: ArgumentHelp("Dim after so long without a touch, as 10m, or never.", valueName: "time"),
    transform: DimArgument.init(parsing:))
  var dimAfter: DimArgument?

  @Flag(inversion: .prefixedNo, help: "Change cards at once, without falling.")
  var reduceMotion: Bool?

  @Flag(help: "Draw what lies around the cards in black and white; otherwise as the desktop has it.")
  var highContrast = false

  @OptionGroup var output: WindowOutputOptions

  func validate() throws {
    if let speed {
      guard speed.isFinite, (0.01...3600).contains(speed) else {
        throw ValidationError("A speed is from 0.01 to 3600.")
      }
      if clock.score { throw ValidationError("--speed has nothing to do with --score.") }
    }
    if let scale {
      guard scale.isFinite, ClockSettings.scales.contains(scale) else {
        throw ValidationError("A scale is from 0.5 to 8 pixels a point.")
      }
    }
    if output.snapshot != nil && fullscreen == true {
      throw ValidationError("--snapshot and --fullscreen exclude each other; give the --size.")
    }
  }

  func run() throws {
    let settings = self.settings
    var program = clock.program(settings: settings)
    (program.window.title, program.window.program) = ("Clock – Regalia", .regalia)
    program.window.language = ProgramLanguage.preferred()
    program.window.hasHighContrast = highContrast ? true : nil
    program.window.siblings = ProgramWindows.siblings(of: program.window, sharesProcess: false)
    program.rate = speed ?? 1
    try output.apply(to: &program.window)
    if let warning = program.fontWarning { StandardOutput.complain(warning) }
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
  @Option(help: ArgumentHelp("Count the hours to 12 or to 24.", valueName: "12|24"))
  var hours: ClockSettings.Hours?

  @Flag(inversion: .prefixedNo, help: "Show seconds.")
  var seconds: Bool?

  @Flag(inversion: .prefixedNo, help: "Show the date.")
  var date: Bool?

  @Option(
    help: ArgumentHelp(
      "Count down, as 25m, 90s, 1h30m or 5:00; a number alone is minutes.", valueName: "time"),
    transform: CountdownArgument.init(parsing:))
  var countdown: CountdownArgument?

  @Flag(help: "Count up; Space starts and stops.")
  var stopwatch = false

  @Flag(help: "Show numbers that come on standard input, a line each.")
  var score = false

  @Option(
    help: ArgumentHelp(
      "Begin at this time, as 10:10, 10:10:00.2 or 2026-03-29T01:59:58; a countdown or stopwatch has then run that long.",
      valueName: "time"),
    transform: StartArgument.init(parsing:))
  var at: StartArgument?

  @Option(help: "The colours, dark, light or as the desktop has them.")
  var theme: ClockSettings.Palette?

  @Option(
    help: ArgumentHelp("The colour of the cards, in any notation of CSS.", valueName: "color"),
    completion: .colors, transform: ColorArgument.init(parsing:))
  var card: ColorArgument?

  @Option(
    help: ArgumentHelp("The colour of the figures.", valueName: "color"),
    completion: .colors, transform: ColorArgument.init(parsing:))
  var ink: ColorArgument?

  @Option(
    help: ArgumentHelp("The colour behind the cards.", valueName: "color"),
    completion: .colors, transform: ColorArgument.init(parsing:))
  var background: ColorArgument?

  @Option(help: ArgumentHelp("The font of the figures.", valueName: "family"))
  var font: String?

  @OptionGroup var size: WindowSize<ClockProgram>

  func validate() throws {
    let modes = [countdown != nil, stopwatch, score].filter { $0 }.count
    guard modes <= 1 else {
      throw ValidationError("--countdown, --stopwatch and --score exclude each other.")
    }
    if at != nil && score { throw ValidationError("--at has nothing to do with --score.") }
    if at?.start.day != nil && (stopwatch || countdown != nil) {
      throw ValidationError("What has passed is no date; give --at as 0:10 or 0:10:30.")
    }
    if let font, !font.contains(where: { !$0.isWhitespace }) {
      throw ValidationError("--font needs the name of a family.")
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
      throw ValidationError("\(error.message).")
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
      throw ValidationError("\(error.message).")
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
      throw ValidationError("write a monitor's number from 1 on, or all.")
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
      throw ValidationError("\(error.message), or never.")
    }
  }
}
