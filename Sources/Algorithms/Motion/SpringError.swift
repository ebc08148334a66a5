/// Numbers that no spring can have.
public struct SpringError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The parameter at fault, as a designer calls it.
  public let parameter: String

  /// What was given for it.
  public let value: Double

  /// What would have been accepted.
  public let requirement: String

  public var description: String { "a spring's \(parameter) is \(requirement), not \(value)" }
}
