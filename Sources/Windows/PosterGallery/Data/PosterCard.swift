public import Colors
public import Geometry
public import Publishing

/// What a wall shows of a poster before its picture is there.
public struct PosterCard: Hashable, Sendable {
  /// What a data source knows a poster by, for as long as it is kept.
  public struct ID: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// What the data source knows the poster by.
  public var id: ID
  /// What people call the poster; it may be empty.
  public var title: String
  /// The one colour that stands for the background.
  public var cover: RGBA
  /// The shape of the page; its unit does not matter.
  public var page: Size
  /// Whether a person marked it as a favourite.
  public var isFavorite: Bool
  /// Whether the poster can be drawn, as far as is known.
  public var isReadable: Bool
  /// The reason why the poster is not shown as it is meant, once known.
  public var fault: PosterFault?

  /// Creates a card; the usual page is 2:3.
  public init(
    id: ID, title: String, cover: RGBA, page: Size = Size(width: 2, height: 3),
    isFavorite: Bool = false,
    isReadable: Bool = true
  ) {
    self.id = id
    self.title = title
    self.cover = cover
    self.page = page
    self.isFavorite = isFavorite
    self.isReadable = isReadable
  }

  /// What the poster is called where it has no title.
  public var name: String { title.isEmpty ? "Untitled" : title }
}
