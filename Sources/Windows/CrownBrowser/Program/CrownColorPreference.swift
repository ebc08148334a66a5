import Colors
import Files

/// The colour that was last chosen in the browser of crowns, in a file of one line.
struct CrownColorPreference {
  private let file: SmallFile?

  init(folder: String?) {
    file = folder.map { SmallFile(path: $0 + "/crown-color") }
  }

  /// The colour, or nil when none was saved.
  var color: RGBA? {
    guard let line = file?.text?.split(whereSeparator: \.isNewline).first else { return nil }
    return try? Color(parsing: String(line)).rgba
  }

  func save(_ color: RGBA) {
    _ = file?.write(Color(color).text(as: .hex) + "\n")
  }
}
