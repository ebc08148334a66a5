import Foundation
import Text
import Typography

/// The fonts and programs installed on the machine that runs the tests.
enum Installed {
  /// The poster's own letters.
  static let gillius =
    Typesetter().resolvedFamily(for: Font(family: "Gillius ADF No2", size: 12, weight: 700))
    == "Gillius ADF No2"

  static let colourEmoji =
    Typesetter().resolvedFamily(for: Font(family: "Noto Color Emoji", size: 12)) == "Noto Color Emoji"

  /// Whether a family is installed.
  static func family(_ name: String) -> Bool {
    Typesetter().resolvedFamily(for: Font(family: name, size: 12)) == name
  }

  /// Returns where a program is, or nil.
  static func program(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
