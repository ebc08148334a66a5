import Controls
import Files
import Text
import Bus

/// A person's settings for all windows, stored in a file; nil follows the desktop.
struct Preferences: Hashable {
  var appearance: Appearance?
  var reducesMotion: Bool?
  var hasHighContrast: Bool?

  init() {}

  /// Reads the settings; invalid lines are ignored.
  init(folders: UserFolders) {
    for (name, value) in SettingLines(Self.file(folders)?.text ?? "") {
      switch name {
      case "appearance": appearance = Appearance(rawValue: value)
      case "motion": reducesMotion = value == "reduced" ? true : value == "full" ? false : nil
      case "contrast": hasHighContrast = value == "high" ? true : value == "normal" ? false : nil
      default: break
      }
    }
  }

  private static func file(_ folders: UserFolders) -> SmallFile? {
    folders.config.map { SmallFile(path: $0 + "/preferences") }
  }

  /// Rewrites the file; returns whether that succeeded.
  func save(_ folders: UserFolders) -> Bool {
    var lines = SettingLines()
    lines.add("appearance", appearance?.rawValue)
    lines.add("motion", reducesMotion.map { $0 ? "reduced" : "full" })
    lines.add("contrast", hasHighContrast.map { $0 ? "high" : "normal" })
    return Self.file(folders)?.write(lines.text) ?? false
  }

  /// Returns the desktop's preferences, overridden by these settings.
  func over(_ desktop: DesktopSettings.Preferences) -> DesktopSettings.Preferences {
    var result = desktop
    if let appearance { result.isDark = appearance == .dark }
    if let reducesMotion { result.reducesMotion = reducesMotion }
    if let hasHighContrast { result.hasHighContrast = hasHighContrast }
    return result
  }
}

/// The look of all windows: the person's settings, or the desktop's if the person has none.
struct WindowLook {
  /// The person's settings.
  private(set) var preferences: Preferences
  private let folders: UserFolders
  private let desktop: DesktopSettings?
  /// The current look of the windows.
  private var shown = DesktopSettings.Preferences()

  /// Reads the person's settings. If `followsDesktop` is true, the desktop answers while windows open.
  init(folders: UserFolders, followsDesktop: Bool) {
    self.folders = folders
    preferences = Preferences(folders: folders)
    desktop = followsDesktop ? DesktopSettings() : nil
  }

  /// The look that windows should have.
  var current: DesktopSettings.Preferences {
    preferences.over(desktop?.current ?? DesktopSettings.Preferences())
  }

  /// Calls back on another thread when the desktop's settings change.
  func setOnChange(_ action: @escaping @Sendable () -> Void) { desktop?.setOnChange(action) }

  /// Returns the look of a new window, which is that of the other windows. The first window waits briefly for the
  /// desktop's first answer.
  mutating func ofNewWindow(isFirst: Bool) -> DesktopSettings.Preferences {
    _ = desktop?.preferences(waitingAtMost: 0.1)
    if isFirst { shown = current }
    return shown
  }

  /// Returns the look for all windows if it has changed since the last call.
  mutating func takeChange() -> DesktopSettings.Preferences? {
    let current = current
    guard current != shown else { return nil }
    shown = current
    return current
  }

  /// Changes the person's settings; returns whether they were saved.
  mutating func set(_ changed: Preferences) -> Bool {
    preferences = changed
    return changed.save(folders)
  }
}
