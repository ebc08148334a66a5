public import Geometry

/// What a list shows of a crown without its path.
public struct CrownSummary: Hashable, Sendable {
  /// A readable slug, unique in its library.
  public let id: String
  /// What people call the crown.
  public let name: String
  /// Words by which it is found.
  public let tags: [String]
  /// Where the drawing came from: a file's name, or that it is ours.
  public let source: String
  /// Under which licence the drawing may be used; empty where nobody said.
  public let licence: String
  /// The box of the ink.
  public let bounds: Rect
  /// How many lines and curves the path has.
  public let segments: Int
  /// The bytes of the path's code.
  public let codeSize: Int
  /// Whether the crown came with the program.
  public let isShipped: Bool
}
