import Text
import Typography

/// Breaks a text into lines of widths as equal as its words allow.
///
/// With phrases, the lines before and after a break count as wider if it is within a phrase, such as after an article,
/// and as narrower if it is between phrases, such as after a comma.
struct LineBreaker {
  /// A line: its characters, without the spaces at its ends, and its width in em.
  struct Part {
    let range: Range<Int>
    let width: Double
  }

  /// A possible break: where a line after it starts, and where the one before it ends.
  private struct Place {
    let start: Int
    let end: Int
    let startX: Double
    let endX: Double
    /// The share by which lines that end and begin here count as wider.
    var penalty = 0.0
  }

  /// The minimum cost of a number of lines up to a place, and the start of the last one.
  private typealias Cost = (widest: Double, squares: Double, start: Int)

  private let places: [Place]
  /// The costs up to each place, for each number of lines.
  private var rows: [[Cost?]]

  /// Measures a text; widths are those of the letters set on one line.
  init(_ setting: TextSetting, keepsPhrases: Bool = false, typesetter: Typesetter) {
    let characters = Array(setting.text)
    var sized = TextSetting(setting.text, font: setting.font, language: setting.language)
    sized.spans = setting.spans
    sized.font.size = 100
    let line = typesetter.line(sized)
    let phrases = keepsPhrases ? Phrases(characters, language: setting.language) : nil
    let breaks = typesetter.breaks(in: setting.text, language: setting.language)
    let boundaries = [0] + breaks + [characters.count]
    places = boundaries.map { boundary in
      var (start, end) = (boundary, boundary)
      while start < characters.count, characters[start].isWhitespace { start += 1 }
      while end > 0, characters[end - 1].isWhitespace { end -= 1 }
      return Place(
        start: start, end: end, startX: line.caret(at: start).x / 100, endX: line.caret(at: end).x / 100,
        penalty: boundary == 0 || boundary == characters.count
          ? 0 : phrases?.penalty(from: end, to: start) ?? 0)
    }
    rows = [[(0, 0, 0)] + Array(repeating: nil, count: boundaries.count - 1)]
  }

  /// The maximum number of lines.
  var mostLines: Int { places.count - 1 }

  private func part(_ start: Int, _ end: Int) -> Part {
    let (first, last) = (places[start], places[end])
    return Part(range: first.start..<max(first.start, last.end), width: abs(last.endX - first.startX))
  }

  /// Returns the text in `count` lines, the widest as narrow as possible, and the others as equal as that allows; nil
  /// with fewer words.
  mutating func lines(_ count: Int) -> [Part]? {
    guard count >= 1, count <= mostLines else { return nil }
    while rows.count <= count { rows.append(nextRow()) }
    var parts: [Part] = []
    var end = mostLines
    for number in stride(from: count, to: 0, by: -1) {
      guard let cost = rows[number][end] else { return nil }
      parts.insert(part(cost.start, end), at: 0)
      end = cost.start
    }
    return parts
  }

  /// Returns the costs for one more line: the best sum of the costs for one line less and a last line (dynamic
  /// programming, as in Knuth and Plass's line breaking).
  private func nextRow() -> [Cost?] {
    let number = rows.count
    var row: [Cost?] = Array(repeating: nil, count: mostLines + 1)
    for end in number...mostLines {
      for start in (number - 1)..<end {
        guard let before = rows[number - 1][start] else { continue }
        let width = part(start, end).width * (1 + places[start].penalty) * (1 + places[end].penalty)
        let (widest, squares) = (max(before.widest, width), before.squares + width * width)
        if let known = row[end], (known.widest, known.squares) <= (widest, squares) { continue }
        row[end] = (widest, squares, start)
      }
    }
    return row
  }
}

/// Where a text may be divided so that its parts can be understood.
struct Phrases {
  private let characters: [Character]
  private let bound: Set<String>

  /// The share by which lines count as wider that are divided after a word which belongs to the next.
  private static let within = 0.25
  /// The share by which lines count as wider that are divided between phrases: they count as narrower.
  private static let between = -0.08

  /// Creates the phrases of a text in a BCP 47 language; nil is taken for English.
  init(_ characters: [Character], language: String?) {
    self.characters = characters
    bound = Self.boundWords[String((language ?? "en").prefix { $0 != "-" }).lowercased()] ?? []
  }

  /// Returns the share by which two lines count as wider, of which the first ends before the character `end` and the
  /// second begins at `start`.
  func penalty(from end: Int, to start: Int) -> Double {
    guard end > 0, start < characters.count else { return 0 }
    let (last, next) = (characters[end - 1], characters[start])
    if ".,:;!?…–—、。！？，：；)]」』”»،؛؟।".contains(last) { return Self.between }
    if "(「『“„«".contains(next) { return Self.between }
    // A dash between spaces ends a line.
    if "–—".contains(next) { return Self.within }
    if end == start {
      return Self.isJapanese(last) && Self.isJapanese(next) ? penalty(between: last, next) : 0
    }
    let word = String(
      characters[..<end].reversed().prefix { $0.isLetter || $0 == "’" || $0 == "'" }.reversed()
    ).lowercased()
    guard let first = word.first, first.isCased else { return 0 }
    // In many languages a word of one letter is a preposition or an article.
    return word.count == 1 || bound.contains(word) ? Self.within : 0
  }

  /// Japanese phrases mostly end with hiragana and begin with another kind of character.
  private func penalty(between last: Character, _ next: Character) -> Double {
    Self.isHiragana(last) && !Self.isHiragana(next) ? Self.between : Self.within
  }

  private static func isHiragana(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { (0x3041...0x309F).contains($0.value) } ?? false
  }

  private static func isJapanese(_ character: Character) -> Bool {
    character.unicodeScalars.first.map {
      (0x3041...0x30FF).contains($0.value) || (0x3400...0x9FFF).contains($0.value)
    } ?? false
  }

  /// Articles, prepositions and conjunctions, which belong to the next word.
  // Untranslated: words of the languages themselves.
  private static let boundWords: [String: Set<String>] = [
    "en": words(
      "a an the and or but nor of to in at by for from with my your our their his her its no if"),
    "de": words(
      """
      der die das den dem des ein eine einen einem einer eines und oder aber im in am an auf aus bei mit nach von vom zu
      zum zur für um dein deine mein meine unser unsere kein keine wenn
      """),
    "fr": words(
      "le la les un une des du de et ou mais à au aux en dans sur pour par avec sans mon ma mes ton ta tes ce"
    ),
    "es": words(
      "el la los las un una unos unas de del y o e a al en con por para sin mi tu su sus tus mis que"),
    "it": words(
      "il lo la i gli le un uno una di del della dei e ed o a al alla in nel con per tra fra mio tuo che"),
    "pt": words("o a os as um uma de do da dos das e ou em no na com por para sem meu teu seu que"),
    "nl": words("de het een en of van in op aan bij met voor naar om te mijn je uw geen"),
    "pl": words("i a w z o u na do za po od dla nie ze we ku"),
    "cs": words("i a v z o u k s na do za po od pro ve ze"),
    "ru": words("и а в с о у к на до за по от для не из со во"),
    "sv": words("en ett och i på av för med till"),
    "da": words("en et og i på af for med til"), "nb": words("en et og i på av for med til"),
  ]

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
