import Colors
import Controls
import Geometry
import PosterGallery
import Scene

/// A shelf of coloured pages in memory, whose pictures come when they are allowed to.
final class FakeShelf: PosterShelf {
  var phase = ShelfPhase.ready
  private(set) var revision = 0
  var listing: Int { revision }
  var filter = ShelfFilter() {
    didSet { revision += 1 }
  }
  private(set) var all: [PosterCard]
  private(set) var wishes: [ShelfWish] = []
  private var notices: [String] = []
  private var nextID: Int64

  init(_ count: Int) {
    all = (0..<count).map { index in
      PosterCard(
        id: .init(rawValue: Int64(index)), title: "Poster \(index)", cover: RGBA(hex: 0x406080),
        page: index.isMultiple(of: 7) ? Size(width: 3, height: 2) : Size(width: 2, height: 3))
    }
    nextID = Int64(count)
  }

  func setFavorites(_ indices: Range<Int>) {
    for index in indices { all[index].isFavorite = true }
    revision += 1
  }

  private var listed: [PosterCard] {
    all.filter { card in
      (!filter.favoritesOnly || card.isFavorite)
        && (filter.words.isEmpty || card.title.lowercased().contains(filter.words.lowercased()))
    }
  }

  func damage(_ index: Int) {
    all[index].isReadable = false
    revision += 1
  }

  func fail() {
    phase = .failed("Gone", advice: "Look elsewhere")
    revision += 1
  }

  var count: Int { listed.count }
  var total: Int { all.count }
  func id(at index: Int) -> PosterCard.ID { listed[index].id }
  func index(of id: PosterCard.ID) -> Int? { listed.firstIndex { $0.id == id } }
  func card(at index: Int) -> PosterCard? { listed[index] }

  func matches(_ words: String) -> Set<PosterCard.ID> {
    Set(listed.filter { $0.title.lowercased().hasPrefix(words.lowercased()) }.map(\.id))
  }

  func want(_ wish: ShelfWish) { wishes.append(wish) }
  func picture(of id: PosterCard.ID, size: PixelSize) -> Raster? { nil }
  func prepare(_ id: PosterCard.ID) {}

  func drawing(of id: PosterCard.ID, waits: Bool) -> PosterDrawing? {
    guard let card = all.first(where: { $0.id == id }) else { return nil }
    let layer = Layer()
    layer.backgroundColor = card.cover
    return PosterDrawing(layer: layer, size: card.page)
  }

  func perform(_ change: ShelfChange) throws -> ShelfOutcome {
    defer { revision += 1 }
    switch change {
    case .create(let place):
      let card = PosterCard(id: take(), title: "New poster", cover: .white)
      all.insert(card, at: place.flatMap { id in all.firstIndex { $0.id == id } }.map { $0 + 1 } ?? all.count)
      return ShelfOutcome(ids: [card.id], inverse: .remove([card.id]))
    case .duplicate(let ids):
      let made = ids.compactMap { id in all.firstIndex { $0.id == id } }.map { index in
        var card = all[index]
        card.id = take()
        return card
      }
      all += made
      return ShelfOutcome(ids: made.map(\.id), inverse: .remove(made.map(\.id)))
    case .rename(let id, let title):
      guard let index = all.firstIndex(where: { $0.id == id }) else { break }
      let old = all[index].title
      all[index].title = title
      return ShelfOutcome(ids: [id], inverse: .rename(id, to: old))
    case .setFavorite(let ids, let isFavorite):
      for index in all.indices where ids.contains(all[index].id) { all[index].isFavorite = isFavorite }
      return ShelfOutcome(ids: ids, inverse: .setFavorite(ids, !isFavorite))
    case .remove(let ids):
      let before = all
      all.removeAll { ids.contains($0.id) }
      return ShelfOutcome(ids: ids, inverse: .restore(RemovedCards(ids: ids, contents: before)))
    case .restore(let removed):
      if let before = removed.contents as? [PosterCard] { all = before }
      return ShelfOutcome(ids: removed.ids, inverse: .remove(removed.ids))
    case .read: break
    }
    return ShelfOutcome(ids: [], inverse: nil)
  }

  private func take() -> PosterCard.ID {
    defer { nextID += 1 }
    return PosterCard.ID(rawValue: nextID)
  }

  func export(_ ids: [PosterCard.ID], as kind: ExportKind) { notices.append("\(ids.count) \(kind.rawValue)") }

  func takeNotices() -> [String] {
    defer { notices.removeAll() }
    return notices
  }

  func retry() { phase = .ready }
}
