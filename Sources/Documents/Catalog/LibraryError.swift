import Glibc
public import Localization

/// An error of a library's file or of a request, with a remedy.
public struct LibraryError: LocalizableError, Hashable {
  /// The reason of the error.
  public enum Reason: Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// Without a home folder, the user's own library has no place.
    case homeless
    /// The file is something else, as the text describes.
    case foreign(Message)
    /// A later Regalia wrote the file.
    case newer(version: Int)
    /// The file is damaged; mostly in SQLite's words.
    case damaged(Message)
    /// The library is read-only.
    case readOnly
    /// Another program has locked the file.
    case locked
    /// The file was deleted or replaced while it was open.
    case gone
    /// The disk is full.
    case full
    /// The system refused access to the file; mostly in its words.
    case refused(Message)
    /// Reading was cancelled.
    case interrupted
    /// The id does not exist.
    case unknown(id: String)
    /// The item with this id is shipped with the program and cannot be changed.
    case shipped(id: String)
    /// An invalid value for a record, with the field and the reason.
    case unfit(field: String, Message)
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
  init(path: String, code: Int32) {
    self.init(path: path, reason: .refused(Message(verbatim: String(cString: strerror(code)))))
  }

  /// The file, the fault and the remedy.
  public var message: Message {
    Message("{file}: {reason}", ["file": path], parts: ["reason": fault])
  }

  /// Whether the file is damaged, so that a repair may help.
  public var isDamage: Bool {
    if case .damaged = reason { true } else { false }
  }

  private var fault: Message {
    switch reason {
    case .missing:
      Message("there is no such library; name one that exists, or let “regalia gallery” make yours")
    case .homeless: Message("there is no home folder for it; set HOME, or name a library with --library")
    case .foreign(let reason):
      Message("not a library of Regalia: {reason}; name another file", parts: ["reason": reason])
    case .newer(let version):
      Message(
        "a newer Regalia wrote this library (version {version}, this one knows {known}). You can look at it; update Regalia to change it",
        ["version": String(version), "known": String(Schema.current.version)])
    case .damaged(let reason):
      Message(
        "the library is damaged ({reason}); “regalia library repair” saves what can be read",
        parts: ["reason": reason])
    case .readOnly:
      Message("the library is read-only; change its permissions, or name another with --library")
    case .locked: Message("another program is writing to the library; try again when it has finished")
    case .interrupted: Message("reading the library was cancelled; try again")
    case .gone: Message("the library was deleted or replaced while it was open; open it again")
    case .full: Message("the disk is full; free some space and try again")
    case .refused(let reason): Message("the library cannot be opened: {reason}", parts: ["reason": reason])
    case .unknown(let id): Message("there is no “{name}” here", ["name": id])
    case .shipped(let id):
      Message("“{name}” came with Regalia and cannot be changed or removed", ["name": id])
    case .unfit(let field, let reason):
      Message("{field}: {reason}", ["field": field], parts: ["reason": reason])
    }
  }
}
