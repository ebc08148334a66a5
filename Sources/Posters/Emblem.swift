public import Geometry

/// What stands above the text.
public enum Emblem: Hashable, Sendable {
  case none
  /// A path that is filled with the ink, by the non-zero rule; `source` says where it came from.
  case path(Path, source: String)
}
