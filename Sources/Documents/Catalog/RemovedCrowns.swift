/// Crowns that were taken out of a library, with all that is needed to put them back.
public struct RemovedCrowns: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    let key: Int64
    let record: CrownRecord
  }

  let items: [Item]

  /// The ids of the crowns.
  public var ids: [String] { items.map(\.record.id) }
}
