import Catalog

/// The keys of listed posters in their order, eight bytes each, and where some were found last.
struct PosterList {
  private let keys: [PosterKey]
  private var places: [PosterKey: Int] = [:]

  init(_ keys: [PosterKey] = []) { self.keys = keys }

  var count: Int { keys.count }

  subscript(index: Int) -> PosterKey { keys[index] }

  mutating func index(of key: PosterKey) -> Int? {
    if let place = places[key] { return place }
    guard let place = keys.firstIndex(of: key) else { return nil }
    if places.count > 100 { places.removeAll(keepingCapacity: true) }
    places[key] = place
    return place
  }
}
