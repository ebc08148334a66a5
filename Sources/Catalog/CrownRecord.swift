public import Geometry

/// A crown as a library keeps it.
public struct CrownRecord: Hashable, Sendable {
  /// A readable slug, unique in its library.
  public var id: String
  public var name: String
  public var tags: [String]
  /// Where the drawing came from: a file's name, or that it is ours.
  public var source: String
  public var licence: String
  /// The path in VectorArt's binary code.
  public var code: [UInt8]
  /// The box of the ink.
  public var bounds: Rect

  public init(
    id: String, name: String, tags: [String], source: String, licence: String, code: [UInt8], bounds: Rect
  ) {
    self.id = id
    self.name = name
    self.tags = tags
    self.source = source
    self.licence = licence
    self.code = code
    self.bounds = bounds
  }
}
