import Catalog
import Colors
import Controls
import Foundation
import Geometry
import Posters
import Scene
import Synchronization
import Typography

/// The posters of a library, as a gallery shows them.
///
/// It keeps eight bytes for each poster, and of those that were seen lately what a wall needs of them.
final class GalleryShelf: PosterShelf {
  private(set) var phase = ShelfPhase.loading
  private(set) var revision = 0
  private(set) var listing = 0
  var total: Int { max(count, 0) }

  var filter = ShelfFilter() {
    didSet { if filter != oldValue { reload() } }
  }

  var library: Library { opened.library }
  private var opened: GalleryLibrary
  let folders: UserFolders
  /// Whether all work is finished before anything is asked of it, as scripted visits need it.
  let isPatient: Bool
  let wake: @Sendable () -> Void
  let typesetter: Typesetter
  var exporter: GalleryExporter?

  private var keys: [PosterKey] = []
  /// Where some posters were found last.
  private var places: [PosterKey: Int] = [:]
  private var cards: [PosterKey: Entry] = [:]
  private var pictures = ThumbnailMemory(budget: GalleryShelf.memoryBudget)
  /// The sizes in which a document's picture was last kept.
  private var sizes: [ContentDigest: ThumbnailKey] = [:]
  private var posters: [ContentDigest: GalleryPoster] = [:]
  private var failed: Set<ContentDigest> = []
  private var scale = 1.0
  private var room = PixelSize(width: 1, height: 1)
  private var workshop: ThumbnailWorkshop
  private var watch: LibraryWatch?
  private let mail = Mailbox()
  private let loader = DispatchQueue(label: "library")
  private var generation = 0
  private var notices: [String] = []

  /// The bytes that pictures in memory may take.
  static let memoryBudget = 96 << 20
  /// The bytes of pictures that one frame takes in.
  private static let frameBudget = 4 << 20

  struct Entry {
    var card: PosterCard
    var digest: ContentDigest
  }

  /// What other threads have to tell.
  private final class Mailbox: Sendable {
    enum Letter: Sendable {
      case keys(Result<[PosterKey], LibraryError>, generation: Int)
      case changed
      case lost(LibraryError)
      case notice(String)
    }

    private let letters = Mutex<[Letter]>([])

    func put(_ letter: Letter) { letters.withLock { $0.append(letter) } }

    func takeAll() -> [Letter] {
      letters.withLock { letters in
        defer { letters.removeAll() }
        return letters
      }
    }
  }

  init(
    _ opened: GalleryLibrary, folders: UserFolders, typesetter: Typesetter, isPatient: Bool,
    wake: @escaping @Sendable () -> Void = {}
  ) {
    self.opened = opened
    self.folders = folders
    self.typesetter = typesetter
    self.isPatient = isPatient
    self.wake = wake
    workshop = ThumbnailWorkshop(library: opened.library, folders: folders, wake: wake)
    reload()
    if !isPatient { startWatching() }
  }

  deinit { close() }

  /// Ends what goes on beside the frame loop.
  func close() {
    watch = nil
    workshop.stop()
  }

  // MARK: The list

  var count: Int { keys.count }

  func id(at index: Int) -> PosterCard.ID { PosterCard.ID(rawValue: keys[index].rawValue) }

  func index(of id: PosterCard.ID) -> Int? {
    let key = PosterKey(rawValue: id.rawValue)
    if let place = places[key], keys.indices.contains(place), keys[place] == key { return place }
    guard let place = keys.firstIndex(of: key) else { return nil }
    if places.count > 100 { places.removeAll(keepingCapacity: true) }
    places[key] = place
    return place
  }

  func card(at index: Int) -> PosterCard? { entry(at: index)?.card }

  func matches(_ words: String) -> Set<PosterCard.ID> {
    let query = PosterQuery(words: words, favoritesOnly: filter.favoritesOnly)
    guard let found = try? library.posterKeys(query) else { return [] }
    return Set(found.map { PosterCard.ID(rawValue: $0.rawValue) })
  }

  /// Lists the posters anew, beside the frame loop unless patience is asked for.
  func reload() {
    generation += 1
    let query = PosterQuery(words: filter.words, favoritesOnly: filter.favoritesOnly)
    if isPatient { return take(Self.keys(query, library)) }
    let (generation, library, mail, wake) = (generation, library, mail, wake)
    loader.async {
      mail.put(.keys(Self.keys(query, library), generation: generation))
      wake()
    }
  }

  /// Lists the posters anew at once, after a change of our own.
  func reloadNow() {
    generation += 1
    take(Self.keys(PosterQuery(words: filter.words, favoritesOnly: filter.favoritesOnly), library))
  }

  private static func keys(_ query: PosterQuery, _ library: Library) -> Result<[PosterKey], LibraryError> {
    do throws(LibraryError) {
      return .success(try library.posterKeys(query))
    } catch {
      return .failure(error)
    }
  }

  private func take(_ result: Result<[PosterKey], LibraryError>) {
    switch result {
    case .success(let keys):
      self.keys = keys
      cards.removeAll(keepingCapacity: true)
      phase = .ready
    case .failure(let error): fail("\(error)")
    }
    changedList()
  }

  private func changedList() {
    revision += 1
    listing += 1
  }

  private func fail(_ advice: String) {
    keys = []
    cards.removeAll()
    phase = .failed("The posters cannot be shown", advice: advice)
    changedList()
  }

  /// Opens the library again: it may have been replaced, or may be what it should be now.
  func retry() {
    failed.removeAll()
    do {
      opened = try opened.reopened()
    } catch {
      return fail("\(error)")
    }
    workshop.stop()
    workshop = ThumbnailWorkshop(library: library, folders: folders, wake: wake)
    phase = .loading
    changedList()
    reload()
    if !isPatient { startWatching() }
  }

  private func startWatching() {
    let (mail, wake) = (mail, wake)
    watch = try? LibraryWatch(library, every: 0.25) { event in
      switch event {
      case .changed(let old, let new): if old.posters != new.posters { mail.put(.changed) }
      case .failed(let error): mail.put(.lost(error))
      }
      wake()
    }
  }

  // MARK: Mail

  /// Takes in what other threads have delivered; returns whether more waits for the next frame.
  @discardableResult
  func drain() -> Bool {
    for letter in mail.takeAll() {
      switch letter {
      case .keys(let result, let generation): if generation == self.generation { take(result) }
      case .changed: reload()
      case .lost(let error):
        watch = nil
        fail("\(error)")
      case .notice(let words): notices.append(words)
      }
    }
    let (deliveries, isMore) = workshop.takeDeliveries(within: isPatient ? .max : Self.frameBudget)
    for delivery in deliveries { take(delivery) }
    if !deliveries.isEmpty { revision += 1 }
    if isMore { wake() }
    return isMore
  }

  private func take(_ delivery: ThumbnailWorkshop.Delivery) {
    switch delivery {
    case .picture(let key, let raster):
      pictures.keep(raster, for: key)
      sizes[key.digest] = key
      if sizes.count > 4096 { sizes = sizes.filter { pictures.contains($0.value) } }
    case .poster(let digest, let poster): keep(poster, of: digest)
    case .failure(let job): failed.insert(job.digest)
    }
  }

  private func keep(_ poster: GalleryPoster, of digest: ContentDigest) {
    if posters.count >= 32 { posters.removeAll() }
    posters[digest] = poster
  }

  func takeNotices() -> [String] {
    defer { notices.removeAll() }
    return notices
  }

  /// Says something from any thread.
  func notifier() -> @Sendable (String) -> Void {
    let (mail, wake) = (mail, wake)
    return { words in
      mail.put(.notice(words))
      wake()
    }
  }

  // MARK: Cards

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
      isFavorite: summary.isFavorite)
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
    guard keys.indices.contains(index), let entry = cards[keys[index]], !failed.contains(entry.digest) else {
      return nil
    }
    let points = PosterGrid.fitting(entry.card.page, in: wish.room, scale: wish.scale)
    let key = ThumbnailKey(
      digest: entry.digest, size: PixelSize(points, scale: wish.scale), scale: wish.scale)
    guard !pictures.contains(key) else { return nil }
    return ThumbnailWorkshop.Job(digest: entry.digest, picture: key, poster: keys[index])
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
    guard let digest = digest(of: key), posters[digest] == nil, !failed.contains(digest) else { return }
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

  // MARK: Changes

  func perform(_ change: ShelfChange) throws -> ShelfOutcome {
    let outcome = try GalleryEdits(library).perform(change)
    reloadNow()
    return outcome
  }

  func export(_ ids: [PosterCard.ID], as kind: ExportKind) {
    guard let exporter else {
      notices.append("This window cannot export")
      return
    }
    exporter.export(ids.map { PosterKey(rawValue: $0.rawValue) }, as: kind, from: library, notifier())
  }
}
