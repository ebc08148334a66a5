import Colors
import Glibc
import Images

/// The colours that were accepted lately, the newest first, a line each in a file.
public struct RecentColors: Hashable, Sendable {
  public static let capacity = 12

  public private(set) var colors: [RGBA]

  private let path: String?

  /// Reads the colours; lines that hold none are passed over, and a missing file holds none.
  public init(folder: String?) {
    path = folder.map { $0 + "/recent-colors" }
    guard let path, let text = Self.contents(of: path) else {
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

  /// Writes the file anew, whole or not at all; returns whether that worked.
  public func save() -> Bool {
    guard let path, let slash = path.lastIndex(of: "/"), UserFolders.make(String(path[..<slash])) else {
      return false
    }
    let lines = colors.map { Color($0).text(as: .hex) + "\n" }.joined()
    do {
      let file = try AtomicFile(path: path)
      try file.write(Array(lines.utf8))
      try file.commit()
      return true
    } catch {
      return false
    }
  }

  private static func contents(of path: String) -> String? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
