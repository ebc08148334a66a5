/// Numbers that no spring can have.
public struct SpringError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The parameter at fault, as a designer calls it.
  public let parameter: String

  /// The value that was given.
  public let value: Double

  /// The values that are accepted.
  public let requirement: String

  public var description: String { "a spring's \(parameter) is \(requirement), not \(value)" }
}
