import Glibc

/// A line on the terminal that shows the progress of work that takes over a second; it is removed at the end.
public struct ProgressLine: ~Copyable {
  private let title: String
  private let unit: String
  private let count: Int
  private let isSeen: Bool
  private let start = ContinuousClock.now
  private var lastShown: ContinuousClock.Instant?

  /// Creates a line for a number of parts; nothing is shown when standard error is no terminal.
  public init(_ title: String, unit: String, count: Int) {
    self.title = title
    self.unit = unit
    self.count = count
    isSeen = isatty(STDERR_FILENO) != 0
  }

  /// Shows that a number of parts are done.
  public mutating func update(done: Int) {
    guard isSeen else { return }
    let now = ContinuousClock.now
    guard now - start > .seconds(1), now - (lastShown ?? start) > .seconds(0.1) else { return }
    lastShown = now
    let words = Self.words(title, unit: unit, done: done, of: count, after: (now - start) / .seconds(1))
    Self.show("\r\(words)\u{1b}[K")
  }

  deinit {
    if lastShown != nil { Self.show("\r\u{1b}[K") }
  }

  /// Returns how far a work is, as "Recording: 30 of 120 frames, 15 a second, 6 s left".
  package static func words(_ title: String, unit: String, done: Int, of count: Int, after seconds: Double)
    -> String
  {
    let start = "\(title): \(done) of \(count) \(unit)"
    guard done > 0, seconds > 0 else { return start }
    let rate = Double(done) / seconds
    let left = Int((Double(max(0, count - done)) / rate).rounded(.up))
    let pace = rate < 10 ? "\(Double(Int(rate * 10)) / 10)" : "\(Int(rate))"
    return "\(start), \(pace) a second, \(left < 100 ? "\(left) s" : "\((left + 59) / 60) min") left"
  }

  private static func show(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
