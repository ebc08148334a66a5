import Catalog
import Colors
import Controls
import Files
import Geometry
import Heraldry
import Images
import Localization
import Posters
import Publishing
import Typography
import VectorArt
import Workers

/// Reads and changes the library of a gallery; it belongs to one thread.
struct LibraryReader {
  private(set) var opened: GalleryLibrary
  private var watch: LibraryWatch?
  /// The page sizes of documents read so far.
  private var pages: [ContentDigest: Size] = [:]
  /// The posters with unusual aspect ratios, and the library's state when they were found.
  private var unusual: (state: LibraryState, pages: [PosterKey: Size])?
  /// The unfinished search for those.
  private var search: PageSearch?
  /// Measures the letters of posters for the editor.
  private var typesetter: Typesetter?

  /// A search for posters with unusual aspect ratios.
  private struct PageSearch {
    let state: LibraryState
    let documents: [PosterDocument]
    /// The number of examined documents, the bytes read for them, and the results.
    var count = 0
    var read = 0
    var found: [PosterKey: Size] = [:]
  }

  /// The result of a search for unusual pages.
  enum PageNews {
    case none
    case changed([PosterKey: Size])
    /// The search continues later.
    case unfinished
  }

  /// A poster's card and its document's digest, which is nil if the poster cannot be read.
  struct Entry: Sendable {
    var card: PosterCard
    var digest: ContentDigest?
  }

  /// Decodes the pictures.
  private let decoder: any PictureDecoder

  /// The order of titles.
  private let collation: Collation

  init(
    _ opened: GalleryLibrary, collation: Collation = .plain, by decoder: any PictureDecoder = DirectDecoder()
  ) {
    (self.opened, self.collation, self.decoder) = (opened, collation, decoder)
  }

  private var library: Library { opened.library }

  func keys(_ filter: PosterFilter) -> Result<[PosterKey], LibraryError> {
    if let fault = opened.fault { return .failure(fault) }
    do throws(LibraryError) {
      return .success(
        try library.posterKeys(
          PosterQuery(
            words: filter.words, order: filter.order.stored, favoritesOnly: filter.favoritesOnly,
            album: filter.album.map { PosterAlbum.Key(rawValue: $0.rawValue) }, isBin: filter.isBin,
            collation: collation)))
    } catch {
      return .failure(error)
    }
  }

  /// Returns all albums in order; an empty list if the library cannot be read at all.
  func albums() throws -> [Album] {
    guard opened.fault == nil else { return [] }
    return try library.albums().map {
      Album(id: Album.ID(rawValue: $0.key.rawValue), name: $0.name, count: $0.count)
    }
  }

  /// Returns the number of posters in the bin.
  func binCount() throws -> Int { opened.fault == nil ? try library.binCount() : 0 }

  /// The number of posters that may be examined before the gallery is shown.
  static let quickCount = 2000
  /// The maximum number of posters, and of bytes in all, for which aspect ratios are examined.
  private static let mostShapes = 20_000
  private static let mostBytes = 512 << 20
  /// The bytes at the start of a document that contain its page size.
  private static let head = 4096

  /// Looks for posters with unusual aspect ratios after the library has changed, until all were examined or another job
  /// is waiting.
  mutating func lookAtPages(until mustPause: () -> Bool = { false }) -> PageNews {
    guard opened.fault == nil, let state = try? library.state(), unusual?.state != state else { return .none }
    if search?.state != state { search = newSearch(state) }
    guard var search else { return .none }
    self.search = nil
    while search.count < search.documents.count {
      look(at: search.documents[search.count], for: &search)
      search.count += 1
      if search.count < search.documents.count, mustPause() {
        self.search = search
        return .unfinished
      }
    }
    defer { unusual = (state, search.found) }
    return unusual?.pages == search.found ? .none : .changed(search.found)
  }

  private func newSearch(_ state: LibraryState) -> PageSearch? {
    guard let count = try? library.posterCount(), count <= Self.mostShapes,
      let documents = try? library.posterDocuments()
    else { return nil }
    return PageSearch(state: state, documents: documents)
  }

  private mutating func look(at document: PosterDocument, for search: inout PageSearch) {
    if pages[document.digest] == nil, search.read < Self.mostBytes {
      search.read += document.size
      if let head = try? library.beginning(of: document.key, atMost: Self.head) {
        pages[document.digest] = GalleryPage.size(in: head)
      }
    }
    guard let page = pages[document.digest],
      (page.width / page.height / PosterGrid.usualShape - 1).magnitude > 0.005
    else { return }
    search.found[document.key] = page
  }

  /// Sends the cards of posters, and the error if they cannot be read.
  mutating func sendEntries(_ keys: [PosterKey], to mail: Mailbox<LibraryDataSource.Event>) {
    var result: [PosterKey: Entry] = [:]
    do {
      for summary in try library.summaries(of: keys) {
        result[summary.key] = Entry(card: card(summary), digest: summary.digest)
      }
    } catch {
      mail.send(.notice(Message("Posters cannot be read: {reason}", parts: ["reason": Message(error)])))
    }
    for key in keys where result[key] == nil {
      let card = PosterCard(
        id: PosterCard.ID(rawValue: key.rawValue), title: "", cover: .black, isReadable: false)
      result[key] = Entry(card: card, digest: nil)
    }
    mail.send(.entries(result))
  }

  private mutating func card(_ summary: PosterSummary) -> PosterCard {
    PosterCard(
      id: PosterCard.ID(rawValue: summary.key.rawValue), title: summary.title,
      cover: RGBA(hex: summary.cover), page: page(summary) ?? Size(width: 2, height: 3),
      isFavorite: summary.isFavorite)
  }

  /// The largest document whose page is read before it is shown.
  private static let quickDocument = 1 << 18

  private mutating func page(_ summary: PosterSummary) -> Size? {
    if let known = pages[summary.digest] { return known }
    guard summary.documentSize <= Self.quickDocument,
      let record = try? library.poster(summary.key, includingBin: true)
    else {
      return nil
    }
    if pages.count > 2 * Self.mostShapes { pages.removeAll(keepingCapacity: true) }
    pages[summary.digest] = GalleryPage.size(in: record.document)
    return pages[summary.digest]
  }

  /// Reads a poster for editing, with its letters measured.
  mutating func document(_ key: PosterKey) throws -> EditedDocument {
    guard let record = try library.poster(key) else { throw MissingPoster() }
    let typesetter = self.typesetter ?? Typesetter()
    self.typesetter = typesetter
    return try EditedDocument(GalleryPosters.Entry(key: key, record: record), of: library)
      .measured(by: typesetter, decoder)
  }

  /// The error for a poster that was removed meanwhile.
  struct MissingPoster: LocalizableError {
    var message: Message { Message("This poster is no longer in the gallery") }
  }

  func perform(_ change: PosterChange) -> Result<PosterChangeResult, any Error> {
    Result { try LibraryEdits(library, by: decoder).perform(change) }
  }

  /// Opens the library again, since it may have been replaced or repaired. Returns whether it had been deleted and was
  /// rewritten.
  mutating func reopen() throws -> Bool {
    let (next, isPutBack) = try opened.reopened()
    watch = nil
    opened = next
    return isPutBack
  }

  /// Recovers the library into a new one in its place, and opens that.
  mutating func repair() throws -> LibraryRepair {
    guard let path = opened.path, library.isUntouched else { throw CannotBeRepaired() }
    watch = nil
    let repair = try LibraryRepair(path: path)
    opened = try GalleryLibrary.opened(path)
    return repair
  }

  func canBeRepaired(after error: LibraryError) -> Bool { error.isDamage && library.isUntouched }

  /// The error for a library that was sound when this window began to change it.
  struct CannotBeRepaired: LocalizableError {
    var message: Message {
      Message("The library is in use. Close the window and run “regalia library repair”.")
    }
  }

  /// Reads the whole library once; returns a message about damage, or nil without any.
  ///
  /// It takes about a tenth of a second per 30 MB.
  func fault(_ cancellation: ReadCancellation? = nil) -> LibraryDataSource.Event? {
    guard opened.fault == nil else { return nil }
    do {
      if let version = library.newerVersion {
        throw LibraryError(path: library.path ?? "library", reason: .newer(version: version))
      }
      try library.verify(cancellation)
      let count = try library.unreadableRows(cancellation).count { $0.kind == "poster" }
      guard count > 0 else { return nil }
      return .notice(
        Message(
          "{count} poster cannot be read and is not shown",
          plural: "{count} posters cannot be read and are not shown", count: count))
    } catch let error as LibraryError {
      if error.reason == .interrupted { return nil }
      return canBeRepaired(after: error) ? .damaged : .notice(Message(error))
    } catch {
      return .notice(Message(error))
    }
  }

  /// Begins to report changes by other programs.
  mutating func startWatching(_ report: @escaping @Sendable (LibraryDataSource.Event) -> Void) {
    do {
      watch = try LibraryWatch(library, every: 0.25) { event in
        switch event {
        case .changed(let old, let new): if old.posters != new.posters { report(.changed) }
        case .failed(let error): report(.lost(error))
        }
      }
    } catch {
      report(
        .notice(Message("Changes made elsewhere are not shown: {reason}", parts: ["reason": Message(error)]))
      )
    }
  }

  /// Stops reporting changes.
  mutating func stopWatching() { watch = nil }
}

extension PosterOrder {
  fileprivate var stored: PosterQuery.Order {
    switch self {
    case .own: .arranged
    case .newest: .created
    case .changed: .modified
    case .title: .title
    case .color: .color
    }
  }
}

/// A gallery's changes to a library, each with its inverse.
struct LibraryEdits {
  private let library: Library

  private let decoder: any PictureDecoder

  init(_ library: Library, by decoder: any PictureDecoder = DirectDecoder()) {
    (self.library, self.decoder) = (library, decoder)
  }

  func perform(_ change: PosterChange) throws -> PosterChangeResult {
    switch change {
    case .create(let poster, let place):
      return try insert([PosterRecord(poster, at: PosterRecord.presentTime)], at: place.map(after) ?? .end)
    case .duplicate(let ids, let language): return try duplicate(ids, language)
    case .rename(let id, let title): return try rename(id, to: title)
    case .setFavorite(let ids, let isFavorite): return try setFavorite(ids, isFavorite)
    case .remove(let ids):
      let removed = self.ids(try library.remove(ids.map(key), at: PosterRecord.presentTime))
      return PosterChangeResult(ids: ids, inverse: removed.isEmpty ? nil : .restore(removed))
    case .restore(let ids):
      let restored = self.ids(try library.restore(ids.map(key)))
      return PosterChangeResult(ids: restored, inverse: restored.isEmpty ? nil : .remove(restored))
    case .deleteFromBin(let ids):
      try library.deleteRemoved(ids.map(key))
      return nothing
    case .read(let paths, let language): return try read(paths, language)
    case .move(let ids, let place):
      return arranged(try library.move(ids.map(key), to: place.map(after) ?? .start))
    case .arrange(let before):
      guard let arrangement = before.contents as? PosterArrangement else { return nothing }
      return arranged(try library.arrange(arrangement))
    case .createAlbum, .renameAlbum, .removeAlbum, .restoreAlbum, .addToAlbum, .takeFromAlbum:
      return try performOnAlbum(change)
    }
  }

  private var nothing: PosterChangeResult { PosterChangeResult(ids: [], inverse: nil) }

  private func arranged(_ before: PosterArrangement) -> PosterChangeResult {
    PosterChangeResult(
      ids: before.keys.map { PosterCard.ID(rawValue: $0.rawValue) },
      inverse: before.keys.isEmpty ? nil : .arrange(StoredChange(before)))
  }

  private func performOnAlbum(_ change: PosterChange) throws -> PosterChangeResult {
    func key(_ album: Album.ID) -> PosterAlbum.Key { PosterAlbum.Key(rawValue: album.rawValue) }
    switch change {
    case .createAlbum(let name, let posters):
      let made = try library.insertAlbum(named: name, posters: posters.map(self.key))
      let album = Album.ID(rawValue: made.rawValue)
      var result = PosterChangeResult(ids: posters, inverse: .removeAlbum(album))
      result.album = album
      return result
    case .renameAlbum(let album, let name):
      let old = try library.rename(key(album), to: name)
      return PosterChangeResult(ids: [], inverse: .renameAlbum(album, to: old))
    case .removeAlbum(let album):
      let removed = try library.removeAlbum(key(album))
      return PosterChangeResult(ids: [], inverse: removed.map { .restoreAlbum(StoredChange($0)) })
    case .restoreAlbum(let stored):
      guard let album = stored.contents as? RemovedAlbum else { return nothing }
      try library.restore(album)
      return PosterChangeResult(ids: [], inverse: .removeAlbum(Album.ID(rawValue: album.key.rawValue)))
    case .addToAlbum(let posters, let album):
      let added = ids(try library.add(posters.map(self.key), to: key(album)))
      return PosterChangeResult(ids: posters, inverse: added.isEmpty ? nil : .takeFromAlbum(added, album))
    case .takeFromAlbum(let posters, let album):
      let taken = ids(try library.remove(posters.map(self.key), from: key(album)))
      return PosterChangeResult(ids: posters, inverse: taken.isEmpty ? nil : .addToAlbum(taken, album))
    default: return nothing
    }
  }

  private func key(_ id: PosterCard.ID) -> PosterKey { PosterKey(rawValue: id.rawValue) }

  private func ids(_ keys: [PosterKey]) -> [PosterCard.ID] {
    keys.map { PosterCard.ID(rawValue: $0.rawValue) }
  }

  private func after(_ id: PosterCard.ID) -> PosterPlace { .after(key(id)) }

  private func insert(_ records: [PosterRecord], at place: PosterPlace) throws -> PosterChangeResult {
    let ids = try library.insert(records, at: place).map { PosterCard.ID(rawValue: $0.rawValue) }
    return PosterChangeResult(ids: ids, inverse: .remove(ids))
  }

  private func duplicate(_ ids: [PosterCard.ID], _ language: Language) throws -> PosterChangeResult {
    var made: [PosterCard.ID] = []
    do {
      for id in ids {
        guard let record = try library.poster(key(id)) else { continue }
        made += try insert([Self.copy(of: record, language)], at: after(id)).ids
      }
    } catch {
      // All or none: unreported posters could not be undone.
      _ = try? library.remove(made.map(key), at: PosterRecord.presentTime)
      _ = try? library.deleteRemoved(made.map(key))
      throw error
    }
    return PosterChangeResult(ids: made, inverse: made.isEmpty ? nil : .remove(made))
  }

  private static func copy(of original: PosterRecord, _ language: Language) -> PosterRecord {
    var record = original
    record.id = ""
    record.title =
      record.title.isEmpty
      ? language.localized("Copy", context: "title of a poster")
      : language.localized("{title} copy", ["title": record.title])
    if var poster = try? Poster(json: record.document) {
      poster.title = record.title
      record.document = Array(poster.json.utf8)
    }
    record.created = PosterRecord.presentTime
    record.modified = record.created
    return record
  }

  private func rename(_ id: PosterCard.ID, to title: String) throws -> PosterChangeResult {
    guard var record = try library.poster(key(id)) else {
      throw LibraryError(path: library.path ?? "library", reason: .unknown(id: title))
    }
    let old = record.title
    if var poster = try? Poster(json: record.document) {
      poster.title = title
      // The poster keeps its history under its new title; if another program changed it first, that version is renamed.
      let isDone = try GalleryPosters(library).replace(
        GalleryPosters.Entry(key: key(id), record: record), with: poster, as: .renaming)
      guard isDone else { return try rename(id, to: title) }
    } else {
      // A document that cannot be read is not changed; only the record is.
      record.title = title
      record.modified = PosterRecord.presentTime
      try library.update(key(id), to: record)
    }
    return PosterChangeResult(ids: [id], inverse: .rename(id, to: old))
  }

  private func setFavorite(_ ids: [PosterCard.ID], _ isFavorite: Bool) throws -> PosterChangeResult {
    let changed = try library.summaries(of: ids.map(key)).filter { $0.isFavorite != isFavorite }
    try library.setFavorite(changed.map(\.key), to: isFavorite)
    let others = changed.map { PosterCard.ID(rawValue: $0.key.rawValue) }
    return PosterChangeResult(ids: ids, inverse: others.isEmpty ? nil : .setFavorite(others, !isFavorite))
  }

  /// The error if none of the files can become a poster.
  struct RefusedFiles: LocalizableError {
    let message: Message
  }

  private func read(_ paths: [String], _ language: String?) throws -> PosterChangeResult {
    let dropped = DroppedPosters(paths, language: language, by: decoder)
    guard !dropped.posters.isEmpty else {
      throw RefusedFiles(message: dropped.refusals ?? Message("There are no posters to add"))
    }
    let time = PosterRecord.presentTime
    var result = try insert(dropped.posters.map { PosterRecord($0, at: time) }, at: .end)
    result.refusals = dropped.refusals
    return result
  }
}
