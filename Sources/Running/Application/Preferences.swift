import Controls
import Files
import Text
import Bus

/// What a person has set for all windows, in a file; what is nil is as the desktop has it.
struct Preferences: Hashable {
  var appearance: Appearance?
  var reducesMotion: Bool?
  var hasHighContrast: Bool?

  init() {}

  /// Reads what was set; lines that make no sense are passed over.
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

  /// Writes the file anew; returns whether that worked.
  func save(_ folders: UserFolders) -> Bool {
    var lines = SettingLines()
    lines.add("appearance", appearance?.rawValue)
    lines.add("motion", reducesMotion.map { $0 ? "reduced" : "full" })
    lines.add("contrast", hasHighContrast.map { $0 ? "high" : "normal" })
    return Self.file(folders)?.write(lines.text) ?? false
  }

  /// Returns what the desktop prefers, except where the person has set something else here.
  func over(_ desktop: DesktopSettings.Preferences) -> DesktopSettings.Preferences {
    var result = desktop
    if let appearance { result.isDark = appearance == .dark }
    if let reducesMotion { result.reducesMotion = reducesMotion }
    if let hasHighContrast { result.hasHighContrast = hasHighContrast }
    return result
  }
}
