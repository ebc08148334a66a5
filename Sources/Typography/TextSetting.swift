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

  public var text: String
  public var font: Font

  /// The width in points that the text must keep; nil is as wide as it is.
  public var width: Double?

  public var form: Form

  public init(_ text: String, font: Font, width: Double? = nil, form: Form = .line) {
    self.text = text
    self.font = font
    self.width = width
    self.form = form
  }
}
