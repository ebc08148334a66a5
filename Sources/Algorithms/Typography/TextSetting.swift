import Text

/// What is to be set: a text, its font, and the room it has; a key under which results can be kept.
public struct TextSetting: Hashable, Sendable {
  /// Whether a text stays on one line or is broken into several.
  public enum Form: Hashable, Sendable {
    /// One line; line breaks become spaces.
    case line
    /// Lines broken between words at the width, and at line breaks; after `maximumLines` an ellipsis.
    case paragraph(alignment: TextAlignment, lineSpacing: Double, maximumLines: Int?)
  }

  /// What is to be set, as it was written.
  public var text: String
  /// The font, its size and its weight.
  public var font: Font

  /// The width in points that the text must keep; nil is as wide as it is.
  public var width: Double?

  /// Whether the text stays on one line or is broken into several.
  public var form: Form

  /// The language of the text as BCP 47 has it, such as `tr` or `zh-Hans`, which chooses among the shapes that languages
  /// give a character; nil is the typesetter's.
  public var language: String?

  /// Whether the font's kerning is applied.
  public var isKerned = true

  /// Where letters stand farther apart than the font has it, or nearer to each other.
  public var openings: [Opening] = []

  /// The room in em that is added at the right of characters, by their numbers.
  package var openingWidths: [Int: Double] {
    Dictionary(openings.map { ($0.character, $0.width) }, uniquingKeysWith: { first, _ in first })
  }

  /// Room that is added at the right of a character, or taken from it.
  public struct Opening: Hashable, Sendable {
    /// The number of the character.
    public let character: Int
    /// The room in em; negative is taken away.
    public let width: Double

    /// Creates an opening of a width in em.
    public init(after character: Int, width: Double) {
      self.character = character
      self.width = width
    }
  }

  /// Creates a setting; a width is in points.
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
