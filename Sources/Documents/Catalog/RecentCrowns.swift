import Files

/// Recently chosen crowns, the newest first, stored as one identifier per line in a file.
public struct RecentCrowns: Hashable {
  /// The maximum number of crowns.
  public static let capacity = 24

  /// Their identifiers.
  public private(set) var ids: [String]
  private let file: SmallFile?

  /// Reads the list; it is empty if the file is missing.
  public init(folder: String?) {
    file = folder.map { SmallFile(path: $0 + "/recent-crowns") }
    let lines = file?.text?.split(whereSeparator: \.isNewline).prefix(Self.capacity) ?? []
    ids = lines.map(String.init)
  }

  /// Moves or inserts a crown at the front.
  public mutating func add(_ id: String) {
    guard !id.isEmpty, !id.contains(where: \.isNewline) else { return }
    ids.removeAll { $0 == id }
    ids.insert(id, at: 0)
    ids = Array(ids.prefix(Self.capacity))
  }

  /// Writes the file atomically; returns whether that succeeded.
  public func save() -> Bool { file?.write(ids.map { $0 + "\n" }.joined()) ?? false }
}
