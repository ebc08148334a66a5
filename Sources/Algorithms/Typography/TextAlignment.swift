/// The alignment of a paragraph's lines within its width; start and end depend on the direction of the text.
public enum TextAlignment: Hashable, Sendable {
  /// Left, or right in right-to-left text.
  case start
  /// Centred.
  case center
  /// Right, or left in right-to-left text.
  case end
  /// Aligned to both edges by wider spaces; the last line is aligned to the start.
  case justified
}
