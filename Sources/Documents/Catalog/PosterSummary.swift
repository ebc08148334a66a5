/// What a list shows of a poster without reading its document.
public struct PosterSummary: Hashable, Sendable {
  /// What the library knows the poster by.
  public let key: PosterKey
  /// A readable slug, unique in its library.
  public let id: String
  /// What people call the poster.
  public let title: String
  /// What a place shows until the poster's picture is there: a colour as 0xRRGGBB.
  public let cover: UInt32
  /// Whether a person marked it as a favourite.
  public let isFavorite: Bool
  /// When it was made, in seconds since 1970.
  public let created: Double
  /// When it was changed last, in seconds since 1970.
  public let modified: Double
  /// Stands for the document: the same document has the same digest, in any library.
  public let digest: ContentDigest
  /// The length of the document, in bytes.
  public let documentSize: Int
}
