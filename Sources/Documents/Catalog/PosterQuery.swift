public import Localization

/// A selection of posters, with an order.
public struct PosterQuery: Hashable, Sendable {
  /// An order of posters.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// The person's own arrangement.
    case arranged
    /// By title, in the order of `collation`.
    case title
    /// The newest first.
    case modified
    /// By creation time, the newest first.
    case created
    /// By the hue of the cover from red on, then those without a hue from light to dark.
    case color
    /// By relevance to the words; arranged without words.
    case relevance
  }

  /// Words to find, each of which may be the beginning of a word; blank for all posters.
  public var words: String
  /// The order of the posters.
  public var order: Order
  /// Whether only favourites are selected.
  public var favoritesOnly: Bool
  /// The album to select; nil for all.
  public var album: PosterAlbum.Key?
  /// Whether the posters in the bin are selected, the last removed first, in place of those in the gallery.
  public var isBin: Bool
  /// The order of titles.
  public var collation: Collation

  /// Creates a query; by default it selects all posters as arranged.
  public init(
    words: String = "", order: Order = .arranged, favoritesOnly: Bool = false, album: PosterAlbum.Key? = nil,
    isBin: Bool = false, collation: Collation = .plain
  ) {
    self.collation = collation
    self.isBin = isBin
    self.album = album
    self.words = words
    self.order = order
    self.favoritesOnly = favoritesOnly
  }
}
