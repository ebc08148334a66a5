import Colors
import Files

/// The recently accepted colours, newest first, stored in a file with one line each.
public struct RecentColors: Hashable, Sendable {
  /// The maximum number of colours.
  public static let capacity = 12

  /// The colours, newest first.
  public private(set) var colors: [RGBA]

  private let file: SmallFile?

  /// Reads the colours; invalid lines are ignored, and a missing file is empty.
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

  /// Adds a colour at the front; an existing one moves.
  public mutating func add(_ color: RGBA) {
    let text = Color(color).text(as: .hex)
    colors.removeAll { Color($0).text(as: .hex) == text }
    colors.insert(color, at: 0)
    colors = Array(colors.prefix(Self.capacity))
  }

  /// Makes a colour the most recent one of a folder, after reading the file again in case another program has changed
  /// it; returns whether the file could be written.
  @discardableResult
  public static func keep(_ color: RGBA, in folder: String?) -> Bool {
    var recent = RecentColors(folder: folder)
    recent.add(color)
    return recent.save()
  }

  /// Rewrites the file atomically; returns whether that succeeded.
  public func save() -> Bool {
    file?.write(colors.map { Color($0).text(as: .hex) + "\n" }.joined()) ?? false
  }
}
