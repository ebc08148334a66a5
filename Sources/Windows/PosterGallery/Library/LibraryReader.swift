import Workers
import Catalog
import Colors
import Geometry
import Localization
import Publishing
import Typography

/// Reads and changes the library of a gallery; it belongs to one thread.
struct LibraryReader {
  private(set) var opened: GalleryLibrary
  private var watch: LibraryWatch?
  /// The pages of documents that were looked up.
  private var pages: [ContentDigest: Size] = [:]
  /// The posters whose pages are not those of most, as they were when the library had some state.
  private var unusual: (state: LibraryState, pages: [PosterKey: Size])?
  /// The search for those, where it has not ended.
  private var search: PageSearch?
  /// What measures the letters of posters to be edited.
  private var typesetter: Typesetter?

  /// A search for posters whose pages are not those of most.
  private struct PageSearch {
    let state: LibraryState
    let documents: [PosterDocument]
    /// How many of the documents were looked at, the bytes of those that had to be read, and what was found.
    var count = 0
    var read = 0
    var found: [PosterKey: Size] = [:]
  }

  /// What is known of the pages that are not those of most.
  enum PageNews {
    case none
    case changed([PosterKey: Size])
    /// The search is to go on later.
    case unfinished
  }

  /// What a wall shows of a poster, and which document it has; none when the poster cannot be read.
  struct Entry: Sendable {
    var card: PosterCard
    var digest: ContentDigest?
  }

  init(_ opened: GalleryLibrary) { self.opened = opened }

  private var library: Library { opened.library }

  func keys(_ filter: PosterFilter) -> Result<[PosterKey], LibraryError> {
    if let fault = opened.fault { return .failure(fault) }
    do throws(LibraryError) {
      return .success(
        try library.posterKeys(
          PosterQuery(
            words: filter.words, order: filter.order.stored, favoritesOnly: filter.favoritesOnly,
            album: filter.album.map { PosterAlbum.Key(rawValue: $0.rawValue) })))
    } catch {
      return .failure(error)
    }
  }

  /// Returns all albums in their order; none where the library cannot be read at all.
  func albums() throws -> [Album] {
    guard opened.fault == nil else { return [] }
    return try library.albums().map {
      Album(id: Album.ID(rawValue: $0.key.rawValue), name: $0.name, count: $0.count)
    }
  }

  /// How many posters may be looked at before the wall is shown.
  static let quickCount = 2000
  /// How many posters a library may have for the shapes of all to be looked at, and of how long documents.
  private static let mostShapes = 20_000
  private static let mostBytes = 512 << 20
  /// The bytes of a document among which its page is.
  private static let head = 4096

  /// Looks for posters that have another shape than most, where the library has changed, until all were looked at or something
  /// else is to be done.
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

  /// Sends what a wall needs of some posters, and why they cannot be read where they cannot.
  mutating func sendEntries(_ keys: [PosterKey], to mail: Mailbox<LibraryDataSource.Message>) {
    var result: [PosterKey: Entry] = [:]
    do {
      for summary in try library.summaries(of: keys) {
        result[summary.key] = Entry(card: card(summary), digest: summary.digest)
      }
    } catch {
      mail.send(.warning(Message("Posters cannot be read: {reason}", ["reason": "\(error)"])))
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

  /// The largest document whose page is looked up before it is shown.
  private static let quickDocument = 1 << 18

  private mutating func page(_ summary: PosterSummary) -> Size? {
    if let known = pages[summary.digest] { return known }
    guard summary.documentSize <= Self.quickDocument, let record = try? library.poster(summary.key) else {
      return nil
    }
    if pages.count > 2 * Self.mostShapes { pages.removeAll(keepingCapacity: true) }
    pages[summary.digest] = GalleryPage.size(in: record.document)
    return pages[summary.digest]
  }

  /// Reads a poster to be edited, with its letters measured.
  mutating func document(_ key: PosterKey) throws -> EditedDocument {
    guard let record = try library.poster(key) else { throw MissingPoster() }
    let typesetter = self.typesetter ?? Typesetter()
    self.typesetter = typesetter
    return try EditedDocument(WallPosters.Entry(key: key, record: record), of: library)
      .measured(by: typesetter)
  }

  /// A poster that somebody has taken down.
  struct MissingPoster: Error, CustomStringConvertible {
    let description = "This poster is not on the wall any more"
  }

  func perform(_ change: PosterChange) -> Result<PosterChangeResult, any Error> {
    Result { try LibraryEdits(library).perform(change) }
  }

  /// Opens the library again: it may have been replaced, or may be what it should be now. Returns whether it had been
  /// deleted and was written anew.
  mutating func reopen() throws -> Bool {
    let (next, isPutBack) = try opened.reopened()
    watch = nil
    opened = next
    return isPutBack
  }

  /// Saves what can be read of the library into a new one in its place, and opens that.
  mutating func repair() throws -> LibraryRepair {
    guard let path = opened.path, library.isUntouched else { throw CannotBeRepaired() }
    watch = nil
    let repair = try LibraryRepair(path: path)
    opened = try GalleryLibrary.opened(path)
    return repair
  }

  func canBeRepaired(after error: LibraryError) -> Bool { error.isDamage && library.isUntouched }

  /// A library that was sound when this window began to change it.
  struct CannotBeRepaired: Error, CustomStringConvertible {
    let description = "The library is in use; close the window and run “regalia library repair”"
  }

  /// Reads the whole library once; returns what a person should know of it, or nil when all is well.
  ///
  /// It takes about a tenth of a second for each 30 MB.
  func fault(_ cancellation: ReadCancellation? = nil) -> LibraryDataSource.Message? {
    guard opened.fault == nil else { return nil }
    do {
      if let version = library.newerVersion {
        throw LibraryError(path: library.path ?? "library", reason: .newer(version: version))
      }
      try library.verify(cancellation)
      let count = try library.unreadableRows(cancellation).count { $0.kind == "poster" }
      guard count > 0 else { return nil }
      return .notice(
        count == 1
          ? "1 poster cannot be read and is not shown" : "\(count) posters cannot be read and are not shown")
    } catch let error as LibraryError {
      if error.reason == .interrupted { return nil }
      return canBeRepaired(after: error) ? .damaged : .notice("\(error)")
    } catch {
      return .notice("\(error)")
    }
  }

  /// Begins to tell of changes that others make to the posters.
  mutating func startWatching(_ report: @escaping @Sendable (LibraryDataSource.Message) -> Void) {
    do {
      watch = try LibraryWatch(library, every: 0.25) { event in
        switch event {
        case .changed(let old, let new): if old.posters != new.posters { report(.changed) }
        case .failed(let error): report(.lost(error))
        }
      }
    } catch {
      report(
        .warning(Message("Changes made elsewhere are not shown: {reason}", ["reason": "\(error)"])))
    }
  }

  /// Tells of changes no more.
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
