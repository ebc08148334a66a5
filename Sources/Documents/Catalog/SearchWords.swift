/// The words of a search, as expressions of FTS5.
///
/// Each word may be the beginning of one; all of them have to be found.
struct SearchWords: Hashable, Sendable {
  private let words: [String]

  /// The words with those of Japanese taken apart.
  private var parts: [String] { words.flatMap { Synonyms.shared.parts(of: $0) } }

  /// Reads the words; nil where there is no letter and no digit.
  init?(_ text: String) {
    words = Self.split(text).prefix(Self.limit).map(String.init)
    guard !words.isEmpty else { return nil }
  }

  /// Returns the words of a text in small letters.
  static func split(_ text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }
  }

  private init(words: [String]) {
    self.words = words
  }

  /// Finds the words themselves or their beginnings, in singular or plural.
  var literal: String { all { Self.begun($0) } }

  /// Finds also words that mean the same.
  var widened: String { all(parts, Self.widened) }

  /// Whether all words mean a crown of any kind, so that all that are found suit alike.
  var meansAnyCrown: Bool { parts.allSatisfy { Synonyms.shared.meansCrown($0) } }

  /// Finds also words that differ by one slip from words of five letters or more; nil where there are no such words.
  ///
  /// - Parameter vocabulary: The words that crowns have.
  func misspelled(among vocabulary: @autoclosure () -> Set<String>) -> String? {
    let parts = parts
    guard parts.contains(where: { Synonyms.canHaveSlip(Synonyms.folded($0)) }) else { return nil }
    let known = vocabulary()
    var isAny = false
    let expression = all(parts) { word in
      let typed = Synonyms.folded(word)
      guard Synonyms.canHaveSlip(typed) else { return Self.widened(word) }
      let near =
        Synonyms.shared.similar(to: word)
        + known.filter { Synonyms.isSlip(of: Synonyms.folded($0), for: typed) }.sorted()
      if !near.isEmpty { isAny = true }
      let senses = Set(near.flatMap { Synonyms.shared.senses(of: $0) }).sorted()
      return ([Self.widened(word)] + near.map { "\"\($0)\"" } + senses.map { "(\($0))" })
        .joined(separator: " OR ")
    }
    return isAny ? expression : nil
  }

  /// Returns expressions for crowns, best first: a crown ranks by the first of them that finds it.
  ///
  /// Some columns say what a thing is called and others what it is like. The order is: the sense that a word has
  /// first, whole words in names, whole words, words begun in names, words begun, and words that mean the same.
  func expressions(naming columns: [String]) -> [String] {
    let names = "{\(columns.joined(separator: " "))} :"
    return preferred
      + [
        all { "\(names) (\(Self.whole($0)))" },
        all { Self.whole($0) },
        all { "\(Self.whole($0)) OR \(names) (\(Self.begun($0)))" },
        literal,
        widened,
      ]
  }

  /// The expressions for the first senses of words that have several, the narrowest first.
  private var preferred: [String] {
    let parts = parts
    let senses = parts.map { Synonyms.shared.senses(of: $0) }
    let count = senses.map(\.count).max() ?? 0
    return (0..<count).map { index in
      zip(parts, senses).map { word, senses in
        "(\(senses.isEmpty ? Self.widened(word) : senses[min(index, senses.count - 1)]))"
      }.joined(separator: " AND ")
    }
  }

  /// The search without the words that only join others, or itself when it has no other words.
  var withoutStopWords: SearchWords {
    let kept = words.filter { !Synonyms.shared.isStopWord($0) }
    return kept.isEmpty ? self : SearchWords(words: kept)
  }

  /// The search for the words that tell crowns apart, or nil when all words do or none.
  var withoutGeneralWords: SearchWords? {
    let parts = parts
    let kept = parts.filter { !Synonyms.shared.isGeneral($0) }
    return kept.isEmpty || kept.count == parts.count ? nil : SearchWords(words: kept)
  }

  private func all(_ words: [String]? = nil, _ expression: (String) -> String) -> String {
    (words ?? self.words).map { "(\(expression($0)))" }.joined(separator: " AND ")
  }

  /// Longer texts are no search.
  private static let limit = 32

  private static func widened(_ word: String) -> String {
    ([begun(word)] + Synonyms.shared.of(word).map { "\"\($0)\"" }).joined(separator: " OR ")
  }

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
