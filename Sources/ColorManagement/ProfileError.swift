/// A profile that cannot be used, and what to do about it.
public struct ProfileError: Error, Hashable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
