public import Colors
public import Geometry
public import Localization
public import Publishing

/// The data that a gallery shows of a poster before its picture is available.
public struct PosterCard: Hashable, Sendable {
  /// The identity of a poster in its data source.
  public struct ID: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The poster's identity in the data source.
  public var id: ID
  /// The title; it may be empty.
  public var title: String
  /// A single colour that represents the background.
  public var cover: RGBA
  /// The aspect ratio of the page; its unit does not matter.
  public var page: Size
  /// Whether a person marked it as a favourite.
  public var isFavorite: Bool
  /// Whether the poster can be drawn, so far as known.
  public var isReadable: Bool
  /// The reason why the poster is not shown as intended, if known.
  public var fault: PosterFault?

  /// Creates a card; the default page is 2:3.
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

  /// Returns the display name in a language, also for a poster without a title.
  public func name(in language: Language) -> String {
    title.isEmpty ? language.localized("Untitled") : title
  }
}
