/// A poster in a library; its document is JSON that another module reads and writes.
///
/// Null characters are removed from the texts when a poster is stored; the document is stored unchanged.
public struct PosterRecord: Hashable, Sendable {
  /// A readable slug, unique in its library; an empty one is replaced by one made from the title when it is inserted.
  public var id: String
  /// The poster's display name.
  public var title: String
  /// The searchable text besides the title: the lines of text and the crown's name.
  public var searchText: String
  /// The document, in JSON.
  public var document: [UInt8]
  /// The placeholder shown until the poster's picture is ready: a colour as 0xRRGGBB.
  public var cover: UInt32
  /// Whether the poster is a favourite.
  public var isFavorite: Bool
  /// The time of creation, in seconds since 1970.
  public var created: Double
  /// The time of the last change, in seconds since 1970.
  public var modified: Double

  /// Creates a record; times are seconds since 1970.
  public init(
    id: String = "", title: String, searchText: String, document: [UInt8], cover: UInt32 = 0,
    isFavorite: Bool = false, created: Double, modified: Double
  ) {
    self.id = id
    self.title = title
    self.searchText = searchText
    self.document = document
    self.cover = cover
    self.isFavorite = isFavorite
    self.created = created
    self.modified = modified
  }
}
