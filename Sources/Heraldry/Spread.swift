/// How far a crown opens upward.
public enum Spread: String, Hashable, Sendable, CaseIterable {
  case open
  case straight
  case wide
}
