import Text

/// A font that is asked for and not installed.
public struct MissingFont: Hashable, Sendable, CustomStringConvertible {
  /// The first family that was asked for.
  public let family: String

  /// The family that stands for it, or nil with no font at all.
  public let substitute: String?

  public var description: String {
    guard let substitute else { return "\(family.excerpt) is not installed, nor is any other font" }
    return "\(family.excerpt) is not installed; \(substitute) is used in its place"
  }
}
