import Catalog
import Colors
import Controls
import Geometry
import PosterGallery
import Posters
import Scene

/// What is known of posters, and their pictures.
extension GalleryShelf {
  func entry(at index: Int) -> Entry? {
    guard keys.indices.contains(index) else { return nil }
    if let known = cards[keys[index]] { return known }
    read(CollectionOfOne(index))
    return cards[keys[index]]
  }

  /// Reads what a wall needs of some posters; what cannot be read is left out.
  private func read(_ indices: some Sequence<Int>) {
    let missing = indices.map { keys[$0] }.filter { cards[$0] == nil }
    guard !missing.isEmpty, let summaries = try? library.summaries(of: missing) else { return }
    if cards.count > 4000 { cards.removeAll(keepingCapacity: true) }
    for summary in summaries {
      cards[summary.key] = Entry(card: card(summary), digest: summary.digest)
    }
  }

  /// The largest document whose page is looked up before it is shown.
  private static let quickDocument = 1 << 18

  private func card(_ summary: PosterSummary) -> PosterCard {
    var page: Size?
    if let known = posters[summary.digest] {
      page = known.layout.page.size
    } else if summary.documentSize <= Self.quickDocument, let record = try? library.poster(summary.key) {
      page = GalleryPage.size(in: record.document)
    }
    return PosterCard(
      id: PosterCard.ID(rawValue: summary.key.rawValue), title: summary.title,
      cover: RGBA(hex: summary.cover), page: page ?? Size(width: 2, height: 3),
      isFavorite: summary.isFavorite, isReadable: !failed.contains(summary.digest))
  }

  // MARK: Pictures

  func want(_ wish: ShelfWish) {
    scale = wish.scale
    room = PixelSize(wish.window, scale: wish.scale)
    // Pictures ahead never take the room of those that are seen.
    let one = max(PixelSize(wish.room, scale: wish.scale).count ?? 1, 1) * 4
    let ahead = wish.ahead.prefix(max(0, Self.memoryBudget / 2 / one - wish.visible.count))
    read(wish.visible)
    read(ahead)
    workshop.want(
      visible: wish.visible.compactMap { job(at: $0, wish) }, ahead: ahead.compactMap { job(at: $0, wish) },
      window: room)
    finishIfPatient()
  }

  private func job(at index: Int, _ wish: ShelfWish) -> ThumbnailWorkshop.Job? {
    guard keys.indices.contains(index), let entry = cards[keys[index]], canBeHad(entry.digest) else {
      return nil
    }
    let points = PosterGrid.fitting(entry.card.page, in: wish.room, scale: wish.scale)
    let key = ThumbnailKey(
      digest: entry.digest, size: PixelSize(points, scale: wish.scale), scale: wish.scale)
    guard !pictures.contains(key) else { return nil }
    return ThumbnailWorkshop.Job(digest: entry.digest, picture: key, poster: keys[index])
  }

  private func canBeHad(_ digest: ContentDigest) -> Bool {
    !failed.contains(digest) && !missed.contains(digest)
  }

  private func finishIfPatient() {
    guard isPatient else { return }
    workshop.finish()
    drain()
  }

  func picture(of id: PosterCard.ID, size: PixelSize) -> Raster? {
    guard let digest = cards[PosterKey(rawValue: id.rawValue)]?.digest else { return nil }
    if let exact = pictures.use(ThumbnailKey(digest: digest, size: size, scale: scale)) { return exact }
    return sizes[digest].flatMap { pictures.use($0) }
  }

  func prepare(_ id: PosterCard.ID) {
    let key = PosterKey(rawValue: id.rawValue)
    guard let digest = digest(of: key), posters[digest] == nil, canBeHad(digest) else { return }
    workshop.want(ThumbnailWorkshop.Job(digest: digest, picture: nil, poster: key))
    finishIfPatient()
  }

  private func digest(of key: PosterKey) -> ContentDigest? {
    if let known = cards[key] { return known.digest }
    return (try? library.summaries(of: [key]))?.first?.digest
  }

  func drawing(of id: PosterCard.ID, waits: Bool) -> PosterDrawing? {
    let key = PosterKey(rawValue: id.rawValue)
    guard let digest = digest(of: key) else { return nil }
    if let known = posters[digest] { return known.drawing() }
    guard waits, let record = try? library.poster(key),
      let poster = try? GalleryPoster(document: record.document, room: room, typesetter: typesetter)
    else { return nil }
    keep(poster, of: ContentDigest(record.document))
    return poster.drawing()
  }
}
