import Files

/// The folders from which files were taken and into which they were written last, the newest first.
struct RecentFolders {
  private let file: SmallFile?

  /// How many are kept.
  private static let limit = 8

  init(_ folders: UserFolders) {
    file = folders.state.map { SmallFile(path: $0 + "/recent-folders") }
  }

  /// Those that are there now.
  var all: [String] {
    let lines = file?.text?.split(separator: "\n").map(String.init) ?? []
    return lines.filter { $0.hasPrefix("/") && SmallFile(path: $0).exists }
  }

  func add(_ folder: String) {
    guard !folder.contains("\n") else { return }
    let kept = ([folder] + all.filter { $0 != folder }).prefix(Self.limit)
    _ = file?.write(kept.map { $0 + "\n" }.joined())
  }
}
