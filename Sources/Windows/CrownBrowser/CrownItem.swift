public import Geometry
public import Heraldry

/// A crown in the browser; its outline is decoded when it is first shown.
public struct CrownItem: Sendable {
  /// The identifier: a readable word, unique in the library.
  public var id: String
  /// What people call the crown.
  public var name: String
  /// Words by which it is found.
  public var tags: [String]
  /// How many bytes the outline takes in the library.
  public var byteCount: Int
  /// Whether it is the person's own, so that it may be renamed and removed.
  public var isOwn: Bool
  /// Whether the person likes it best.
  public var isFavorite: Bool
  /// The design that it was drawn by; nil for a drawing from elsewhere.
  public var design: CrownDesign?
  /// The box of the ink, in the outline's coordinates.
  public var bounds: Rect
  /// Returns the outline, filled by the non-zero rule.
  public var outline: @Sendable () -> FoldedPath

  /// Creates a crown; its outline is asked for on any thread, when it is first shown.
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
