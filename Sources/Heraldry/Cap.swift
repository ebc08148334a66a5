/// What fills the inside of a crown.
public enum Cap: String, Hashable, Sendable, CaseIterable {
  case open
  case smooth
  case gored
}
