/// Where the lines of a paragraph stand within its width; start and end follow the direction of the text.
public enum TextAlignment: Hashable, Sendable {
  /// At the left, or at the right in a text that runs leftward.
  case start
  /// In the middle.
  case center
  /// At the right, or at the left in a text that runs leftward.
  case end
  /// At both edges, by wider spaces; the last line stands at the start.
  case justified
}
