/// A profile that cannot be used, and what to do about it.
public struct ProfileError: Error, Hashable, CustomStringConvertible {
  /// The fault and the remedy, in words for a person.
  public let description: String

  /// Creates an error from words for a person.
  public init(_ description: String) { self.description = description }
}
