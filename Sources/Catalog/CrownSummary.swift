public import Geometry

/// What a list shows of a crown without its path.
public struct CrownSummary: Hashable, Sendable {
  public let id: String
  public let name: String
  public let tags: [String]
  public let source: String
  public let licence: String
  public let bounds: Rect
  public let segments: Int
  /// The bytes of the path's code.
  public let codeSize: Int
  /// Whether the crown came with the program.
  public let isShipped: Bool
}
