/// The case in which a text is set, by the rules of a language.
package enum TextCase: String, Hashable, Sendable, CaseIterable {
  /// Capitals, as small lines have them.
  case upper
  /// Small letters.
  case lower
  /// A capital at the start of each word. A word that has both cases, such as McDonald, stays as it is.
  case title

  /// Returns a text in this case; `language` is a BCP 47 tag, or nil for no particular language.
  package func applied(to text: String, language: String?) -> String {
    let rules = Capitals(language: language)
    switch self {
    case .upper: return rules.uppercased(Array(text)).joined()
    case .lower: return rules.lowercased(text)
    case .title:
      var result = ""
      var rest = text[...]
      while !rest.isEmpty {
        let gap = rest.prefix { !$0.isLetter }
        result += gap
        let word = Self.word(rest[gap.endIndex...])
        if !word.isEmpty { result += rules.titlecased(String(word)) }
        rest = rest[word.endIndex...]
      }
      return result
    }
  }

  /// Returns the word at the start of a text. An apostrophe does not end a word, as in don’t, but an initial: O’Neil.
  private static func word(_ text: Substring) -> Substring {
    let letters = text.prefix { $0.isLetter }
    guard letters.count > 1, let mark = text[letters.endIndex...].first, "'’".contains(mark) else {
      return letters
    }
    return text.prefix { $0.isLetter || $0 == mark }
  }
}

extension Capitals {
  private var isTurkic: Bool { language == "tr" || language == "az" }

  /// Returns a text in small letters. In Turkish and Azerbaijani, I becomes ı. A sigma at the end of a word is ς.
  func lowercased(_ text: String) -> String {
    var result = ""
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      switch character {
      case "I" where isTurkic: result += "ı"
      case "İ" where isTurkic: result += "i"
      case "Σ"
      where index > 0 && characters[index - 1].isLetter
        && !(index + 1 < characters.count && characters[index + 1].isLetter):
        result += "ς"
      default: result += character.lowercased()
      }
    }
    return result
  }

  /// Returns a word with a capital at its start, unless it has letters of both cases. In Dutch, ij is one letter.
  func titlecased(_ word: String) -> String {
    let hasBoth = word.contains(where: \.isUppercase) && word.contains(where: \.isLowercase)
    guard let first = word.first, !hasBoth || word.dropFirst().allSatisfy({ !$0.isUppercase }) else {
      return word
    }
    var rest = lowercased(word)
    let small = rest.removeFirst()
    if language == "nl", small == "i", rest.first == "j" { return "IJ" + rest.dropFirst() }
    if isTurkic, small == "i" { return "İ" + rest }
    // Capitals of whole words have no accents in Greek, and the first letter of one has.
    let scalars = String(first).unicodeScalars
    guard let head = scalars.first else { return word }
    return head.properties.titlecaseMapping + String(String.UnicodeScalarView(scalars.dropFirst())) + rest
  }
}
