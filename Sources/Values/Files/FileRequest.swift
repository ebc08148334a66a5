/// A request for files or a folder, shown by the desktop's dialog or by a panel.
public struct FileRequest: Sendable {
  /// The kind of choice.
  public enum Kind: Hashable, Sendable {
    /// One existing file.
    case open
    /// One or more files in a folder.
    case openSeveral
    /// The path of a new file, with a suggested name.
    case save(name: String)
    /// An existing folder.
    case folder
  }

  /// The kind of choice.
  public var kind: Kind
  /// The dialog's title.
  public var title: String
  /// The available file types, each with a name and file extensions.
  public var filters: [(name: String, endings: [String])]
  /// The initial folder, or nil for the desktop's choice.
  public var folder: String?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - kind: The kind of choice.
  ///   - title: The dialog's title.
  ///   - filters: The available file types, each with a name and file extensions; without any, all files are shown.
  ///   - folder: The initial folder, or nil for the desktop's choice.
  public init(
    _ kind: Kind, title: String, filters: [(name: String, endings: [String])] = [], folder: String? = nil
  ) {
    self.kind = kind
    self.title = title
    self.filters = filters
    self.folder = folder
  }
}
