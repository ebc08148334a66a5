/// The edit history of a document, stored so that undo works after the window was closed.
public struct StoredHistory: Hashable, Sendable {
  /// The document that a history belongs to.
  public enum Subject: Hashable, Sendable {
    /// A poster of the library, by its id.
    case poster(id: String)
    /// A file, by its absolute path.
    case file(path: String)

    var stored: String {
      switch self {
      case .poster(let id): Self.poster + id
      case .file(let path): Self.file + path
      }
    }

    init?(stored text: String) {
      if text.hasPrefix(Self.poster) {
        self = .poster(id: String(text.dropFirst(Self.poster.count)))
      } else if text.hasPrefix(Self.file) {
        self = .file(path: String(text.dropFirst(Self.file.count)))
      } else {
        return nil
      }
    }

    private static let poster = "poster:"
    private static let file = "file:"
  }

  /// The document that the history belongs to.
  public let subject: Subject
  /// The digest of the document after the last step; another content has another history.
  public let digest: ContentDigest
  /// The steps, in the editor's own format.
  public let steps: [UInt8]
  /// The time of the last change, in seconds since 1970.
  public let modified: Double

  /// Creates a history; the time is in seconds since 1970.
  public init(subject: Subject, digest: ContentDigest, steps: [UInt8], modified: Double) {
    self.subject = subject
    self.digest = digest
    self.steps = steps
    self.modified = modified
  }

  /// Returns the same steps for another subject.
  func moved(to subject: Subject) -> StoredHistory {
    StoredHistory(subject: subject, digest: digest, steps: steps, modified: modified)
  }
}

/// The result of updating a poster.
public enum PosterUpdate: Hashable, Sendable {
  /// The new version replaced the old one.
  case done
  /// Another program had changed the poster meanwhile: that change is kept, and the new version is a separate poster
  /// beside it.
  case keptBeside(PosterKey)
}
