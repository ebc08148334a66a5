// Untranslated file: names of D-Bus interfaces and their members.

import Workers
import Synchronization
import Files

#if canImport(Glibc)
  import Glibc
#endif

/// The person's preferences, read from the desktop's settings portal on its own thread.
public final class DesktopSettings: Sendable {
  /// The last known preferences; nil means no preference.
  public struct Preferences: Hashable, Sendable {
    /// Whether windows are dark.
    public var isDark: Bool?
    /// Whether changes happen at once instead of being animated.
    public var reducesMotion: Bool?
    /// Whether colours have high contrast.
    public var hasHighContrast: Bool?
    /// The scale of text; 1 is the usual size.
    public var textScale: Double?

    /// Creates preferences; omitted values mean no preference.
    public init(
      isDark: Bool? = nil, reducesMotion: Bool? = nil, hasHighContrast: Bool? = nil,
      textScale: Double? = nil
    ) {
      self.isDark = isDark
      self.reducesMotion = reducesMotion
      self.hasHighContrast = hasHighContrast
      self.textScale = textScale
    }
  }

  private struct State {
    var preferences = Preferences()
    var hasAnswered = false
    var onChange: (@Sendable () -> Void)?
  }

  /// The lock broadcasts the first answer.
  private let state = ConditionLock(State())
  private let thread = BusThread(name: "settings")
  /// The connection that receives changes.
  private let connection = Mutex<BusConnection?>(nil)

  /// Starts to ask if a session bus could answer.
  public init() {
    guard Self.hasSessionBus else {
      state.withLock { $0.hasAnswered = true }
      return
    }
    thread.run { [self] in ask() }
  }

  /// Returns the desktop's preferences, waiting at most `seconds` for the first answer.
  public func preferences(waitingAtMost seconds: Double) -> Preferences {
    let deadline = ConditionDeadline(secondsFromNow: seconds)
    return state.withLock(when: \.hasAnswered, until: deadline) { $0.preferences }
  }

  /// The desktop's last known preferences.
  public var current: Preferences { state.withLock { $0.preferences } }

  /// Sets the closure that runs on another thread when a preference changes.
  public func setOnChange(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = action }
  }

  // Without one of these variables GIO would try to start a bus.
  package static var hasSessionBus: Bool {
    if let address = UserFolders.variable("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty { return true }
    guard let folder = UserFolders.variable("XDG_RUNTIME_DIR") else { return false }
    return access(folder + "/bus", F_OK) == 0
  }

  private func update(_ change: (inout Preferences) -> Void) {
    let (before, after) = state.withLock { state in
      let before = state
      change(&state.preferences)
      state.hasAnswered = true
      return (before, state)
    }
    state.broadcast()
    if before.hasAnswered && before.preferences != after.preferences { after.onChange?() }
  }

  /// Records one setting as the portal reports it.
  private static func note(_ key: String, _ value: Double?, in preferences: inout Preferences) {
    switch key {
    // 0 is no preference, 1 dark, 2 light.
    case "color-scheme": preferences.isDark = value == 1 ? true : value == 2 ? false : nil
    case "reduced-motion": if let value { preferences.reducesMotion = value == 1 }
    case "enable-animations": if let value { preferences.reducesMotion = value == 0 }
    // 1 is higher contrast.
    case "contrast", "high-contrast": if let value { preferences.hasHighContrast = value == 1 }
    // GNOME's settings range from 0.5 to 3; values far outside are unreadable sizes.
    case "text-scaling-factor": preferences.textScale = value.flatMap { (0.5...4).contains($0) ? $0 : nil }
    default: break
    }
  }

  /// The settings to ask for; later answers override earlier ones, since not every portal knows reduced motion by that
  /// name.
  private static let wanted = [
    ("org.freedesktop.appearance", "color-scheme"), ("org.gnome.desktop.interface", "enable-animations"),
    ("org.freedesktop.appearance", "reduced-motion"), ("org.freedesktop.appearance", "contrast"),
    ("org.gnome.desktop.a11y.interface", "high-contrast"),
    ("org.gnome.desktop.interface", "text-scaling-factor"),
  ]

  private func ask() {
    guard let bus = BusConnection.session() else { return update { _ in } }
    connection.withLock { $0 = bus }
    let portal = Portal.target("Settings")
    let answers = Self.wanted.map { space, key in
      // Starts no service, and a portal that hangs does not delay a window.
      (
        key,
        bus.ask(portal, "Read", [.string(space), .string(key)], within: 0.3, starts: false)?.first?.number
      )
    }
    // One update: callers wait for the complete answer.
    update { preferences in
      for case (let key, let value?) in answers { Self.note(key, value, in: &preferences) }
    }
    for space in Set(Self.wanted.map(\.0)) {
      bus.listen(to: portal, "SettingChanged", argument: space) { [weak self] _, arguments in
        guard arguments.count == 3, let key = arguments[1].text else { return }
        let value = arguments[2].number
        self?.update { Self.note(key, value, in: &$0) }
      }
    }
  }
}
