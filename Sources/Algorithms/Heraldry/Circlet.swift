/// The design of a crown's band.
public enum Circlet: String, Hashable, Sendable, CaseIterable {
  /// One smooth wall.
  case plain
  /// A smooth field between two rims.
  case rimmed
  /// Rims, and a field with cut-out jewels.
  case jewelled
  /// Rims, and jewels of several cuts without a field.
  case gemmed
  /// Rims with pearls between them.
  case pearled
  /// Twisted strands.
  case twisted
  /// Rims, and a field with scalloped edges.
  case engrailed
  /// Rims with upright flutes between them.
  case fluted
  /// Rims, and a field with a row of arched windows.
  case arcaded
  /// Rims with a zigzag between them.
  case chevron
  /// Rims with checks between them.
  case chequered
  /// The fur of an ermine, with its tails.
  case ermine
  /// Courses of stones.
  case masonry
  /// Rims, and a field with a row of round holes.
  case studded
  /// Rims, and a field with a row of stars.
  case starred
  /// Rims, and a field with a row of quatrefoils.
  case flowered
  /// Rims with running scrolls between them.
  case scrolled
  /// Rims, and a field with a row of lozenges.
  case lozengy
  /// Rims with a Greek key between them.
  case key
  /// Rims with the links of a chain between them.
  case chained
}
