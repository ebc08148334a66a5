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

extension Typesetter {
  /// Returns the first of a list of families, separated by commas, when it is not installed; nil when it is, or is a
  /// generic name such as `serif`.
  public func missingFont(inFamilies families: String) -> MissingFont? {
    var wanted = families.split(separator: ",").first ?? ""
    while wanted.first?.isWhitespace == true { wanted = wanted.dropFirst() }
    while wanted.last?.isWhitespace == true { wanted = wanted.dropLast() }
    let generic = ["sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui"]
    guard !wanted.isEmpty, !generic.contains(wanted.lowercased()) else { return nil }
    let used = resolvedFamily(for: Font(family: families, size: 64))
    guard used?.lowercased() != wanted.lowercased() else { return nil }
    return MissingFont(family: String(wanted), substitute: used)
  }
}
