/// A choice that a family of crowns does not allow, and what it allows instead.
public struct CrownDesignError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The family that does not allow the choice.
  public let family: CrownFamily
  /// What was chosen, such as “arch form”.
  public let option: String
  /// The value that was given, as text.
  public let given: String

  /// What may stand there; empty when the family has nothing of the kind.
  public let allowed: [String]

  /// Whether the family has a choice of the kind, which would change nothing beside the other parts of the design.
  public var isIdle = false

  public var description: String {
    if isIdle { return "\(family.title): \(option) \(given) would change nothing beside the other parts" }
    let choice =
      allowed.isEmpty ? "has no choice of \(option)" : "allows \(option) \(allowed.joined(separator: ", "))"
    return "\(family.title): \(option) \(given) does not fit; the family \(choice)"
  }
}
