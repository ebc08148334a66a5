/// The end of a countdown: it is told once, and its notice stays for a while.
struct CountdownEnd: Hashable {
  /// Whether the end has come and was told.
  private(set) var hasTold = false
  /// Whether the notice was seen for as long as it stays.
  private(set) var hasPassed = false

  /// How long the notice stays, in seconds.
  private static let noticeDuration = 5.0

  /// Returns when something happens next for a countdown that ends at a time.
  func nextTime(of end: Double) -> Double { hasTold ? end + Self.noticeDuration : end }

  /// Brings it to a time; returns whether the end has to be told now.
  mutating func advance(to time: Double, end: Double?) -> Bool {
    guard let end, time >= end else {
      hasTold = false
      return false
    }
    let isNew = !hasTold
    hasTold = true
    if time >= end + Self.noticeDuration { hasPassed = true }
    return isNew
  }
}
