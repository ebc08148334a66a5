/// Posters that were taken out of a library, with all that is needed to put them back.
public struct RemovedPosters: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    let key: PosterKey
    let record: PosterRecord
    let place: Int64
  }

  let items: [Item]

  /// The keys of the posters.
  public var keys: [PosterKey] { items.map(\.key) }
}
