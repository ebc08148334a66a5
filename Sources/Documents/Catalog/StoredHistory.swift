/// What was done to a document, kept so that it can be undone after the window was closed.
public struct StoredHistory: Hashable, Sendable {
  /// What the history belongs to.
  public enum Subject: Hashable, Sendable {
    /// A poster of the library, by its id.
    case poster(id: String)
    /// A file, by its whole path.
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

  /// What the history belongs to.
  public let subject: Subject
  /// Stands for the document that the last step led to; another document has another history.
  public let digest: ContentDigest
  /// The steps, as whoever edits writes them.
  public let steps: [UInt8]
  /// Seconds since 1970.
  public let modified: Double

  /// Creates a history; the time is in seconds since 1970.
  public init(subject: Subject, digest: ContentDigest, steps: [UInt8], modified: Double) {
    self.subject = subject
    self.digest = digest
    self.steps = steps
    self.modified = modified
  }

  /// Returns the same steps of another subject.
  func moved(to subject: Subject) -> StoredHistory {
    StoredHistory(subject: subject, digest: digest, steps: steps, modified: modified)
  }
}

/// What became of a new version of a poster.
public enum PosterUpdate: Hashable, Sendable {
  /// It is in the place of the old one.
  case done
  /// Somebody else had changed the poster meanwhile: theirs stays, and the new version hangs beside it as another.
  case keptBeside(PosterKey)
}
