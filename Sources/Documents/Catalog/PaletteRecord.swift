/// A palette as a library keeps it: its document is read elsewhere.
public struct PaletteRecord: Hashable, Sendable {
  /// What names it at the command line; no two palettes have the same.
  public var id: String

  /// What people call the palette.
  public var name: String

  /// The palette's own document, in JSON.
  public var document: [UInt8]

  /// Palettes are shown in the order of their places.
  public internal(set) var place: Int64 = 0

  /// When it was changed last, in seconds since 1970.
  public var modified = 0.0

  /// Creates a palette; an id that is empty is made of the name when the palette is added.
  public init(id: String = "", name: String, document: [UInt8], modified: Double = 0) {
    (self.id, self.name, self.document, self.modified) = (id, name, document, modified)
  }
}
