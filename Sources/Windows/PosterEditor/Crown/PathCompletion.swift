import Files

/// The files and folders that a path may go on with.
struct PathCompletion: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let name: String
    let isFolder: Bool
    /// The path as it would be typed, a folder's with a slash at its end.
    let path: String
  }

  /// What was typed.
  let text: String
  let entries: [Entry]

  /// How many entries are listed.
  static let limit = 400

  /// Looks into the folder that a text names so far, for folders and files of some kinds.
  init(_ text: String, extensions: Set<String>, home: String? = nil) {
    self.text = text
    let slash = text.lastIndex(of: "/")
    let folder = slash.map { String(text[...$0]) } ?? ""
    let start = slash.map { String(text[text.index(after: $0)...]) } ?? text
    let place = FilePath(folder.isEmpty ? "./" : folder).expandingHome(home)
    let listing = FolderListing(reading: place.text, .filesEnding(in: extensions), startingWith: start)
    entries = listing.entries.prefix(Self.limit).map { entry in
      Entry(
        name: entry.name, isFolder: entry.isFolder, path: folder + entry.name + (entry.isFolder ? "/" : ""))
    }
  }

  /// The longest text with which all entries begin; what was typed where there are none.
  var completed: String {
    guard let first = entries.first?.path else { return text }
    let common = entries.dropFirst().reduce(first) { common, entry in
      String(zip(common, entry.path).prefix { $0 == $1 }.map(\.0))
    }
    return common.count > text.count ? common : text
  }
}
