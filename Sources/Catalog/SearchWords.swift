import Foundation

/// What a person typed into a search field, as expressions of FTS5.
///
/// Each word may be the beginning of one; all of them have to be found.
struct SearchWords: Hashable, Sendable {
  private let words: [String]

  /// Reads the words; nil where there is no letter and no digit.
  init?(_ text: String) {
    words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.prefix(Self.limit).map(String.init)
    guard !words.isEmpty else { return nil }
  }

  /// Finds the words themselves or their beginnings, in singular or plural.
  var literal: String { all { Self.begun($0) } }

  /// Finds also words that mean the same.
  var widened: String {
    all { word in
      ([Self.begun(word)] + Synonyms.of(word).map { "\"\($0)\"" }).joined(separator: " OR ")
    }
  }

  /// Returns expressions each of which finds what the one before it does and more, where some columns say what a
  /// thing is called and others what it is like: whole words in names; whole words; words begun in names; words
  /// begun; and words that mean the same.
  func expressions(naming columns: [String]) -> [String] {
    let names = "{\(columns.joined(separator: " "))} :"
    return [
      all { "\(names) (\(Self.whole($0)))" },
      all { Self.whole($0) },
      all { "\(Self.whole($0)) OR \(names) (\(Self.begun($0)))" },
      literal,
      widened,
    ]
  }

  private func all(_ expression: (String) -> String) -> String {
    words.map { "(\(expression($0)))" }.joined(separator: " AND ")
  }

  /// Longer texts are no search.
  private static let limit = 32

  /// Returns the word and its singular.
  private static func whole(_ word: String) -> String {
    forms(of: word).map { "\"\($0)\"" }.joined(separator: " OR ")
  }

  /// Returns the same as beginnings of words.
  private static func begun(_ word: String) -> String {
    forms(of: word).map { "\"\($0)\" *" }.joined(separator: " OR ")
  }

  private static func forms(of word: String) -> [String] { [word] + [singular(of: word)].compactMap { $0 } }

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
