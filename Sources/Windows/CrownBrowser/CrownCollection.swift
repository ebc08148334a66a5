/// All crowns, each under a key that stays the same while the browser is open.
struct CrownCollection {
  /// All crowns that were ever here, by key.
  private(set) var items: [CrownItem] = []
  /// The keys of the current crowns, in order.
  private(set) var order: [Int] = []
  private var keysByID: [String: Int] = [:]

  var count: Int { order.count }

  /// A crown that was replaced by another one of the same identifier.
  struct Replacement {
    let key: Int
    let old: CrownItem
    let new: CrownItem

    var hasOtherOutline: Bool { old.bounds != new.bounds || old.byteCount != new.byteCount }
    var hasOtherName: Bool { old.name != new.name }
  }

  /// Takes the current crowns; returns those that have changed.
  mutating func take(_ new: [CrownItem]) -> [Replacement] {
    var replaced: [Replacement] = []
    order = new.map { item in
      if let key = keysByID[item.id] {
        replaced.append(Replacement(key: key, old: items[key], new: item))
        items[key] = item
        return key
      }
      let key = items.count
      keysByID[item.id] = key
      items.append(item)
      return key
    }
    return replaced
  }

  func key(of id: String) -> Int? { keysByID[id] }

  /// Returns the keys of those of the identifiers that are here now, in their order.
  func keys(of ids: [String]) -> [Int] {
    let known = Set(order)
    return ids.compactMap { keysByID[$0] }.filter(known.contains)
  }
}
