/// How an arch is decked.
public enum ArchTrim: String, Hashable, Sendable, CaseIterable {
  /// Nothing but the strip itself.
  case plain
  /// Holes along the middle.
  case pierced
  /// A clear line along the middle.
  case lined
  /// A strip with beads along its outer edge; an arch seen from the front is beads alone.
  case beaded
  /// A string of pearls in place of the strip.
  case strung
}
