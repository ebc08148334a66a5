/// How the winding number of a point decides whether a path's fill covers it.
public enum FillRule: String, Hashable, Sendable, CaseIterable {
  /// Covered where the winding number is not zero.
  case nonZero
  /// Covered where the winding number is odd.
  case evenOdd
}
