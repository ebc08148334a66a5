/// A poster as a library keeps it; the document itself is JSON that its module reads and writes.
public struct PosterRecord: Hashable, Sendable {
  public var id: String
  public var title: String
  /// What a search looks through: the lines of text and the crown's name.
  public var searchText: String
  public var document: [UInt8]
  public var isFavorite: Bool
  /// Seconds since 1970.
  public var created: Double
  public var modified: Double

  public init(
    id: String, title: String, searchText: String, document: [UInt8], isFavorite: Bool = false,
    created: Double, modified: Double
  ) {
    self.id = id
    self.title = title
    self.searchText = searchText
    self.document = document
    self.isFavorite = isFavorite
    self.created = created
    self.modified = modified
  }
}
