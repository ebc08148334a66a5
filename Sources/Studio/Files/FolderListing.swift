import Files
import Glibc

/// What is in a folder, for choosing from it: folders first, each by name.
struct FolderListing: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let name: String
    let isFolder: Bool
    /// In bytes.
    let size: Int
  }

  let path: String
  private(set) var entries: [Entry] = []
  /// Why nothing can be seen here, or nil.
  private(set) var fault: String?

  /// Reads a folder.
  ///
  /// - Parameters:
  ///   - endings: The endings of the files that are wanted, in small letters; nil for all.
  ///   - hasFiles: Whether files are wanted at all.
  init(reading path: String, endings: Set<String>?, hasFiles: Bool, showsHidden: Bool) {
    self.path = path
    guard let names = Folder.names(in: path) else {
      fault = Self.words(for: errno, path)
      return
    }
    entries = names.compactMap { name -> Entry? in
      guard showsHidden || !name.hasPrefix(".") else { return nil }
      var status = stat()
      guard stat(Self.join(path, name), &status) == 0 else { return nil }
      if status.st_mode & S_IFMT == S_IFDIR { return Entry(name: name, isFolder: true, size: 0) }
      guard hasFiles, status.st_mode & S_IFMT == S_IFREG else { return nil }
      if let endings, !endings.contains(Self.ending(of: name)) { return nil }
      return Entry(name: name, isFolder: false, size: Int(status.st_size))
    }.sorted { a, b in
      a.isFolder == b.isFolder ? (a.name.lowercased(), a.name) < (b.name.lowercased(), b.name) : a.isFolder
    }
  }

  // MARK: Paths

  /// Returns the path of a name in a folder.
  static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Returns the folder around a path; that of the root is the root.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path == "/" ? path : String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  /// The ending of a name in small letters, without its dot; empty without one.
  static func ending(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Returns the path that a person means who writes one while a folder is shown: without `.`, `..` and slashes at the
  /// end, with the home folder for a tilde.
  static func path(_ text: String, in folder: String, home: String?) -> String {
    var whole = text
    if let home, text == "~" || text.hasPrefix("~/") { whole = home + text.dropFirst() }
    if !whole.hasPrefix("/") { whole = join(folder, whole) }
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns a path with a tilde for the home folder.
  static func short(_ path: String, home: String?) -> String {
    guard let home, home != "/", path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  // MARK: Words

  /// Returns why something cannot be done with a path, in words.
  static func words(for code: Int32, _ path: String) -> String {
    let name = name(of: path)
    return switch code {
    case ENOENT: "There is no folder “\(name)” here any more"
    case ENOTDIR: "“\(name)” is no folder"
    case EACCES, EPERM: "You may not look into “\(name)”"
    default: "“\(name)” cannot be read: \(String(cString: strerror(code)))"
    }
  }

  /// Returns a size for people, such as “1.2 MB”.
  static func words(forSize bytes: Int) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    var (amount, unit) = (Double(bytes), 0)
    while amount >= 999.5, unit + 1 < units.count { (amount, unit) = (amount / 1000, unit + 1) }
    if unit == 0 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    let tenths = (amount * 10).rounded() / 10
    return tenths < 10 ? "\(tenths) \(units[unit])" : "\(Int(amount.rounded())) \(units[unit])"
  }
}
