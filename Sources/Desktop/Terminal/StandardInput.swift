import Glibc
public import Localization

/// Standard input, read a line at a time.
public struct StandardInput: ~Copyable {
  /// Why standard input cannot be read any further.
  public struct Failure: LocalizableError {
    /// The fault and the remedy.
    public let message: Message
  }

  /// The bytes that a line may have.
  public static let longestLine = 64 << 10

  /// The number of the line that was read last, counted from 1; 0 before the first.
  public private(set) var lineNumber = 0
  private var buffer: [UInt8] = []
  private var isAtEnd = false

  /// Begins at the place where standard input stands.
  public init() {}

  /// Returns the next line without its ending, or nil behind the last one.
  ///
  /// Bytes that are not UTF-8 are replaced. Throws where a line is longer than `longestLine`, and where standard input is
  /// closed or cannot be read.
  public mutating func nextLine() throws(Failure) -> String? {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return line(buffer[..<end])
      }
      if isAtEnd {
        defer { buffer = [] }
        return buffer.isEmpty ? nil : line(buffer[...])
      }
      guard buffer.count <= Self.longestLine else {
        throw Failure(
          message: Message(
            "line {line} of standard input is longer than {limit} KiB",
            ["line": String(lineNumber + 1), "limit": String(Self.longestLine >> 10)]))
      }
      searched = buffer.count
      try fill()
    }
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>) -> String {
    lineNumber += 1
    let text = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func fill() throws(Failure) {
    var part = [UInt8](repeating: 0, count: 16 << 10)
    var count = read(STDIN_FILENO, &part, part.count)
    while count < 0, errno == EINTR { count = read(STDIN_FILENO, &part, part.count) }
    guard count >= 0 else {
      throw Failure(
        message: Message(
          "standard input cannot be read: {reason}", ["reason": String(cString: strerror(errno))]))
    }
    if count == 0 { isAtEnd = true }
    buffer += part.prefix(count)
  }
}
