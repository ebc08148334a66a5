/// A path whose lines are too many, or cross too often, to be worked on in sensible time and memory.
public struct PathComplexityError: Error, Hashable, CustomStringConvertible {
  /// The number of crossings that was allowed.
  public let crossings: Int

  /// Creates the error from the number of crossings that was allowed.
  public init(crossings: Int) { self.crossings = crossings }

  public var description: String { "the outlines are too involved for a limit of \(crossings) crossings" }
}
