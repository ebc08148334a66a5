import Foundation

/// What a person typed into a search field, as expressions of FTS5.
///
/// Each word may be the beginning of one; all of them have to be found.
struct SearchWords: Hashable, Sendable {
  /// Finds the words themselves, in singular or plural.
  let literal: String

  /// Finds also words that mean the same.
  let widened: String

  /// Reads the words; nil where there is no letter and no digit.
  init?(_ text: String) {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.prefix(Self.limit).map(String.init)
    guard !words.isEmpty else { return nil }
    literal = words.map { "(\(Self.forms(of: $0)))" }.joined(separator: " AND ")
    widened = words.map { word in
      let others = Synonyms.of(word).map { "\"\($0)\"" }
      return "(\(([Self.forms(of: word)] + others).joined(separator: " OR ")))"
    }.joined(separator: " AND ")
  }

  /// Longer texts are no search.
  private static let limit = 32

  /// Returns the word as the beginning of one, and its singular.
  private static func forms(of word: String) -> String {
    ([word] + [singular(of: word)].compactMap { $0 }).map { "\"\($0)\" *" }.joined(separator: " OR ")
  }

  private static func singular(of word: String) -> String? {
    guard word.count >= 4, word.hasSuffix("s"), !word.hasSuffix("ss") else { return nil }
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    if word.hasSuffix("ves") { return word.dropLast(3) + "f" }
    for ending in ["ses", "xes", "ches", "shes"] where word.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    return String(word.dropLast())
  }
}
