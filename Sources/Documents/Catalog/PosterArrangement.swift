/// Where posters stood in the arranged order, each behind another one, so that they can be put back there.
public struct PosterArrangement: Hashable, Sendable {
  /// The posters in their order, each with the one that it stood behind; nil for the first.
  let places: [(key: PosterKey, before: PosterKey?)]

  /// The posters that were moved.
  public var keys: [PosterKey] { places.map(\.key) }

  public static func == (a: PosterArrangement, b: PosterArrangement) -> Bool {
    a.places.elementsEqual(b.places) { $0 == $1 }
  }

  public func hash(into hasher: inout Hasher) {
    for (key, before) in places {
      hasher.combine(key)
      hasher.combine(before)
    }
  }
}

/// The document of a poster without its text: what tells it from others, and how long it is.
public struct PosterDocument: Hashable, Sendable {
  /// Which poster it is of.
  public let key: PosterKey
  /// Stands for the text: the same document has the same digest, in any library.
  public let digest: ContentDigest
  /// Its length in bytes.
  public let size: Int
}
