import Catalog
import Colors
import Controls
import Foundation
import Geometry
import PosterGallery
import Posters
import Scene
import Synchronization
import Typography

/// The posters of a library, as a gallery shows them.
///
/// It keeps eight bytes for each poster, and of those that were seen lately what a wall needs of them.
final class GalleryShelf: PosterShelf {
  private(set) var phase = ShelfPhase.loading
  var revision = 0
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

  var keys: [PosterKey] = []
  /// Where some posters were found last.
  private var places: [PosterKey: Int] = [:]
  var cards: [PosterKey: Entry] = [:]
  var pictures = ThumbnailMemory(budget: GalleryShelf.memoryBudget)
  /// The sizes in which a document's picture was last kept.
  var sizes: [ContentDigest: ThumbnailKey] = [:]
  var posters: [ContentDigest: GalleryPoster] = [:]
  /// Documents that are no posters.
  var failed: Set<ContentDigest> = []
  /// Documents that could not be had; they are asked for again when the list has been read anew.
  var missed: Set<ContentDigest> = []
  var scale = 1.0
  var room = PixelSize(width: 1, height: 1)
  var workshop: ThumbnailWorkshop
  var watch: LibraryWatch?
  let mail = ShelfMailbox()
  private let loader = DispatchQueue(label: "library")
  var generation = 0
  var notices: [String] = []

  /// The bytes that pictures in memory may take.
  static let memoryBudget = 96 << 20
  /// The bytes of pictures that one frame takes in.
  static let frameBudget = 4 << 20

  struct Entry {
    var card: PosterCard
    var digest: ContentDigest
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

  func take(_ result: Result<[PosterKey], LibraryError>) {
    switch result {
    case .success(let keys):
      self.keys = keys
      cards.removeAll(keepingCapacity: true)
      missed.removeAll()
      phase = .ready
    case .failure(let error): fail("\(error)")
    }
    changedList()
  }

  private func changedList() {
    revision += 1
    listing += 1
  }

  func fail(_ advice: String) {
    keys = []
    cards.removeAll()
    phase = .failed("The posters cannot be shown", advice: advice)
    changedList()
  }

  /// Opens the library again: it may have been replaced, or may be what it should be now.
  func retry() {
    failed.removeAll()
    do {
      let next = try opened.reopened()
      if opened.isPutBack { notices.append("The library had been deleted; it is back with all its posters") }
      opened = next
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
