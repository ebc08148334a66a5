/// Removed posters, with all data for restoring them.
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
