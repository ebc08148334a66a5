/// The quotation marks of a language.
///
/// The pairs are those usual in print; French ones include their thin spaces.
public struct QuotationMarks: Hashable, Sendable {
  /// The marks around a quotation, and around one inside it.
  public let outer: Pair
  public let inner: Pair

  /// An opening and a closing mark.
  public struct Pair: Hashable, Sendable {
    public let opening: String
    public let closing: String
  }

  /// Creates the marks of a BCP 47 language; English ones for nil and for languages without an entry.
  public init(language: String? = nil) {
    let tag = (language ?? "en").lowercased()
    let base = String(tag.prefix { $0 != "-" })
    let marks =
      Self.known[tag] ?? Self.known[
        tag.hasPrefix("zh-hant") || tag == "zh-tw" || tag == "zh-hk" ? "zh-hant" : base]
      ?? Self.english
    (outer, inner) = (Pair(opening: marks.0, closing: marks.1), Pair(opening: marks.2, closing: marks.3))
  }

  private typealias Marks = (String, String, String, String)
  private static let english: Marks = ("“", "”", "‘", "’")
  private static let german: Marks = ("„", "“", "‚", "‘")
  private static let low: Marks = ("„", "”", "‚", "’")
  private static let same: Marks = ("”", "”", "’", "’")
  private static let guillemets: Marks = ("«", "»", "“", "”")
  private static let slavic: Marks = ("«", "»", "„", "“")
  private static let corners: Marks = ("「", "」", "『", "』")
  private static let known: [String: Marks] = [
    "de": german, "de-ch": ("«", "»", "‹", "›"), "de-li": ("«", "»", "‹", "›"), "cs": german, "sk": german,
    "sl": german, "is": german, "et": ("„", "“", "«", "»"), "lt": ("„", "“", "‚", "‘"),
    "bg": ("„", "“", "‚", "‘"),
    "hr": low, "bs": low, "sr": ("„", "“", "‘", "’"), "mk": ("„", "“", "‚", "‘"), "ka": ("„", "“", "«", "»"),
    "pl": ("„", "”", "«", "»"), "hu": ("„", "”", "»", "«"), "ro": ("„", "”", "«", "»"), "sv": same,
    "fi": same,
    "da": ("”", "”", "’", "’"), "nb": ("«", "»", "‘", "’"), "no": ("«", "»", "‘", "’"),
    "nn": ("«", "»", "‘", "’"),
    "fr": ("«\u{202F}", "\u{202F}»", "“", "”"), "fr-ch": ("«\u{202F}", "\u{202F}»", "‹", "›"),
    "es": guillemets, "ca": guillemets, "gl": guillemets, "it": guillemets, "pt-pt": guillemets,
    "el": guillemets,
    "eu": ("«", "»", "‹", "›"), "hy": ("«", "»", "«", "»"), "sq": ("«", "»", "“", "”"),
    "fa": ("«", "»", "‹", "›"),
    "ru": slavic, "uk": ("«", "»", "„", "“"), "be": slavic, "lv": ("«", "»", "„", "“"),
    "ar": ("”", "“", "’", "‘"), "he": ("”", "”", "’", "’"), "ja": corners, "zh-hant": corners,
  ]

  /// A mark in the place of a straight one.
  public struct Replacement: Hashable, Sendable {
    /// The index of the character that is replaced.
    public let index: Int
    /// The mark of the language.
    public let mark: String
  }

  /// Returns a text with straight quotation marks replaced.
  public func replacingStraight(in text: String) -> String {
    var pieces = text.map(String.init)
    for replacement in replacements(in: text) { pieces[replacement.index] = replacement.mark }
    return pieces.joined()
  }

  /// Returns the marks for the straight ones of a text, in order; a straight apostrophe becomes ’.
  ///
  /// A mark opens a quotation at the start of the text, and after white space, dashes and opening signs. Signs of inches
  /// and feet after digits stay if nothing is open.
  public func replacements(in text: String) -> [Replacement] {
    let characters = Array(text)
    var result: [Replacement] = []
    var open: [Character] = []
    for (index, character) in characters.enumerated() where character == "\"" || character == "'" {
      let previous = index > 0 ? characters[index - 1] : nil
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      func marks() -> Pair { open.isEmpty ? outer : inner }
      let mark: String?
      if open.contains(character), character == "\"" || next?.isLetter != true {
        open.removeAll { $0 == character }
        mark = marks().closing
      } else if Self.opens(after: previous), next != nil, !open.contains(character),
        character == "\"" || opensQuotation(at: index, of: characters)
      {
        mark = marks().opening
        open.append(character)
      } else if previous?.isNumber == true, open.isEmpty, character == "\"" || next?.isLetter != true {
        mark = nil
      } else {
        mark = character == "\"" ? marks().closing : "’"
      }
      if let mark { result.append(Replacement(index: index, mark: mark)) }
    }
    return result
  }

  /// Returns whether a single mark after a space begins a quotation; otherwise it is an apostrophe, as in ’TIS and in
  /// ROCK ’N’ ROLL.
  private func opensQuotation(at index: Int, of characters: [Character]) -> Bool {
    let rest = characters[(index + 1)...]
    // An apostrophe within a word does not close a quotation.
    let end = rest.indices.first { place in
      characters[place] == "'" && !(place + 1 < characters.count && characters[place + 1].isLetter)
    }
    guard rest.first?.isLetter == true, let end else { return false }
    return end > index + 2 || !"nN".contains(characters[index + 1])
  }

  private static func opens(after previous: Character?) -> Bool {
    guard let previous else { return true }
    return previous.isWhitespace || "([{–—-/\"'“„‘‚«‹¿¡".contains(previous)
  }
}
