/// What a list shows of a poster without reading its document.
public struct PosterSummary: Hashable, Sendable {
  public let key: PosterKey
  public let id: String
  public let title: String
  public let cover: UInt32
  public let isFavorite: Bool
  public let created: Double
  public let modified: Double
  /// Stands for the document: the same document has the same digest, in any library.
  public let digest: ContentDigest
  public let documentSize: Int
}
