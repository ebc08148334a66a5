/// A palette in a library; its document is read elsewhere.
public struct PaletteRecord: Hashable, Sendable {
  /// Its unique name on the command line.
  public var id: String

  /// The palette's display name.
  public var name: String

  /// The palette's document, in JSON.
  public var document: [UInt8]

  /// Palettes are ordered by their places.
  public internal(set) var place: Int64 = 0

  /// The time of the last change, in seconds since 1970.
  public var modified = 0.0

  /// Creates a palette; an empty id is replaced by one made from the name when the palette is added.
  public init(id: String = "", name: String, document: [UInt8], modified: Double = 0) {
    (self.id, self.name, self.document, self.modified) = (id, name, document, modified)
  }
}
