import Files
import Glibc

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
    let place = Self.expanded(folder.isEmpty ? "./" : folder, home: home)
    let names = (Folder.names(in: place) ?? []).filter { name in
      name.lowercased().hasPrefix(start.lowercased()) && (!name.hasPrefix(".") || start.hasPrefix("."))
    }
    let found = names.compactMap { name -> Entry? in
      var status = stat()
      guard stat(place + name, &status) == 0 else { return nil }
      if status.st_mode & S_IFMT == S_IFDIR {
        return Entry(name: name, isFolder: true, path: folder + name + "/")
      }
      guard let dot = name.lastIndex(of: "."), status.st_mode & S_IFMT == S_IFREG,
        extensions.contains(name[name.index(after: dot)...].lowercased())
      else { return nil }
      return Entry(name: name, isFolder: false, path: folder + name)
    }
    let sorted = found.sorted { a, b in
      a.isFolder == b.isFolder ? (a.name.lowercased(), a.name) < (b.name.lowercased(), b.name) : a.isFolder
    }
    entries = Array(sorted.prefix(Self.limit))
  }

  /// The longest text with which all entries begin; what was typed where there are none.
  var completed: String {
    guard let first = entries.first?.path else { return text }
    let common = entries.dropFirst().reduce(first) { common, entry in
      String(zip(common, entry.path).prefix { $0 == $1 }.map(\.0))
    }
    return common.count > text.count ? common : text
  }

  /// Returns a path with the home folder in place of a tilde at its start.
  static func expanded(_ path: String, home: String?) -> String {
    guard let home, path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }
}
