/// Which posters are listed, and in which order.
public struct PosterQuery: Hashable, Sendable {
  /// In which order posters are listed.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// As a person has arranged them.
    case arranged
    /// By title, upper and lower case alike.
    case title
    /// The newest first.
    case modified
    /// By when they were made, the newest first.
    case created
    /// By the hue of the cover from red on, then those without a hue, the lighter first.
    case color
    /// The best fits for the words first; without words as arranged.
    case relevance
  }

  /// Words to find, each of which may be the beginning of one; blank for all posters.
  public var words: String
  /// In which order posters are listed.
  public var order: Order
  /// Whether only favourites are listed.
  public var favoritesOnly: Bool
  /// The album in which they are; nil for all.
  public var album: PosterAlbum.Key?

  /// Creates a query; without arguments it is for all posters as they are arranged.
  public init(
    words: String = "", order: Order = .arranged, favoritesOnly: Bool = false, album: PosterAlbum.Key? = nil
  ) {
    self.album = album
    self.words = words
    self.order = order
    self.favoritesOnly = favoritesOnly
  }
}
