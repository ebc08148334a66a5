/// A poster as a library keeps it; the document itself is JSON that its module reads and writes.
///
/// Null characters of the texts are left out when a poster is kept; the document keeps every byte.
public struct PosterRecord: Hashable, Sendable {
  /// A readable slug, unique in its library; one that is empty is made from the title when it is inserted.
  public var id: String
  /// What people call the poster.
  public var title: String
  /// What a search looks through besides the title: the lines of text and the crown's name.
  public var searchText: String
  /// The document, in JSON.
  public var document: [UInt8]
  /// What a place shows until the poster's picture is there: a colour as 0xRRGGBB.
  public var cover: UInt32
  /// Whether a person marked it as a favourite.
  public var isFavorite: Bool
  /// Seconds since 1970.
  public var created: Double
  /// When it was changed last, in seconds since 1970.
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
