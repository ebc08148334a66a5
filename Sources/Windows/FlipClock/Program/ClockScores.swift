import Workers
import Glibc

/// The numbers that come on standard input, a line each.
final class ClockScores {
  private let lines: Mailbox<String>

  /// Starts to read on a thread of its own; `wake` is called there when lines have come.
  init(wake: @escaping @Sendable () -> Void) {
    lines = Mailbox(wake: wake)
    Worker(name: "scores").run { [lines] in
      while let line = Self.nextLine() { lines.send(line) }
    }
  }

  /// Takes the lines that have come since the last time.
  func takeAll() -> [String] { lines.takeAll() }

  /// Reads all lines there are, to the end.
  static func readAll() -> [String] {
    var all: [String] = []
    while let line = nextLine() { all.append(line) }
    return all
  }

  /// Returns the number in a line, or nil when it is none that fits on cards.
  static func number(_ line: String) -> Int? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, words[0].allSatisfy({ $0.isASCII }), let number = Int(words[0]),
      Clockwork.scores.contains(number)
    else { return nil }
    return number
  }

  private static let longestLine = 256

  /// Returns the next line without its end; what is too long for a number is cut off.
  private static func nextLine() -> String? {
    var bytes: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      guard count == 1 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      if byte == 10 { return String(decoding: bytes, as: UTF8.self) }
      if bytes.count < longestLine { bytes.append(byte) }
    }
  }
}
