/// How far a crown opens upward.
public enum Spread: String, Hashable, Sendable, CaseIterable {
  /// Somewhat wider at the top than at the foot, as most crowns are.
  case open
  /// As wide at the top as at the foot.
  case straight
  /// Much wider at the top than at the foot.
  case wide
}
