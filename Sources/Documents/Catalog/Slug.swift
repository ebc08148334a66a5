/// Readable names of lower-case letters, digits and hyphens.
public enum Slug {
  /// Returns a slug of `text` with at most 80 characters; `fallback` if the text has no letter or digit.
  public static func made(of text: String, fallback: String) -> String {
    let words = text.withoutDiacritics.lowercased().split { !$0.isLetter && !$0.isNumber }
    let slug = String(words.joined(separator: "-").prefix(80))
    let trimmed = slug.hasSuffix("-") ? String(slug.dropLast()) : slug
    return trimmed.isEmpty ? fallback : trimmed
  }

  /// Returns `slug`, or one of `slug-2`, `slug-3`… that is free and whose predecessor is taken. For consecutive numbers
  /// that is the next one, found with a logarithmic number of queries.
  ///
  /// - Throws: The error of `isTaken`.
  public static func free(_ slug: String, isTaken: (String) throws -> Bool) rethrows -> String {
    guard try isTaken(slug) else { return slug }
    var (taken, free) = (1, 2)
    while try isTaken("\(slug)-\(free)") { (taken, free) = (free, free * 2) }
    while free - taken > 1 {
      let middle = taken + (free - taken) / 2
      if try isTaken("\(slug)-\(middle)") { taken = middle } else { free = middle }
    }
    return "\(slug)-\(free)"
  }
}
