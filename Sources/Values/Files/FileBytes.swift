import Glibc
public import Localization

/// Files that are read whole, within limits.
///
/// Only regular files are read: opening does not wait, so that a pipe that nobody writes to, a terminal or a device is
/// refused at once instead of being read without end.
public enum FileBytes {
  /// A file that cannot be read, and why.
  public struct Failure: LocalizableError, Hashable {
    /// The reason why a file could not be read.
    public enum Reason: Hashable, Sendable {
      /// There is no such file, or a folder on the way to it is missing.
      case missing
      /// A folder stands at the path.
      case folder
      /// Something that is no regular file stands at the path.
      case notRegular(Special)
      /// More bytes than are read of such a file.
      case tooLong(limit: Int)
      /// A reader's message about the first bytes, which cannot belong to such a file.
      case unfit(Message)
      /// The system's words for anything else.
      case refused(String)
    }

    /// A kind of special file, which is not read.
    public enum Special: Hashable, Sendable {
      case pipe
      case socket
      /// A terminal or another device.
      case device
      /// A socket or a device, which cannot be told apart because it does not open.
      case unopenable
    }

    /// The path as it was given; `-` is standard input.
    public let path: String
    /// The reason why the file could not be read.
    public let reason: Reason

    /// Creates a failure from the path as it was given, and the cause.
    public init(path: String, reason: Reason) {
      self.path = path
      self.reason = reason
    }

    /// The file, the fault and the remedy.
    public var message: Message {
      Message("{file}: {reason}", ["file": FileBytes.name(of: path)], parts: ["reason": fault])
    }

    /// The fault and the remedy, without the file's name.
    public var fault: Message {
      switch reason {
      case .missing, .refused: Message("cannot be read: {reason}", parts: ["reason": cause])
      default: cause
      }
    }

    /// The cause alone.
    public var cause: Message {
      switch reason {
      case .missing: Message("there is no such file")
      case .folder: Message("it is a folder; name a file")
      case .notRegular(.pipe): Message("it is a pipe, not a file; use - to read from standard input")
      case .notRegular(.socket): Message("it is a socket, not a file; use - to read from standard input")
      case .notRegular(.device):
        Message("it is a terminal or a device, not a file; use - to read from standard input")
      case .notRegular(.unopenable):
        Message("it is a socket or a device, not a file; use - to read from standard input")
      case .tooLong(let limit) where limit < 1 << 20:
        Message("the file is too long; at most {limit} bytes are read", ["limit": String(limit)])
      case .tooLong(let limit):
        Message("the file is too long; at most {limit} MiB are read", ["limit": String(limit >> 20)])
      case .unfit(let message): message
      case .refused(let words): Message(verbatim: words)
      }
    }
  }

  /// Returns a file's name as messages have it: `-` is standard input.
  public static func name(of path: String) -> String {
    // Untranslated: the name of a stream, where others have their path.
    path == "-" ? "standard input" : path
  }

  /// Returns whether something stands at a path that is no folder.
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Whether a text is meant as a path where it could be another name, too: it has a separator or an ending.
  public static func isPath(_ text: String) -> Bool {
    text.contains("/") || !FilePath(text).formatEnding.isEmpty
  }

  /// Returns the bytes of a regular file; a longer one is refused.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - limit: The most bytes.
  /// - Throws: ``Failure`` with the path and the reason.
  public static func read(_ path: String, atMost limit: Int) throws(Failure) -> [UInt8] {
    // A pipe must not be waited for, and a terminal must not become the one that this program is stopped from.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
    if let fault = fault(status.st_mode) { throw Failure(path: path, reason: fault) }
    guard status.st_size <= limit else { throw Failure(path: path, reason: .tooLong(limit: limit)) }
    return try bytes(of: descriptor, path, atMost: limit, expecting: Int(status.st_size)) { _ in nil }
  }

  /// Returns the bytes of a regular file, or of standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: The file, or `-`.
  ///   - limit: The most bytes that are accepted.
  ///   - check: Receives each portion of standard input as it is read, or a file's bytes at once; a returned message
  ///     stops the reading.
  /// - Throws: ``Failure`` if the file cannot be read, is longer than the limit, or `check` returned a message.
  public static func readArgument(
    _ path: String, atMost limit: Int, check: (ArraySlice<UInt8>) -> Message? = { _ in nil }
  ) throws(Failure) -> [UInt8] {
    guard path == "-" else {
      let bytes = try read(path, atMost: limit)
      if let message = check(bytes[...]) { throw Failure(path: path, reason: .unfit(message)) }
      return bytes
    }
    return try bytes(of: STDIN_FILENO, path, atMost: limit, expecting: 0, check: check)
  }

  /// Returns what stands open under a file's number, from where it is to its end.
  private static func bytes(
    of descriptor: Int32, _ path: String, atMost limit: Int, expecting size: Int,
    check: (ArraySlice<UInt8>) -> Message?
  ) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(max(size, 0), limit))
    var portion = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &portion, portion.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path, errno) }
      if count == 0 { return bytes }
      if let message = check(portion[..<count]) { throw Failure(path: path, reason: .unfit(message)) }
      guard bytes.count + count <= limit else { throw Failure(path: path, reason: .tooLong(limit: limit)) }
      bytes += portion[..<count]
    }
  }

  private static func fault(_ mode: mode_t) -> Failure.Reason? {
    switch mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: .folder
    case S_IFIFO: .notRegular(.pipe)
    case S_IFSOCK: .notRegular(.socket)
    default: .notRegular(.device)
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    switch code {
    case ENOENT, ENOTDIR: return Failure(path: path, reason: .missing)
    // A socket cannot even be opened.
    case ENXIO: return Failure(path: path, reason: .notRegular(.unopenable))
    default: return Failure(path: path, reason: .refused(String(cString: strerror(code))))
    }
  }
}
