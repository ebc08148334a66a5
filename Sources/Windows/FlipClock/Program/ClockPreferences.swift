import Controls
import Files

/// The settings of the clock, remembered in a file.
public struct ClockPreferences {
  private let file: SmallFile?

  /// Creates preferences kept in a person's folder of settings; without one nothing is kept.
  public init(folders: UserFolders = UserFolders()) {
    file = folders.config.map { SmallFile(path: $0 + "/clock") }
  }

  /// The remembered settings; without a file the usual ones.
  public var settings: ClockSettings { file?.text.map { ClockSettings(text: $0) } ?? ClockSettings() }

  /// Writes the settings, whole or not at all; returns whether that worked.
  func save(_ settings: ClockSettings) -> Bool { file?.write(settings.text) ?? false }
}
