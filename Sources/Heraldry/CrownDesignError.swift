/// Something a family of crowns has no room for, and what it allows instead.
public struct CrownDesignError: Error, Hashable, Sendable, CustomStringConvertible {
  public let family: CrownFamily
  public let option: String
  public let given: String

  /// What may stand there; empty when the family has nothing of the kind.
  public let allowed: [String]

  public var description: String {
    let choice =
      allowed.isEmpty ? "has no choice of \(option)" : "allows \(option) \(allowed.joined(separator: ", "))"
    return "\(family.title): \(option) \(given) does not fit; the family \(choice)"
  }
}
