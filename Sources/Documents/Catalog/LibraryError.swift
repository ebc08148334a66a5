import Glibc

/// An error of a library's file or of a request, with a remedy.
public struct LibraryError: Error, Hashable, CustomStringConvertible {
  /// The reason of the error.
  public enum Reason: Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// Without a home folder, the user's own library has no place.
    case homeless
    /// The file is something else, as the text describes.
    case foreign(String)
    /// A later Regalia wrote the file.
    case newer(version: Int)
    /// The file is damaged; the text is SQLite's.
    case damaged(String)
    /// The library is read-only.
    case readOnly
    /// Another program has locked the file.
    case locked
    /// The file was deleted or replaced while it was open.
    case gone
    /// The disk is full.
    case full
    /// The system refused access to the file; the text is the system's.
    case refused(String)
    /// Reading was cancelled.
    case interrupted
    /// The id does not exist.
    case unknown(id: String)
    /// The item with this id is shipped with the program and cannot be changed.
    case shipped(id: String)
    /// An invalid value for a record, with the field and the reason.
    case unfit(field: String, String)
  }

  /// The file's path.
  public let path: String
  /// The reason of the error.
  public let reason: Reason

  /// Creates an error from the file's path and a reason.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Creates an error from a system error number.
  init(path: String, code: Int32) { self.init(path: path, reason: .refused(String(cString: strerror(code)))) }

  public var description: String { "\(path): \(words)" }

  /// Whether the file is damaged, so that a repair may help.
  public var isDamage: Bool {
    if case .damaged = reason { true } else { false }
  }

  private var words: String {
    switch reason {
    case .missing: "there is no such library; name one that exists, or let “regalia gallery” make yours"
    case .homeless: "there is no home folder for it; set HOME, or name a library with --library"
    case .foreign(let what): "not a library of Regalia: \(what); name another file"
    case .newer(let version):
      "a newer Regalia wrote this library (version \(version), this one knows \(Schema.current.version)); "
        + "it can be looked at, and changed once Regalia is updated"
    case .damaged(let message):
      "the library is damaged (\(message)); “regalia library repair” saves what can be read"
    case .readOnly: "the library may only be read; change its permissions, or name another with --library"
    case .locked: "another program is writing to the library; try again when it has finished"
    case .interrupted: "reading the library was ended; try again"
    case .gone: "the library was deleted or replaced while it was open; open it again"
    case .full: "the disk is full; free some space and try again"
    case .refused(let message): "the library cannot be opened: \(message)"
    case .unknown(let id): "nothing here is called \(id)"
    case .shipped(let id): "\(id) came with Regalia and cannot be changed or removed"
    case .unfit(let field, let what): "\(field): \(what)"
    }
  }
}
