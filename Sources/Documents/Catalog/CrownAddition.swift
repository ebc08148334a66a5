/// What became of a crown that was to be added.
public enum CrownAddition: Hashable, Sendable {
  /// It is there now, by this id.
  case added(id: String)
  /// The same file was there already, as this crown.
  case present(id: String)
}
