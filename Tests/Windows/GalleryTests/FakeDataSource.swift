import Colors
import Controls
import Geometry
import Localization
import Publishing
import PosterGallery
import Posters
import Scene

/// Coloured pages in memory; changes and searches are answered when they are allowed to.
final class FakeDataSource: PosterDataSource {
  var state = DataSourceState.ready
  private(set) var version = DataSourceVersion()
  var filter = PosterFilter() {
    didSet { changed() }
  }
  var albums: [Album] = []
  /// The removed posters, in the order of their places.
  private var bin: [(place: Int, card: PosterCard)] = []
  var binCount: Int { bin.count }
  /// The posters of each album.
  private(set) var members: [Album.ID: Set<PosterCard.ID>] = [:]
  var unusualPages: [PosterCard.ID: Size] {
    Dictionary(
      uniqueKeysWithValues: all.filter { $0.page != Size(width: 2, height: 3) }.map { ($0.id, $0.page) })
  }
  private(set) var all: [PosterCard] {
    didSet { shown = nil }
  }
  private(set) var requests: [PrefetchRequest] = []
  private(set) var performed: [PosterChange] = []
  /// Whether answers wait until somebody asks for them by `answer()`.
  var isSlow = false
  /// The picture of each poster.
  var picture: SharedBitmap?
  /// Why changes fail, or nil.
  var failure: String?
  /// The layers of each poster, or nil for coloured pages.
  var made: (() -> PosterLayers)?
  /// The posters whose layers are not ready.
  var unprepared: Set<PosterCard.ID> = []
  private var messages: [DataSourceMessage] = []
  private var waiting: [() -> Void] = []
  private var nextID: Int64

  init(_ count: Int) {
    all = Self.cards(count)
    nextID = Int64(count)
  }

  private static func cards(_ count: Int) -> [PosterCard] {
    (0..<count).map { index in
      PosterCard(
        id: .init(rawValue: Int64(index)), title: "Poster \(index)", cover: RGBA(hex: 0x406080),
        page: index.isMultiple(of: 7) ? Size(width: 3, height: 2) : Size(width: 2, height: 3))
    }
  }

  /// Fills an empty source, as when the library has been read.
  func add(_ count: Int) {
    all = Self.cards(count)
    changed()
  }

  func setFavorites(_ indices: Range<Int>) {
    for index in indices { all[index].isFavorite = true }
    changed()
  }

  /// The cards that the filter lists, and their indices, cached until something changes.
  private var shown: (cards: [PosterCard], places: [PosterCard.ID: Int])?

  private var listed: (cards: [PosterCard], places: [PosterCard.ID: Int]) {
    if let shown { return shown }
    var cards = all.filter { card in
      (!filter.favoritesOnly || card.isFavorite)
        && (filter.words.isEmpty || card.title.lowercased().contains(filter.words.lowercased()))
        && (filter.album.map { members[$0]?.contains(card.id) == true } ?? true)
    }
    if filter.order == .title { cards.sort { $0.title < $1.title } }
    let places = Dictionary(uniqueKeysWithValues: cards.indices.map { (cards[$0].id, $0) })
    shown = (cards, places)
    return (cards, places)
  }

  func damage(_ index: Int) {
    all[index].isReadable = false
    changed()
  }

  func fail() {
    state = .failed(Message("Gone"), advice: Message("Look elsewhere"))
    changed()
  }

  private func changed() {
    shown = nil
    version.revision += 1
    version.listing += 1
  }

  /// Answers now, or when it is allowed to.
  private func later(_ work: @escaping () -> Void) {
    if isSlow { waiting.append(work) } else { work() }
  }

  /// Gives the answers that wait.
  func answer() {
    let work = waiting
    waiting = []
    for work in work { work() }
  }

  /// Makes a poster ready that was not.
  func finishPreparing(_ id: PosterCard.ID) {
    unprepared.remove(id)
    version.revision += 1
  }

  var count: Int { listed.cards.count }
  func id(at index: Int) -> PosterCard.ID { listed.cards[index].id }
  func index(of id: PosterCard.ID) -> Int? { listed.places[id] }
  func card(at index: Int) -> PosterCard? { listed.cards[index] }

  func prefetch(_ request: PrefetchRequest) { requests.append(request) }
  func picture(of id: PosterCard.ID, size: PixelSize) -> SharedBitmap? { picture }
  func prepare(_ id: PosterCard.ID) {}

  /// The posters whose pictures were asked for in a larger size.
  private(set) var enlarged: [PosterCard.ID] = []

  func enlarge(_ id: PosterCard.ID) -> Bool {
    enlarged.append(id)
    return true
  }

  func layers(of id: PosterCard.ID) -> LayersResult {
    if unprepared.contains(id) { return .pending }
    guard let card = all.first(where: { $0.id == id }), card.isReadable else { return .unreadable }
    if let made { return .ready(made()) }
    let layer = Layer()
    layer.backgroundColor = card.cover
    return .ready(PosterLayers(layer: layer, size: card.page))
  }

  /// The posters that were asked for to be edited, and what they are.
  private(set) var opened: [PosterCard.ID] = []
  var poster = Poster(title: "Poster", lines: [Poster.Line("KEEP"), Poster.Line("CALM")])
  /// The saved versions of edited posters.
  private(set) var saved: [PosterCard.ID: Poster] = [:]

  func open(_ id: PosterCard.ID) {
    opened.append(id)
    later { [self] in
      let document = EditedDocument(saved[id] ?? poster, home: .stream)
      messages.append(.opened(id, failure.map { .failure(Failure(description: $0)) } ?? .success(document)))
    }
  }

  func noteSaved(_ poster: Poster, as id: PosterCard.ID) { saved[id] = poster }

  func perform(_ change: PosterChange, number: Int) {
    performed.append(change)
    later { [self] in
      if let failure {
        return messages.append(.performed(number: number, .failure(Failure(description: failure))))
      }
      messages.append(.performed(number: number, .success(result(of: change))))
      changed()
    }
  }

  private func result(of change: PosterChange) -> PosterChangeResult {
    switch change {
    case .create(let poster, let place):
      let card = PosterCard(id: take(), title: poster.title, cover: .white)
      all.insert(card, at: place.flatMap { id in all.firstIndex { $0.id == id } }.map { $0 + 1 } ?? all.count)
      return PosterChangeResult(ids: [card.id], inverse: .remove([card.id]))
    case .duplicate(let ids, _):
      let made = ids.compactMap { id in all.firstIndex { $0.id == id } }.map { index in
        var card = all[index]
        card.id = take()
        return card
      }
      all += made
      return PosterChangeResult(ids: made.map(\.id), inverse: .remove(made.map(\.id)))
    case .rename(let id, let title):
      guard let index = all.firstIndex(where: { $0.id == id }) else { break }
      let old = all[index].title
      all[index].title = title
      return PosterChangeResult(ids: [id], inverse: .rename(id, to: old))
    case .setFavorite(let ids, let isFavorite):
      for index in all.indices where ids.contains(all[index].id) { all[index].isFavorite = isFavorite }
      return PosterChangeResult(ids: ids, inverse: .setFavorite(ids, !isFavorite))
    case .remove(let ids):
      bin += all.enumerated().filter { ids.contains($1.id) }.map { (place: $0, card: $1) }
      all.removeAll { ids.contains($0.id) }
      return PosterChangeResult(ids: ids, inverse: .restore(ids))
    case .restore(let ids):
      for (place, card) in bin where ids.contains(card.id) { all.insert(card, at: min(place, all.count)) }
      bin.removeAll { ids.contains($0.card.id) }
      return PosterChangeResult(ids: ids, inverse: .remove(ids))
    case .deleteFromBin(let ids):
      bin.removeAll { ids.contains($0.card.id) }
      return PosterChangeResult(ids: [], inverse: nil)
    case .read: break
    case .move(let ids, let place):
      let before = all
      let moved = ids.compactMap { id in all.first { $0.id == id } }
      all.removeAll { ids.contains($0.id) }
      let index = place.flatMap { id in all.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
      all.insert(contentsOf: moved, at: index)
      return PosterChangeResult(ids: ids, inverse: .arrange(StoredChange(before)))
    case .arrange(let stored):
      let before = all
      if let earlier = stored.contents as? [PosterCard] { all = earlier }
      return PosterChangeResult(ids: [], inverse: .arrange(StoredChange(before)))
    case .createAlbum(let name, let ids):
      let album = Album(id: .init(rawValue: Int64(albums.count + 1)), name: name, count: ids.count)
      albums.append(album)
      members[album.id] = Set(ids)
      var result = PosterChangeResult(ids: ids, inverse: .removeAlbum(album.id))
      result.album = album.id
      return result
    case .renameAlbum(let id, let name):
      guard let index = albums.firstIndex(where: { $0.id == id }) else { break }
      let old = albums[index].name
      albums[index].name = name
      return PosterChangeResult(ids: [], inverse: .renameAlbum(id, to: old))
    case .removeAlbum(let id):
      guard let index = albums.firstIndex(where: { $0.id == id }) else { break }
      return PosterChangeResult(ids: [], inverse: .restoreAlbum(StoredChange(albums.remove(at: index))))
    case .restoreAlbum(let stored):
      guard let album = stored.contents as? Album else { break }
      albums.append(album)
      return PosterChangeResult(ids: [], inverse: .removeAlbum(album.id))
    case .addToAlbum(let ids, let album):
      let added = ids.filter { members[album]?.contains($0) != true }
      members[album, default: []].formUnion(ids)
      return PosterChangeResult(ids: ids, inverse: added.isEmpty ? nil : .takeFromAlbum(added, album))
    case .takeFromAlbum(let ids, let album):
      members[album]?.subtract(ids)
      return PosterChangeResult(ids: ids, inverse: .addToAlbum(ids, album))
    }
    return PosterChangeResult(ids: [], inverse: nil)
  }

  private func take() -> PosterCard.ID {
    defer { nextID += 1 }
    return PosterCard.ID(rawValue: nextID)
  }

  func export(_ ids: [PosterCard.ID], as kind: ExportKind) {
    messages.append(.notice(Message(verbatim: "\(ids.count) \(kind.rawValue)")))
  }

  /// Says how far something is.
  func report(_ progress: PosterProgress?) { messages.append(.progress(progress)) }

  private(set) var isCancelled = false
  /// The posters that were read for printing.
  private(set) var readToPrint: [PosterCard.ID] = []
  private(set) var printed: [PrintJob] = []

  func read(_ ids: [PosterCard.ID], for panel: PosterPanel) {
    readToPrint = ids
    messages.append(
      .read(ids.map { Poster(title: "\($0.rawValue)", lines: [Poster.Line("KEEP")]) }, for: panel))
  }
  func send(_ ids: [PosterCard.ID]) { messages.append(.notice(Message(verbatim: "\(ids.count) sent"))) }
  func copyPicture(of id: PosterCard.ID, to clipboard: @escaping Clipboard.Offering) {
    messages.append(.notice(Message(verbatim: "\(id.rawValue) copied")))
  }
  func print(_ job: PrintJob) { printed.append(job) }
  func write(_ job: PrintJob, to path: String) {
    messages.append(.notice(Message(verbatim: "\(job.posters.count) in \(path)")))
  }
  func files(of ids: [PosterCard.ID]) -> DragOffer.FileMaker? { nil }
  func cancelExport() { isCancelled = true }

  func takeMessages() -> [DataSourceMessage] {
    defer { messages.removeAll() }
    return messages
  }

  func retry() { state = .ready }

  func repair() { state = .ready }
}

private struct Failure: Error, CustomStringConvertible {
  let description: String
}

extension PosterGrid {
  /// A wall with one column of boxes of a width.
  static func single(_ width: Double) -> PosterGrid {
    PosterGrid(count: 1, width: width + 2 * gutter, boxWidth: width)
  }
}
