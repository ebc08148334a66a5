import Typography

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

  /// Creates the text of a line in its own language or else that of its poster, as BCP 47 has them.
  init(_ line: Poster.Line, in language: String? = nil) {
    var stored = Array(line.text)
    storedCount = stored.count
    if stored.count > Poster.Line.longest {
      stored.removeSubrange(Poster.Line.longest...)
      isCut = true
    }
    let capitals = Capitals(language: line.language ?? language)
    var pieces = line.isSetInCapitals ? capitals.uppercased(stored) : stored.map(String.init)
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

/// Capitals as languages have them (Unicode's SpecialCasing).
///
/// Greek ones have no accents: συνεχίστε becomes ΣΥΝΕΧΙΣΤΕ. A diaeresis stays, and one is added where only the accent kept
/// two vowels apart: μάιος becomes ΜΑΪΟΣ. The word ή keeps its accent, which tells it from the article (as in Unicode CLDR's
/// Greek upper-casing). In Turkish and Azerbaijani i becomes İ; in Lithuanian a dot that was kept above other accents goes.
struct Capitals {
  private let language: String

  /// Creates the capitals of a language, a tag of BCP 47; nil is none in particular.
  init(language: String? = nil) {
    self.language = String((language ?? "").prefix { $0 != "-" }).lowercased()
  }

  /// Returns each character in capitals.
  func uppercased(_ characters: [Character]) -> [String] {
    var result: [String] = []
    for (index, character) in characters.enumerated() {
      let before = index > 0 ? characters[index - 1] : nil
      let after = index + 1 < characters.count ? characters[index + 1] : nil
      guard Self.isGreek(character) else {
        result.append(uppercased(character))
        continue
      }
      let parts = String(character).decomposed.unicodeScalars
      if String(character) == "ή", !Self.isLetter(before), !Self.isLetter(after) {
        result.append("Ή")
        continue
      }
      var kept = String.UnicodeScalarView(parts.filter { !Self.accents.contains($0.value) })
      if let before, Self.hasAccent(before), "αεηοω".unicodeScalars.contains(Self.base(before)),
        parts.count == 1,
        character == "ι" || character == "υ"
      {
        kept.append("\u{308}")
      }
      result.append(String(kept).uppercased())
    }
    return result
  }

  private func uppercased(_ character: Character) -> String {
    switch language {
    case "tr", "az":
      guard character.unicodeScalars.first == "i" else { return character.uppercased() }
      return "İ" + String(String.UnicodeScalarView(character.unicodeScalars.dropFirst())).uppercased()
    case "lt":
      let parts = String(character).decomposed.unicodeScalars
      guard parts.first?.properties.isSoftDotted == true else { return character.uppercased() }
      return String(String.UnicodeScalarView(parts.filter { $0.value != 0x307 })).uppercased()
    default: return character.uppercased()
    }
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
