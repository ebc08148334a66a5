import Text

/// A text with its font and available width; also a cache key for results.
public struct TextSetting: Hashable, Sendable {
  /// Whether a text is set on one line or broken into several.
  public enum Form: Hashable, Sendable {
    /// One line; line breaks become spaces.
    case line
    /// Lines broken between words at the width, and at line breaks; after `maximumLines` an ellipsis.
    case paragraph(alignment: TextAlignment, lineSpacing: Double, maximumLines: Int?)
  }

  /// The original text.
  public var text: String
  /// The font with its size and weight.
  public var font: Font

  /// The maximum width in points; nil is unlimited.
  public var width: Double?

  /// Whether the text is set on one line or broken into several.
  public var form: Form

  /// The BCP 47 language of the text, such as `tr` or `zh-Hans`, which selects regional glyph shapes; nil uses the
  /// typesetter's.
  public var language: String?

  /// Whether the font's kerning is applied.
  public var isKerned = true

  /// Whether the text is display type: fallback fonts are matched to the main font in height and thickness, and Japanese
  /// is set in proportional widths.
  public var isDisplay = false

  /// Whether the text is set for a column: a line from left to right that is turned clockwise by a right angle afterwards.
  ///
  /// Letters of scripts that are written in columns stand upright then, with the font's forms for columns, and so do one
  /// or two digits beside them, side by side. All others lie on their side.
  public var isVertical = false

  /// The places where the distance of letters differs from the font's.
  public var openings: [Opening] = []

  /// The parts of the text in other fonts or sizes, in order and without overlaps.
  public var spans: [Span] = []

  /// A part of a text whose letters differ from the others in their font or size.
  public struct Span: Hashable, Sendable {
    /// The characters of the part.
    public var characters: Range<Int>
    /// The families of the letters; nil is the text's, as for the weight.
    public var family: String?
    /// The weight of the letters.
    public var weight: Int?
    /// Whether the letters are italic.
    public var italic: Bool
    /// The size of the letters, as a multiple of the text's.
    public var scale: Double
    /// The values of variable axes that differ from the text's, by their OpenType tags.
    public var axes: [String: Double]
    /// The OpenType features that differ from the text's, by their tags.
    public var features: [String: Int]

    /// Creates a part of a text with letters of its own.
    ///
    /// - Parameters:
    ///   - characters: The indices of its characters.
    ///   - family: The families of the letters; nil uses those of the text.
    ///   - weight: The weight of the letters, 1…1000; nil uses that of the text.
    ///   - italic: Whether the letters are italic.
    ///   - scale: The size of the letters, as a multiple of the text's.
    ///   - axes: The values of variable axes that differ from the text's, by their OpenType tags.
    ///   - features: The OpenType features that differ from the text's, by their tags.
    public init(
      _ characters: Range<Int>, family: String? = nil, weight: Int? = nil, italic: Bool = false,
      scale: Double = 1, axes: [String: Double] = [:], features: [String: Int] = [:]
    ) {
      self.characters = characters
      self.family = family
      self.weight = weight
      self.italic = italic
      self.scale = scale
      self.axes = axes
      self.features = features
    }
  }

  /// Returns the part with the character at an index, or nil if it has the text's font and size.
  public func span(ofCharacter index: Int) -> Span? { spans.first { $0.characters.contains(index) } }

  /// Returns the size of the font of the character at an index, as a multiple of the text's.
  public func scale(ofCharacter index: Int) -> Double { span(ofCharacter: index)?.scale ?? 1 }

  /// Returns the font of a part, at the size of the text.
  public func font(of span: Span) -> Font {
    var font = font
    font.family = span.family ?? font.family
    font.weight = span.weight ?? font.weight
    font.italic = font.italic || span.italic
    font.axes.merge(span.axes) { _, own in own }
    font.features.merge(span.features) { _, own in own }
    return font
  }

  /// The space in em after characters, by their indices.
  package var openingWidths: [Int: Double] {
    Dictionary(openings.map { ($0.character, $0.width) }, uniquingKeysWith: { first, _ in first })
  }

  /// Extra space to the right of a character, which may be negative.
  public struct Opening: Hashable, Sendable {
    /// The index of the character.
    public let character: Int
    /// The space in em; negative values bring letters closer together.
    public let width: Double

    /// Creates an opening.
    ///
    /// - Parameters:
    ///   - character: The index of the character.
    ///   - width: The space in em, which may be negative.
    public init(after character: Int, width: Double) {
      self.character = character
      self.width = width
    }
  }

  /// Creates a setting.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - font: The font.
  ///   - width: The width in points at which lines break; nil for none.
  ///   - form: Whether it is a line or a paragraph.
  ///   - language: The language as a BCP 47 tag, which selects the forms of letters; nil uses the typesetter's.
  public init(
    _ text: String, font: Font, width: Double? = nil, form: Form = .line, language: String? = nil
  ) {
    self.text = text
    self.font = font
    self.width = width
    self.form = form
    self.language = language
  }
}
