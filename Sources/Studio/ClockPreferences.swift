import Controls
import Glibc
import Images

/// The settings of the clock, remembered in a file.
public struct ClockPreferences {
  private let path: String?

  public init(folders: UserFolders = UserFolders()) {
    path = folders.config.map { $0 + "/clock" }
  }

  /// The remembered settings; without a file the usual ones.
  public var settings: ClockSettings {
    guard let path, let file = fopen(path, "rb") else { return ClockSettings() }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = fread(&bytes, 1, bytes.count, file)
    return ClockSettings(text: String(decoding: bytes[..<count], as: UTF8.self))
  }

  /// Writes the settings, whole or not at all; returns whether that worked.
  func save(_ settings: ClockSettings) -> Bool {
    guard let path, let slash = path.lastIndex(of: "/"), UserFolders.make(String(path[..<slash])) else {
      return false
    }
    do {
      let file = try AtomicFile(path: path)
      try file.write(Array(settings.text.utf8))
      try file.commit()
      return true
    } catch {
      return false
    }
  }
}
