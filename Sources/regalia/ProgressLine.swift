import Glibc
import Studio

/// One line on the terminal that says how far something is, from its second second on; nothing where nobody looks.
final class ProgressLine {
  private let isSeen = isatty(STDERR_FILENO) == 1
  private let start = ProgressLine.now
  private var last = 0.0
  private var hasShown = false

  /// Shows words in place of those from before, not more often than ten times a second.
  func show(_ words: String) {
    let now = Self.now
    guard isSeen, now - start > 1, now - last > 0.1 else { return }
    last = now
    hasShown = true
    write("\r\u{1b}[K" + words)
  }

  func clear() {
    if hasShown { write("\r\u{1b}[K") }
    hasShown = false
  }

  private func write(_ words: String) {
    let bytes = Array(words.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  deinit { clear() }
}
