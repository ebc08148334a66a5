/// An album: a group of posters, which stay in the gallery.
public struct PosterAlbum: Hashable, Sendable {
  /// The eight-byte key of an album in its library; keys are not reused.
  public struct Key: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The album's key in the library.
  public let key: Key
  /// The album's display name.
  public let name: String
  /// The number of posters in it.
  public let count: Int
}

/// A removed album, for restoring.
public struct RemovedAlbum: Hashable, Sendable {
  let id: String
  let name: String
  let place: Int64
  /// The album's key, before removal and after restoring.
  public let key: PosterAlbum.Key
  let posters: [PosterKey]
}
