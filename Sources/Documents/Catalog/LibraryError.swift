import Glibc

/// What is wrong with a library's file, or with what was asked of it, and what to do about it.
public struct LibraryError: Error, Hashable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// There is no home folder in which one’s own library could be.
    case homeless
    /// The file is something else; in words.
    case foreign(String)
    /// A later Regalia wrote the file.
    case newer(version: Int)
    /// The file does not hold together; in the words of SQLite.
    case damaged(String)
    /// The library may only be read.
    case readOnly
    /// Another program has the file to itself.
    case locked
    /// The file was deleted or replaced while it was open.
    case gone
    /// The disk is full.
    case full
    /// The system refuses the file; in its words.
    case refused(String)
    /// Reading was ended before its end.
    case interrupted
    /// Nothing has this id.
    case unknown(id: String)
    /// What has this id came with the program and cannot be changed.
    case shipped(id: String)
    /// A value that no record may have; the field and what is wrong with it.
    case unfit(field: String, String)
  }

  /// The file's path.
  public let path: String
  /// What is wrong.
  public let reason: Reason

  /// Creates an error from the file's path and what is wrong.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Creates an error from a number of the system.
  init(path: String, code: Int32) { self.init(path: path, reason: .refused(String(cString: strerror(code)))) }

  public var description: String { "\(path): \(words)" }

  /// Whether the file does not hold together, so that repairing it may help.
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
