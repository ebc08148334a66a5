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

  /// Creates a setting; a width is in points.
  public init(_ text: String, font: Font, width: Double? = nil, form: Form = .line) {
    self.text = text
    self.font = font
    self.width = width
    self.form = form
  }
}
