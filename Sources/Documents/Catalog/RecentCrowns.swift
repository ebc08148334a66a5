import Files

/// The crowns that were chosen lately, the newest first, an identifier a line in a file.
public struct RecentCrowns: Hashable {
  /// How many are remembered.
  public static let capacity = 24

  /// Their identifiers.
  public private(set) var ids: [String]
  private let file: SmallFile?

  /// Reads the list; a missing file holds none.
  public init(folder: String?) {
    file = folder.map { SmallFile(path: $0 + "/recent-crowns") }
    let lines = file?.text?.split(whereSeparator: \.isNewline).prefix(Self.capacity) ?? []
    ids = lines.map(String.init)
  }

  /// Puts a crown in front; one that is there already moves.
  public mutating func add(_ id: String) {
    guard !id.isEmpty, !id.contains(where: \.isNewline) else { return }
    ids.removeAll { $0 == id }
    ids.insert(id, at: 0)
    ids = Array(ids.prefix(Self.capacity))
  }

  /// Writes the file anew, whole or not at all; returns whether that worked.
  public func save() -> Bool { file?.write(ids.map { $0 + "\n" }.joined()) ?? false }
}
