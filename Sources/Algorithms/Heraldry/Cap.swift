/// The filling of a crown's inside.
public enum Cap: String, Hashable, Sendable, CaseIterable {
  /// None: the rear rim is visible.
  case open
  /// A velvet cap in one piece.
  case smooth
  /// A velvet cap in gores, separated by seams.
  case gored
}
