/// Letters typed in succession to find an item by its beginning.
public struct TypeAhead: Hashable, Sendable {
  /// The letters typed without a pause.
  public private(set) var text = ""
  private var last = -Double.infinity

  /// The pause after which a new search begins, in seconds.
  public static let pause = 1.0

  /// Creates an empty search.
  public init() {}

  /// Returns whether text typed at `time`, in seconds, continues the current search.
  public func goesOn(at time: Double) -> Bool { !text.isEmpty && time - last <= Self.pause }

  /// Adds text typed at a time in seconds.
  ///
  /// - Parameters:
  ///   - typed: The text.
  ///   - time: The time in seconds; after a pause a new search begins.
  /// - Returns: The whole search, and whether the next match is wanted because the same letter was repeated.
  public mutating func add(_ typed: String, at time: Double) -> (text: String, isNext: Bool) {
    if !goesOn(at: time) { text = "" }
    last = time
    if text == typed { return (text, true) }
    text += typed
    return (text, text == typed)
  }
}
