/// Which posters are listed, and in which order.
public struct PosterQuery: Hashable, Sendable {
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// As a person has arranged them.
    case arranged
    case title
    /// The newest first.
    case modified
    case created
    /// The best fits for the words first; without words as arranged.
    case relevance
  }

  /// Words to find, each of which may be the beginning of one; blank for all posters.
  public var words: String
  public var order: Order
  public var favoritesOnly: Bool

  public init(words: String = "", order: Order = .arranged, favoritesOnly: Bool = false) {
    self.words = words
    self.order = order
    self.favoritesOnly = favoritesOnly
  }
}
