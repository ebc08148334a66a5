/// Where the lines of a paragraph stand within its width; start and end follow the direction of the text.
public enum TextAlignment: Hashable, Sendable {
  case start
  case center
  case end
  case justified
}
