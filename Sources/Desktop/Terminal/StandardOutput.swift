import Glibc
public import Localization
import Text

/// Standard output, which other programs read the results from.
public enum StandardOutput {
  /// A failure to write to standard output.
  public struct Failure: LocalizableError {
    /// The system's words.
    public let reason: String
    /// Whether the program that read has ended, as `head` does when it has seen enough.
    public let isReaderGone: Bool

    package init(code: Int32) {
      reason = String(cString: strerror(code))
      isReaderGone = code == EPIPE
    }

    public var message: Message {
      Message("standard output cannot be written: {reason}; redirect it elsewhere", ["reason": reason])
    }
  }

  /// Takes the places of the standard files that were closed before the program began, so that no other file comes there
  /// and gets what was meant for them. Called before anything else.
  public static func reserve() {
    for file in STDIN_FILENO...STDERR_FILENO where fcntl(file, F_GETFD) < 0 {
      // Opened the wrong way round: what was closed stays unusable.
      _ = open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Throws when standard output was closed before the program began.
  public static func check() throws(Failure) {
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    if flags < 0 { throw Failure(code: errno) }
    if flags & O_ACCMODE == O_RDONLY { throw Failure(code: EBADF) }
  }

  /// Writes a line, all of it.
  public static func print(_ line: String) throws(Failure) { try write(line + "\n") }

  /// Writes a text as it is, all of it.
  public static func write(_ text: String) throws(Failure) {
    if let code = write(text, to: STDOUT_FILENO) { throw Failure(code: code) }
  }

  /// Writes lines that tell what has been done already; where they cannot be written, standard error has them.
  ///
  /// Called after `check()`, which refuses before anything is done where the output is closed.
  public static func report(_ lines: [String], done: String) throws(Failure) {
    do {
      for line in lines { try print(line) }
    } catch {
      complain("\(done): \(lines.joined(separator: ", "))")
      throw error
    }
  }

  /// Writes to standard error what is wrong, on a line that begins with the program's name; when that is gone, nobody
  /// listens.
  ///
  /// The words may hold names and texts of others: none of them controls the terminal or begins another line.
  public static func complain(_ words: String) { log("\(program): " + ForeignText.printable(words)) }

  /// The file name of the started program.
  private static let program: String = {
    let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    return name.isEmpty ? "regalia" : ForeignText.printable(name)
  }()

  /// Writes a line to standard error as it is.
  public static func log(_ line: String) { _ = write(line + "\n", to: STDERR_FILENO) }

  /// Writes a text and returns the error number when that did not work.
  private static func write(_ text: String, to file: Int32) -> Int32? {
    // A reader that has gone is an error to report, not a reason to be killed.
    signal(SIGPIPE, SIG_IGN)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
