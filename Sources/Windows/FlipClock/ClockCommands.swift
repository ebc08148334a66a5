import Controls
import Input
import Localization

/// The window's actions for a clock's commands.
protocol ClockActions: AnyObject {
  /// Whether the window is full screen.
  var isFullScreen: Bool { get }
  func toggleFullScreen()
  /// Leaves full screen, or otherwise closes the window.
  func leave()
  func openSettings(at time: Double)
  /// Switches the mode.
  func show(_ mode: ClockMode, at time: Double)
  /// Asks for the length of a countdown.
  func openEntry(_ text: String, at time: Double)
  /// Announces the reading.
  func sayReading()
}

/// The commands of a clock.
struct ClockCommands {
  let work: Clockwork
  let language: Language
  weak var actions: (any ClockActions)?

  private var group: String { language.localized("Clock") }

  var settings: Command {
    Command(
      "clock.settings", language.localized("Settings"), Shortcut(.character("s")), group: group,
      icon: .settings
    ) { [weak actions] in actions?.openSettings(at: $0) }
  }

  var fullScreen: Command {
    Command(
      "window.full-screen",
      actions?.isFullScreen == true
        ? language.localized("Leave full screen") : language.localized("Full screen"),
      Shortcut(.character("f")),
      Shortcut(.function(11)), group: language.localized("Window"), icon: .fullScreen
    ) { [weak actions] _ in actions?.toggleFullScreen() }
  }

  var leave: Command {
    Command(
      "window.leave", language.localized("Leave"), Shortcut(.escape), group: language.localized("Window")
    ) { [weak actions] _ in actions?.leave() }
  }

  /// Announces the time once, for those who cannot see the cards.
  var say: Command {
    Command(
      "clock.say", language.localized("Say what the clock shows"), Shortcut(.character("t")), group: group
    ) { [weak actions] _ in actions?.sayReading() }
  }

  /// The commands to run, stop and count in the clock's mode.
  func running(at time: Double) -> [Command] {
    switch work.mode {
    case .timeOfDay: return []
    case .score:
      return [
        Command(
          "clock.less", language.localized("One less"), Shortcut(.down), Shortcut(.character("-")),
          group: group, icon: .minus, repeats: true
        ) { [work] _ in work.changeScore(by: -1) },
        Command(
          "clock.more", language.localized("One more"), Shortcut(.up), Shortcut(.character("+")),
          group: group, icon: .plus, repeats: true
        ) { [work] _ in work.changeScore(by: 1) },
      ]
    case .countdown, .stopwatch:
      let toggle = Command(
        "clock.toggle", work.isRunning ? language.localized("Stop") : language.localized("Start"),
        Shortcut(.space), group: group, icon: work.isRunning ? .pause : .play,
        isEnabled: work.canToggle(at: time)
      ) { [work] in work.toggle(at: $0) }
      let lap = Command(
        "clock.lap", language.localized("Lap"), Shortcut(.character("l")), group: group,
        isEnabled: work.isRunning
      ) { [work] in work.lap(at: $0) }
      let reset = Command(
        "clock.reset", language.localized("Reset"), Shortcut(.character("r")), group: group, icon: .undo,
        isEnabled: work.canReset(at: time)
      ) { [work] in work.reset(at: $0) }
      return work.mode == .stopwatch ? [toggle, lap, reset] : [toggle, reset]
    }
  }

  /// The commands to switch the mode.
  var modes: [Command] {
    let group = language.localized("Show")
    func command(_ id: String, _ title: String, _ mode: ClockMode) -> Command {
      Command("clock.show-\(id)", title, group: group, isChecked: work.mode == mode) {
        [weak actions] time in actions?.show(mode, at: time)
      }
    }
    return [
      command("time", language.localized("Time of day"), .timeOfDay),
      command("stopwatch", language.localized("Stopwatch"), .stopwatch),
      command("score", language.localized("Score"), .score),
    ]
      + [5, 10, 25, 45, 60].map {
        command(
          "countdown-\($0)",
          language.localized(
            "Countdown of {count} minute", plural: "Countdown of {count} minutes", count: $0),
          .countdown(seconds: $0 * 60))
      } + [
        Command(
          "clock.countdown", language.localized("Another countdown…"), Shortcut(.character("c")),
          group: group
        ) { [weak actions] time in actions?.openEntry("", at: time) }
      ]
  }

  /// The name of the mode, in a word or two.
  var modeTitle: String {
    switch work.mode {
    case .timeOfDay: language.localized("Time of day")
    case .countdown: language.localized("Countdown")
    case .stopwatch: language.localized("Stopwatch")
    case .score: language.localized("Score")
    }
  }

  /// The commands of the bar's buttons.
  func bar(at time: Double, isPanelOpen: Bool) -> [Command] {
    // The title says more clearly than an icon what starts.
    let running = running(at: time).map { command -> Command in
      var command = command
      if work.mode != .score { command.icon = nil }
      return command
    }
    return running + (isPanelOpen ? [] : [settings]) + [fullScreen]
  }
}
