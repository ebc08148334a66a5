import CPango

/// The text of a line as it is set, and which stored characters its characters come from.
struct ShownText: Hashable, Sendable {
  private(set) var text = ""
  /// For each character of the text the number of the stored one.
  private(set) var sources: [Int] = []
  /// How many characters are stored.
  let storedCount: Int
  /// Whether stored characters beyond the most that a line takes were left out.
  private(set) var isCut = false
  /// Whether control characters were left out.
  private(set) var lostControls = false

  init(_ line: Poster.Line) {
    var stored = Array(line.text)
    storedCount = stored.count
    if stored.count > Poster.Line.longest {
      stored.removeSubrange(Poster.Line.longest...)
      isCut = true
    }
    var pieces = line.isSetInCapitals ? GreekCapitals.uppercased(stored) : stored.map(String.init)
    for index in pieces.indices { pieces[index] = shown(pieces[index]) }
    let isSpace: (String) -> Bool = { $0.allSatisfy(\.isWhitespace) }
    guard let first = pieces.firstIndex(where: { !isSpace($0) }),
      let last = pieces.lastIndex(where: { !isSpace($0) })
    else { return }
    // Where pieces that were characters of their own become one, it counts as the first.
    var sourceOfByte: [Int] = []
    for index in first...last {
      text += pieces[index]
      sourceOfByte += Array(repeating: index, count: pieces[index].utf8.count)
    }
    var byte = 0
    for character in text {
      sources.append(sourceOfByte[byte])
      byte += character.utf8.count
    }
  }

  /// Returns how many spaces stand in the text from a character on.
  func spaces(after index: Int) -> Int {
    text.dropFirst(index).prefix { $0.isWhitespace }.count
  }

  /// Returns a character without what has no place on a line.
  private mutating func shown(_ piece: String) -> String {
    // Fonts have more letters with their accents than accents to be put on letters.
    let text = piece.composed
    let isControl: (Unicode.Scalar) -> Bool = { $0.value < 32 || (0x7F..<0xA0).contains($0.value) }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !isControl(scalar) {
        kept.append(scalar)
      } else if scalar.properties.isWhitespace {
        kept.append(" ")
      } else {
        lostControls = true
      }
    }
    return String(kept)
  }
}

/// Capitals of Greek, which have no accents: συνεχίστε becomes ΣΥΝΕΧΙΣΤΕ.
///
/// A diaeresis stays, and one is added where only the accent kept two vowels apart: μάιος becomes ΜΑΪΟΣ. The word ή
/// keeps its accent, which tells it from the article (as in Unicode CLDR's Greek upper-casing).
enum GreekCapitals {
  /// Returns each character in capitals.
  static func uppercased(_ characters: [Character]) -> [String] {
    var result: [String] = []
    for (index, character) in characters.enumerated() {
      let before = index > 0 ? characters[index - 1] : nil
      let after = index + 1 < characters.count ? characters[index + 1] : nil
      guard isGreek(character) else {
        result.append(character.uppercased())
        continue
      }
      let parts = String(character).decomposed.unicodeScalars
      if String(character) == "ή", !isLetter(before), !isLetter(after) {
        result.append("Ή")
        continue
      }
      var kept = String.UnicodeScalarView(parts.filter { !accents.contains($0.value) })
      if let before, hasAccent(before), "αεηοω".unicodeScalars.contains(base(before)), parts.count == 1,
        character == "ι" || character == "υ"
      {
        kept.append("\u{308}")
      }
      result.append(String(kept).uppercased())
    }
    return result
  }

  /// Grave, acute, breathings, circumflexes.
  private static let accents: Set<UInt32> = [0x300, 0x301, 0x302, 0x303, 0x311, 0x313, 0x314, 0x342]

  private static func base(_ character: Character) -> Unicode.Scalar {
    String(character).decomposed.unicodeScalars.first ?? "\0"
  }

  private static func isGreek(_ character: Character) -> Bool {
    let value = base(character).value
    return (0x370...0x3FF).contains(value) || (0x1F00...0x1FFF).contains(value)
  }

  private static func hasAccent(_ character: Character) -> Bool {
    String(character).decomposed.unicodeScalars.contains { accents.contains($0.value) }
  }

  private static func isLetter(_ character: Character?) -> Bool { character?.isLetter ?? false }
}

extension String {
  /// The text in Unicode's normalization form C: accents are parts of their letters where Unicode has such letters.
  var composed: String { normalized(G_NORMALIZE_DEFAULT_COMPOSE) }

  /// The text in Unicode's normalization form D: accents follow their letters.
  var decomposed: String { normalized(G_NORMALIZE_DEFAULT) }

  private func normalized(_ form: GNormalizeMode) -> String {
    // ASCII is normalized already. GLib stops at a null character, which is ASCII and never combines with another.
    guard utf8.contains(where: { $0 >= 0x80 }), let bytes = g_utf8_normalize(self, -1, form) else {
      return self
    }
    defer { g_free(bytes) }
    return String(cString: bytes)
  }
}
