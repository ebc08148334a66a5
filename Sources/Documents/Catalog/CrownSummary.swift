public import Geometry

/// A crown without its path, for lists.
public struct CrownSummary: Hashable, Sendable {
  /// A readable slug, unique in its library.
  public let id: String
  /// The crown's display name.
  public let name: String
  /// Search words.
  public let tags: [String]
  /// The origin of the drawing: a file's name, or Regalia itself.
  public let source: String
  /// The drawing's licence; empty if unknown.
  public let licence: String
  /// The bounds of the ink.
  public let bounds: Rect
  /// The number of lines and curves in the path.
  public let segments: Int
  /// The bytes of the path's code.
  public let codeSize: Int
  /// Whether the crown is shipped with the program.
  public let isShipped: Bool
}
