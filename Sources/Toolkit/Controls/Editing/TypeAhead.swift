/// Letters that are typed one after the other to find something by its beginning.
public struct TypeAhead: Hashable, Sendable {
  /// What was typed without a pause.
  public private(set) var text = ""
  private var last = -Double.infinity

  /// The seconds after which typing begins anew.
  public static let pause = 1.0

  /// Creates a value to which nothing was typed.
  public init() {}

  /// Returns whether what is typed at `time`, in seconds, goes on with what was typed before.
  public func goesOn(at time: Double) -> Bool { !text.isEmpty && time - last <= Self.pause }

  /// Adds what was typed at `time`, in seconds, and returns all of it; the same letter again means the next thing that
  /// begins with it.
  public mutating func add(_ typed: String, at time: Double) -> (text: String, isNext: Bool) {
    if !goesOn(at: time) { text = "" }
    last = time
    if text == typed { return (text, true) }
    text += typed
    return (text, text == typed)
  }
}
