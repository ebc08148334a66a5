import Glibc

/// The contents of a folder, to choose from: folders first, each by name.
public struct FolderListing: Hashable, Sendable {
  /// A file or folder.
  public struct Entry: Hashable, Sendable {
    /// Its name in the folder.
    public let name: String
    /// Whether it is a folder, or a link to one.
    public let isFolder: Bool
    /// In bytes; 0 for folders.
    public let size: Int

    /// Creates an entry; the size is in bytes.
    public init(name: String, isFolder: Bool, size: Int) {
      (self.name, self.isFolder, self.size) = (name, isFolder, size)
    }
  }

  /// The kind of entries.
  public enum Content: Hashable, Sendable {
    case folders
    /// Folders and all files.
    case files
    /// Folders, and files whose names end so, in small letters.
    case filesEnding(in: Set<String>)

    fileprivate func has(_ name: String) -> Bool {
      switch self {
      case .folders: false
      case .files: true
      case .filesEnding(let endings): endings.contains(FilePath(name).ending)
      }
    }
  }

  /// The folder.
  public let path: String
  /// The entries.
  public let entries: [Entry]
  /// The number of the error because of which nothing can be seen, such as EACCES, or nil.
  public let fault: Int32?

  /// Creates the listing of an empty folder.
  public init(empty path: String) { (self.path, entries, fault) = (path, [], nil) }

  /// Reads a folder.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - content: The kind of entries to list.
  ///   - start: The beginning of the names to list, in upper or lower case.
  ///   - showsHidden: Whether names are listed that begin with a dot, though `start` does not.
  public init(
    reading path: String, _ content: Content = .files, startingWith start: String = "",
    showsHidden: Bool = false
  ) {
    self.path = path
    guard let names = Folder.names(in: path) else {
      (entries, fault) = ([], errno)
      return
    }
    fault = nil
    let showsHidden = showsHidden || start.hasPrefix(".")
    let beginning = start.lowercased()
    entries = names.compactMap { name -> Entry? in
      guard showsHidden || !name.hasPrefix("."), name.lowercased().hasPrefix(beginning) else { return nil }
      var status = stat()
      guard stat(FilePath(path).appending(name).text, &status) == 0 else { return nil }
      if status.st_mode & S_IFMT == S_IFDIR { return Entry(name: name, isFolder: true, size: 0) }
      guard status.st_mode & S_IFMT == S_IFREG, content.has(name) else { return nil }
      return Entry(name: name, isFolder: false, size: Int(status.st_size))
    }.sorted { a, b in
      a.isFolder == b.isFolder ? (a.name.lowercased(), a.name) < (b.name.lowercased(), b.name) : a.isFolder
    }
  }
}
