/// An album: posters that belong together, which stay on the wall.
public struct PosterAlbum: Hashable, Sendable {
  /// The eight bytes by which a library knows an album; removed ones are not given to others.
  public struct Key: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// What the library knows the album by.
  public let key: Key
  /// What people call the album.
  public let name: String
  /// How many posters are in it.
  public let count: Int
}

/// An album that was removed, to be put back.
public struct RemovedAlbum: Hashable, Sendable {
  let id: String
  let name: String
  let place: Int64
  /// What the library knew the album by, and will again.
  public let key: PosterAlbum.Key
  let posters: [PosterKey]
}
