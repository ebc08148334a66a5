import Colors
import Files

/// The colour that the browser of crowns was left with, in a file of one line.
struct KeptCrownColor {
  private let file: SmallFile?

  init(folder: String?) {
    file = folder.map { SmallFile(path: $0 + "/crown-color") }
  }

  /// The colour, or nil when none was kept.
  var color: RGBA? {
    guard let line = file?.text?.split(whereSeparator: \.isNewline).first else { return nil }
    return try? Color(parsing: String(line)).rgba
  }

  func keep(_ color: RGBA) {
    _ = file?.write(Color(color).text(as: .hex) + "\n")
  }
}
