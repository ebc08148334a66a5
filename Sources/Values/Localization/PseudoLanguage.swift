/// Languages that nobody speaks, made from English to test windows before translators have done their work.
///
/// Their names are those that Android and Chromium have for them: `en_XA` and `ar_XB`.
extension Language {
  /// English in brackets, with accents, each word at least 40 % longer: it shows texts that are cut or not marked.
  public static let lengthened = Language(tag: "en-XA") { "[\(PseudoText.lengthened($0.pseudoText))]" }

  /// English in which each word runs from right to left: it shows what does not follow the direction of writing.
  public static let mirrored = Language(tag: "ar-XB") { PseudoText.mirrored($0.pseudoText) }

  /// Returns the pseudo-language of a locale, or nil for all others.
  static func pseudo(_ locale: LocaleName) -> Language? {
    switch (locale.language, locale.territory) {
    case ("en", "XA"): lengthened
    case ("ar", "XB"): mirrored
    default: nil
    }
  }
}

extension Message {
  /// The English text in the form for its number, with placeholders.
  fileprivate var pseudoText: String { count == 1 ? text : plural ?? text }
}

/// Changes the words of a text, and leaves its placeholders and doubled braces as they are.
private enum PseudoText {
  private static let accented: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "AEIOUYCDGHLNRSTZaeiouycdghlnrstz",
      // Untranslated: each letter with an accent.
      "ÅÉÎÖÛÝÇÐĜĤĻÑŔŠŢŽåéîöûýçðĝĥļñŕšţž"))

  static func lengthened(_ text: String) -> String {
    words(of: text) { word in
      let longer = String(word.map { accented[$0] ?? $0 })
      return longer + String(repeating: "é", count: (2 * word.count + 4) / 5)
    }
  }

  static func mirrored(_ text: String) -> String {
    // RIGHT-TO-LEFT OVERRIDE, POP DIRECTIONAL FORMATTING, and RIGHT-TO-LEFT MARKs around them.
    words(of: text) { "\u{200f}\u{202e}\($0)\u{202c}\u{200f}" }
  }

  private static func words(of text: String, _ change: (Substring) -> String) -> String {
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      if rest.hasPrefix("{{") || rest.hasPrefix("}}") {
        result += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else if first == "{", let end = rest.firstIndex(of: "}") {
        result += rest[...end]
        rest = rest[rest.index(after: end)...]
      } else if first.isLetter {
        let word = rest.prefix(while: \.isLetter)
        result += change(word)
        rest = rest[word.endIndex...]
      } else {
        result.append(first)
        rest.removeFirst()
      }
    }
    return result
  }
}
