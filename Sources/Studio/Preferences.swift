import Controls
import Desktop
import Files

/// What a person has set for all windows, in a file; what is nil is as the desktop has it.
struct Preferences: Hashable {
  var appearance: Appearance?
  var reducesMotion: Bool?
  var hasHighContrast: Bool?

  init() {}

  /// Reads what was set; lines that make no sense are passed over.
  init(folders: UserFolders) {
    for line in (Self.file(folders)?.text ?? "").split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimming(" ") }
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "appearance": appearance = Appearance(rawValue: parts[1])
      case "motion": reducesMotion = parts[1] == "reduced" ? true : parts[1] == "full" ? false : nil
      case "contrast": hasHighContrast = parts[1] == "high" ? true : parts[1] == "normal" ? false : nil
      default: break
      }
    }
  }

  private static func file(_ folders: UserFolders) -> SmallFile? {
    folders.config.map { SmallFile(path: $0 + "/preferences") }
  }

  /// Writes the file anew; returns whether that worked.
  func save(_ folders: UserFolders) -> Bool {
    var text = ""
    if let appearance { text += "appearance = \(appearance.rawValue)\n" }
    if let reducesMotion { text += "motion = \(reducesMotion ? "reduced" : "full")\n" }
    if let hasHighContrast { text += "contrast = \(hasHighContrast ? "high" : "normal")\n" }
    return Self.file(folders)?.write(text) ?? false
  }

  /// Returns what the desktop prefers, except where the person has set something else here.
  func over(_ desktop: DesktopSettings.Preferences) -> DesktopSettings.Preferences {
    var result = desktop
    if let appearance { result.appearance = appearance }
    if let reducesMotion { result.reducesMotion = reducesMotion }
    if let hasHighContrast { result.hasHighContrast = hasHighContrast }
    return result
  }
}

extension Substring {
  fileprivate func trimming(_ blank: Character) -> String {
    String(drop { $0 == blank }.reversed().drop { $0 == blank }.reversed())
  }
}
