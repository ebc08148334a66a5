/// What fills the inside of a crown.
public enum Cap: String, Hashable, Sendable, CaseIterable {
  /// Nothing: one sees the rim behind.
  case open
  /// A cap of velvet in one piece.
  case smooth
  /// A cap of velvet in gores, parted by seams.
  case gored
}
