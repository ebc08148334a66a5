/// A text that cannot be read, and where it went wrong.
public struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of characters before the fault.
  public let position: Int

  /// The fault at that place.
  public let reason: String

  /// Creates an error from the number of characters before the fault and what is wrong.
  public init(position: Int, reason: String) {
    self.position = position
    self.reason = reason
  }

  public var description: String { "\(reason), at character \(position + 1)" }
}
