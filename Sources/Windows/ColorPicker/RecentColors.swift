import Colors
import Files

/// The colours that were accepted lately, the newest first, a line each in a file.
public struct RecentColors: Hashable, Sendable {
  /// How many colours are kept.
  public static let capacity = 12

  /// The colours, the newest first.
  public private(set) var colors: [RGBA]

  private let file: SmallFile?

  /// Reads the colours; lines that hold none are passed over, and a missing file holds none.
  public init(folder: String?) {
    file = folder.map { SmallFile(path: $0 + "/recent-colors") }
    guard let text = file?.text else {
      colors = []
      return
    }
    let parsed = text.split(whereSeparator: \.isNewline).prefix(Self.capacity).compactMap {
      try? Color(parsing: String($0)).rgba
    }
    colors = Array(parsed)
  }

  /// Puts a colour in front; one that is there already moves.
  public mutating func add(_ color: RGBA) {
    let text = Color(color).text(as: .hex)
    colors.removeAll { Color($0).text(as: .hex) == text }
    colors.insert(color, at: 0)
    colors = Array(colors.prefix(Self.capacity))
  }

  /// Makes a colour the most recent one of a folder, where another program may have added to them meanwhile; returns
  /// whether the file could be written.
  @discardableResult
  public static func keep(_ color: RGBA, in folder: String?) -> Bool {
    var recent = RecentColors(folder: folder)
    recent.add(color)
    return recent.save()
  }

  /// Writes the file anew, whole or not at all; returns whether that worked.
  public func save() -> Bool {
    file?.write(colors.map { Color($0).text(as: .hex) + "\n" }.joined()) ?? false
  }
}
