public import Geometry
public import Heraldry

/// A crown in the browser; its outline is decoded when it is first shown.
public struct CrownItem: Sendable {
  /// The identifier: a readable word, unique in the library.
  public var id: String
  /// The crown's display name.
  public var name: String
  /// Search words.
  public var tags: [String]
  /// The size of the outline in the library, in bytes.
  public var byteCount: Int
  /// Whether it is the person's own, and can be renamed and removed.
  public var isOwn: Bool
  /// Whether it is a favourite.
  public var isFavorite: Bool
  /// The design that it was drawn from; nil for a drawing from elsewhere.
  public var design: CrownDesign?
  /// The bounds of the ink, in the outline's coordinates.
  public var bounds: Rect
  /// Returns the outline, for the non-zero fill rule.
  public var outline: @Sendable () -> FoldedPath

  /// Creates a crown; its outline is requested on any thread, when it is first shown.
  public init(
    id: String, name: String, tags: [String], byteCount: Int, isOwn: Bool, isFavorite: Bool = false,
    design: CrownDesign? = nil, bounds: Rect, outline: @escaping @Sendable () -> FoldedPath
  ) {
    self.id = id
    self.name = name
    self.tags = tags
    self.byteCount = byteCount
    self.isOwn = isOwn
    self.isFavorite = isFavorite
    self.design = design
    self.bounds = bounds
    self.outline = outline
  }
}
