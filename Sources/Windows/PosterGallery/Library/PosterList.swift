import Catalog

/// The keys of listed posters in their order, four bytes each where none needs more, and where some were found last.
struct PosterList {
  private let keys: Keys
  private var places: [PosterKey: Int] = [:]

  /// Libraries count their posters, so that large keys are only in files that something else has written.
  private enum Keys {
    case small([UInt32])
    case large([PosterKey])
  }

  init(_ keys: [PosterKey] = []) {
    let areSmall = keys.allSatisfy { UInt32(exactly: $0.rawValue) != nil }
    self.keys = areSmall ? .small(keys.map { UInt32(truncatingIfNeeded: $0.rawValue) }) : .large(keys)
  }

  var count: Int {
    switch keys {
    case .small(let keys): keys.count
    case .large(let keys): keys.count
    }
  }

  subscript(index: Int) -> PosterKey {
    switch keys {
    case .small(let keys): PosterKey(rawValue: Int64(keys[index]))
    case .large(let keys): keys[index]
    }
  }

  mutating func index(of key: PosterKey) -> Int? {
    if let place = places[key] { return place }
    guard let place = search(key) else { return nil }
    if places.count > 100 { places.removeAll(keepingCapacity: true) }
    places[key] = place
    return place
  }

  private func search(_ key: PosterKey) -> Int? {
    switch keys {
    case .small(let keys): UInt32(exactly: key.rawValue).flatMap { keys.firstIndex(of: $0) }
    case .large(let keys): keys.firstIndex(of: key)
    }
  }
}
