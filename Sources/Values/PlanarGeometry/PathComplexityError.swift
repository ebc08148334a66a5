public import Localization

/// A path whose lines are too many, or cross too often, to be worked on in sensible time and memory.
public struct PathComplexityError: LocalizableError, Hashable {
  /// The number of crossings that was allowed.
  public let crossings: Int

  /// Creates the error from the number of crossings that was allowed.
  public init(crossings: Int) { self.crossings = crossings }

  /// The fault with the limit.
  public var message: Message {
    Message(
      "the outlines are too complex; they cross more than {limit} times", ["limit": String(crossings)])
  }
}
