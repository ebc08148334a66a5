import Typography

/// The text of a line as set, and the stored characters of its characters.
struct ShownText: Hashable, Sendable {
  private(set) var text = ""
  /// The index of the stored character for each shown one.
  private(set) var sources: [Int] = []
  /// The number of stored characters.
  let storedCount: Int
  /// Whether stored characters beyond the maximum length were removed.
  private(set) var isCut = false
  /// Whether control characters were removed.
  private(set) var lostControls = false

  /// Creates the text of a line in its own language or that of its poster, as BCP 47 tags.
  ///
  /// In capitals ß becomes ẞ with `capitalSharpS`, else SS.
  init(_ line: Poster.Line, in language: String? = nil, capitalSharpS: Bool = false) {
    var stored = Array(line.text)
    storedCount = stored.count
    if stored.count > Poster.Line.longest {
      stored.removeSubrange(Poster.Line.longest...)
      isCut = true
    }
    let capitals = Capitals(language: line.language ?? language, capitalSharpS: capitalSharpS)
    var pieces = line.isSetInCapitals ? capitals.uppercased(stored) : stored.map(String.init)
    for index in pieces.indices { pieces[index] = shown(pieces[index]) }
    let isSpace: (String) -> Bool = { $0.allSatisfy(\.isWhitespace) }
    guard let first = pieces.firstIndex(where: { !isSpace($0) }),
      let last = pieces.lastIndex(where: { !isSpace($0) })
    else { return }
    // If several pieces combine into one character, its source is the first of them.
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

  /// Returns the number of spaces after a character.
  func spaces(after index: Int) -> Int {
    text.dropFirst(index).prefix { $0.isWhitespace }.count
  }

  /// Returns a character without control characters.
  private mutating func shown(_ piece: String) -> String {
    // Fonts contain more precomposed letters than combining accents.
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

/// Upper-casing by the rules of languages (Unicode's SpecialCasing).
///
/// Greek capitals have no accents: συνεχίστε becomes ΣΥΝΕΧΙΣΤΕ. A diaeresis stays, and one is added where only the
/// accent separated two vowels: μάιος becomes ΜΑΪΟΣ. The word ή keeps its accent, which distinguishes it from the
/// article (as in Unicode CLDR's Greek upper-casing). In Turkish and Azerbaijani i becomes İ; in Lithuanian the dot
/// kept below other accents is removed.
struct Capitals {
  let language: String
  /// Whether ß becomes ẞ instead of SS; German orthography accepts both.
  private let capitalSharpS: Bool

  /// Creates the rules of a language, a BCP 47 tag; nil is no particular language.
  init(language: String? = nil, capitalSharpS: Bool = false) {
    self.capitalSharpS = capitalSharpS
    self.language = String((language ?? "").prefix { $0 != "-" }).lowercased()
  }

  /// Returns each character in upper case.
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
    if capitalSharpS, character == "ß" { return "ẞ" }
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
