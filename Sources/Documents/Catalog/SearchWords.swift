/// The words of a search, as FTS5 expressions.
///
/// Each word may be the beginning of a word; all of them must match.
struct SearchWords: Hashable, Sendable {
  private let words: [String]

  /// The words, with Japanese text split into words.
  private var parts: [String] { words.flatMap { Synonyms.shared.parts(of: $0) } }

  /// Reads the words; nil without letters and digits.
  init?(_ text: String) {
    words = Self.split(text).prefix(Self.limit).map(String.init)
    guard !words.isEmpty else { return nil }
  }

  /// Returns the words of a text in lower case.
  static func split(_ text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }
  }

  private init(words: [String]) {
    self.words = words
  }

  /// Matches the words themselves or their beginnings, in singular or plural.
  var literal: String { all { Self.begun($0) } }

  /// Also matches synonyms.
  var widened: String { all(parts, Self.widened) }

  /// Whether all words mean any kind of crown, so that all results are equally relevant.
  var meansAnyCrown: Bool { parts.allSatisfy { Synonyms.shared.meansCrown($0) } }

  /// Also matches words that differ by one misspelling from words of five letters or more; nil without such words.
  ///
  /// - Parameter vocabulary: The words of all crowns.
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

  /// Returns expressions for crowns, best first: a crown ranks by the first one that matches.
  ///
  /// Some columns name a thing and others describe it. The order is: the primary sense of a word, whole words in names,
  /// whole words, beginnings in names, beginnings, and synonyms.
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

  /// The expressions for the primary senses of ambiguous words, the narrowest first.
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

  /// The search without stop words, or itself if it has no other words.
  var withoutStopWords: SearchWords {
    let kept = words.filter { !Synonyms.shared.isStopWord($0) }
    return kept.isEmpty ? self : SearchWords(words: kept)
  }

  /// The search with only specific words, or nil if all words or none are specific.
  var withoutGeneralWords: SearchWords? {
    let parts = parts
    let kept = parts.filter { !Synonyms.shared.isGeneral($0) }
    return kept.isEmpty || kept.count == parts.count ? nil : SearchWords(words: kept)
  }

  private func all(_ words: [String]? = nil, _ expression: (String) -> String) -> String {
    (words ?? self.words).map { "(\(expression($0)))" }.joined(separator: " AND ")
  }

  /// The maximum number of words in a search.
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

extension String {
  /// The words of the text as searches compare them, in lower case and without diacritics.
  package var foldedWords: [String] { SearchWords.split(Synonyms.folded(self)).map(String.init) }
}
