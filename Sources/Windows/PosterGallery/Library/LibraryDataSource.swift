import Application
import Catalog
import Controls
import Files
import Geometry
import Images
import Localization
import Posters
import Publishing
import Scene
import Synchronization
import Workers

/// The posters of a library, for a gallery.
///
/// It keeps four bytes for each poster, and the cards of recently visible ones. The library is read and changed on its
/// own thread; results arrive through the mailbox.
final class LibraryDataSource: PosterDataSource {
  private(set) var state = DataSourceState.loading
  private(set) var version = DataSourceVersion()

  var filter = PosterFilter() {
    didSet { if filter != oldValue { list() } }
  }

  /// Exports posters, or nil if that is not possible.
  var exporter: GalleryExporter?

  private let folders: UserFolders
  private let decoder: any PictureDecoder
  /// Given when the gallery is closed, which stops decoding for it.
  private let closing = StopSignal()
  /// The group of work beside the frame loop.
  let work: WorkGroup
  private let mail: Mailbox<Event>
  private let reader: Worker<LibraryReader>
  /// Checks the library for damage; nil if the library is not watched.
  private let faults: FaultSearch?
  private let wantedCards = WantedKeys()
  private var opened: GalleryLibrary
  private var thumbnails: ThumbnailLoader
  private var keys = PosterList()
  private var memory = PosterMemory()
  /// The number of the last requested listing; results of earlier ones are outdated.
  private var listingNumber = 0
  private var answers: [DataSourceMessage] = []
  private(set) var albums: [Album] = []
  private(set) var binCount = 0
  private(set) var unusualPages: [PosterCard.ID: Size] = [:]

  /// The bytes of pictures that one frame receives.
  private static let frameBudget = 4 << 20

  /// A message from other threads.
  enum Event: Sendable {
    case listed(Result<PosterList, LibraryError>, number: Int)
    case entries([PosterKey: LibraryReader.Entry])
    case performed(Result<PosterChangeResult, any Error>, number: Int)
    case albums([Album], binCount: Int)
    case pages([PosterKey: Size])
    case opened(PosterKey, Result<EditedDocument, any Error>)
    case reopened(GalleryLibrary, isPutBack: Bool)
    case notReopened(Message)
    case repaired(GalleryLibrary, LibraryRepair)
    /// The library is damaged and may be repaired.
    case damaged
    /// Another program has changed the posters.
    case changed
    /// The library cannot be read any more.
    case lost(LibraryError)
    case notice(Message)
    case export(GalleryExporter.Report)
    case thumbnail(ThumbnailLoader.Delivery)

    /// The bytes of its pixels.
    var byteCount: Int {
      if case .thumbnail(let delivery) = self { delivery.byteCount } else { 0 }
    }
  }

  /// The posters whose cards the next read is for.
  private final class WantedKeys: Sendable {
    private let keys = Mutex<[PosterKey]>([])

    func replace(_ wanted: [PosterKey]) { keys.withLock { $0 = wanted } }

    func take() -> [PosterKey] {
      keys.withLock { keys in
        defer { keys = [] }
        return keys
      }
    }
  }

  /// Creates a data source; where it is watched, changes that others make are followed, and the library is read through
  /// for faults.
  init(
    _ opened: GalleryLibrary, folders: UserFolders, work: WorkGroup, isWatched: Bool,
    collation: Collation = .plain, by decoder: any PictureDecoder = DirectDecoder()
  ) {
    self.decoder = decoder
    self.opened = opened
    self.folders = folders
    self.work = work
    faults = isWatched ? FaultSearch() : nil
    let mail = Mailbox<Event>(wake: work.wake)
    self.mail = mail
    reader = Worker(name: "library", in: work) { [closing] in
      LibraryReader(opened, collation: collation, by: StoppableDecoder(decoder) { closing.isStopped })
    }
    thumbnails = ThumbnailLoader(library: opened.library, folders: folders, work: work, by: decoder) {
      mail.send(.thumbnail($0))
    }
    list()
    startWatching()
  }

  deinit { close() }

  /// Stops background work, after finishing an export.
  func close() {
    closing.stop()
    exporter?.finish()
    faults?.stop()
    reader.stop()
    thumbnails.stop()
  }

  // MARK: The list

  var count: Int { keys.count }

  func id(at index: Int) -> PosterCard.ID { PosterCard.ID(rawValue: keys[index].rawValue) }

  func index(of id: PosterCard.ID) -> Int? { keys.index(of: PosterKey(rawValue: id.rawValue)) }

  func card(at index: Int) -> PosterCard? {
    index < keys.count ? memory.entry(keys[index])?.card : nil
  }

  /// Reads the list again.
  func list() {
    listingNumber += 1
    let (number, filter, worker, mail) = (listingNumber, filter, reader, mail)
    worker.run { Self.report(&$0, filter, number, on: worker, to: mail) }
  }

  /// Sends the list, the albums and the posters' aspect ratios. For a large library, the aspect ratios follow the list
  /// and any requests made meanwhile.
  private static func report(
    _ reader: inout LibraryReader, _ filter: PosterFilter, _ number: Int, on worker: Worker<LibraryReader>,
    to mail: Mailbox<Event>
  ) {
    let keys = reader.keys(filter)
    let isQuick = (try? keys.get().count).map { $0 <= LibraryReader.quickCount } ?? true
    do {
      mail.send(.albums(try reader.albums(), binCount: try reader.binCount()))
    } catch {
      mail.send(
        .notice(Message("The albums cannot be read: {reason}", parts: ["reason": Message(error)])))
    }
    if isQuick, case .changed(let pages) = reader.lookAtPages() { mail.send(.pages(pages)) }
    mail.send(.listed(keys.map { PosterList($0) }, number: number))
    if !isQuick { lookAtPages(&reader, on: worker, to: mail) }
  }

  private static func lookAtPages(
    _ reader: inout LibraryReader, on worker: Worker<LibraryReader>, to mail: Mailbox<Event>
  ) {
    switch reader.lookAtPages(until: { worker.shouldYield }) {
    case .none: break
    case .changed(let pages): mail.send(.pages(pages))
    case .unfinished: worker.run { lookAtPages(&$0, on: worker, to: mail) }
    }
  }

  /// Begins to follow changes by other programs, and to check the library for damage.
  private func startWatching() {
    guard let faults else { return }
    let mail = mail
    reader.run { reader in reader.startWatching { mail.send($0) } }
    faults.begin(in: opened) { mail.send($0) }
  }

  /// Opens the library again.
  func retry() {
    memory.forgetFailures()
    state = .loading
    changedList()
    let mail = mail
    reader.run { reader in
      do {
        let isPutBack = try reader.reopen()
        mail.send(.reopened(reader.opened, isPutBack: isPutBack))
      } catch {
        mail.send(.notReopened(Message(error)))
      }
    }
  }

  func repair() {
    memory.forgetFailures()
    let mail = mail
    reader.run { reader in
      do {
        let repair = try reader.repair()
        mail.send(.repaired(reader.opened, repair))
      } catch {
        mail.send(.notice(Message(error)))
      }
    }
  }

  // MARK: Changes and searches

  func perform(_ change: PosterChange, number: Int) {
    listingNumber += 1
    let (listingNumber, filter, worker, mail) = (listingNumber, filter, reader, mail)
    worker.run { reader in
      let result = reader.perform(change)
      if case .success(let result) = result {
        // The changed posters' cards are sent along, so that the first frame shows them.
        let changed = result.ids.prefix(200).map { PosterKey(rawValue: $0.rawValue) }
        Self.report(&reader, filter, listingNumber, on: worker, to: mail)
        reader.sendEntries(changed, to: mail)
      }
      mail.send(.performed(result, number: number))
      if case .failure(let error as LibraryError) = result, reader.canBeRepaired(after: error) {
        mail.send(.damaged)
      }
    }
  }

  func open(_ id: PosterCard.ID) {
    let (key, mail) = (PosterKey(rawValue: id.rawValue), mail)
    reader.run { reader in mail.send(.opened(key, Result { try reader.document(key) })) }
  }

  func noteSaved(_ poster: Poster, as id: PosterCard.ID) {
    memory.note(poster, as: PosterKey(rawValue: id.rawValue))
    // Its search words may have changed.
    list()
  }

  func export(_ ids: [PosterCard.ID], as kind: ExportKind) {
    withExporter { $0.export(Self.keys(of: ids), as: kind, from: opened.library, $1) }
  }

  func files(of ids: [PosterCard.ID]) -> DragOffer.FileMaker? {
    exporter?.files(of: Self.keys(of: ids), from: opened.library)
  }

  func read(_ ids: [PosterCard.ID], for panel: PosterPanel) {
    withExporter { $0.read(Self.keys(of: ids), for: panel, from: opened.library, $1) }
  }

  func send(_ ids: [PosterCard.ID]) {
    withExporter { $0.send(Self.keys(of: ids), from: opened.library, $1) }
  }

  func copyPicture(of id: PosterCard.ID, to clipboard: @escaping Clipboard.Offering) {
    withExporter { $0.copyPicture(PosterKey(rawValue: id.rawValue), from: opened.library, to: clipboard, $1) }
  }

  func print(_ job: PrintJob) { withExporter { $0.print(job, $1) } }

  func write(_ job: PrintJob, to path: String) { withExporter { $0.write(job, to: path, $1) } }

  func cancelExport() { exporter?.cancel() }

  /// Calls `body` with the exporter and a function for its reports.
  private func withExporter(
    _ body: (_ exporter: GalleryExporter, _ say: @escaping @Sendable (GalleryExporter.Report) -> Void) -> Void
  ) {
    guard let exporter else { return answers.append(.notice(Message("This window cannot export"))) }
    body(exporter) { [mail] in mail.send(.export($0)) }
  }

  private static func keys(of ids: [PosterCard.ID]) -> [PosterKey] {
    ids.map { PosterKey(rawValue: $0.rawValue) }
  }

  // MARK: Pictures

  func prefetch(_ request: PrefetchRequest) {
    (memory.scale, memory.ground) = (request.scale, request.ground)
    readCards(request)
    loadPictures(request)
  }

  private func readCards(_ request: PrefetchRequest) {
    let wanted = request.visible.map { $0 } + request.ahead
    let missing = wanted.filter { $0 < keys.count && !memory.isFresh(keys[$0]) }.map { keys[$0] }
    wantedCards.replace(missing)
    if !missing.isEmpty { readWantedCards() }
  }

  private func readWantedCards() {
    let (wantedCards, mail) = (wantedCards, mail)
    reader.run { reader in
      let keys = wantedCards.take()
      if !keys.isEmpty { reader.sendEntries(keys, to: mail) }
    }
  }

  private func loadPictures(_ request: PrefetchRequest) {
    let window = PixelSize(request.window, scale: request.scale)
    memory.fit(window)
    // Prefetched pictures never take the memory of visible ones.
    let byteCount = max(PixelSize(request.grid.box, scale: request.scale).count ?? 1, 1) * 4
    let room = max(0, memory.pictures.budget * 3 / 4 / byteCount - request.visible.count)
    thumbnails.want(
      visible: request.visible.compactMap { job(at: $0, request) },
      ahead: request.ahead.prefix(room).compactMap { job(at: $0, request) },
      window: window)
  }

  /// Returns the key of a poster's picture for a gallery, if its document is known.
  private func key(at index: Int, _ request: PrefetchRequest) -> ThumbnailKey? {
    guard index < keys.count, let entry = memory.entry(keys[index]), let digest = entry.digest else {
      return nil
    }
    let points = request.grid.frame(of: entry.card.page, at: index).size
    return ThumbnailKey(
      digest: digest, size: PixelSize(points, scale: request.scale), scale: request.scale,
      ground: request.ground)
  }

  private func job(at index: Int, _ request: PrefetchRequest) -> ThumbnailLoader.Job? {
    guard let key = key(at: index, request) else { return nil }
    let job = ThumbnailLoader.Job(digest: key.digest, picture: key, poster: keys[index])
    return memory.pictures.contains(key) || !memory.canBeHad(job) ? nil : job
  }

  func picture(of id: PosterCard.ID, size: PixelSize) -> SharedBitmap? {
    memory.picture(of: PosterKey(rawValue: id.rawValue), size: size)
  }

  func prepare(_ id: PosterCard.ID) {
    let key = PosterKey(rawValue: id.rawValue)
    guard let entry = memory.entry(key) else {
      memory.prepareWhenKnown(key)
      let mail = mail
      reader.run { $0.sendEntries([key], to: mail) }
      return
    }
    guard let digest = entry.digest, memory.posters[digest] == nil else { return }
    let job = ThumbnailLoader.Job(digest: digest, picture: nil, poster: key)
    guard memory.canBeHad(job) else { return }
    thumbnails.want(job)
  }

  func enlarge(_ id: PosterCard.ID) -> Bool {
    let key = PosterKey(rawValue: id.rawValue)
    guard let digest = memory.entry(key)?.digest else { return false }
    if memory.isLarge(digest) { return true }
    let job = ThumbnailLoader.Job(digest: digest, picture: nil, poster: key, isLarge: true)
    guard memory.canBeHad(job) else { return true }
    thumbnails.want(job)
    return false
  }

  func layers(of id: PosterCard.ID) -> LayersResult {
    memory.layers(of: PosterKey(rawValue: id.rawValue))
  }

  // MARK: Messages

  func takeMessages() -> [DataSourceMessage] {
    receive()
    defer { answers = [] }
    return answers
  }

  func receive() {
    let events = mail.take(within: Self.frameBudget) { $0.byteCount }
    for event in events { take(event) }
  }

  private func take(_ event: Event) {
    switch event {
    case .listed(let result, let number): if number == listingNumber { takeList(result) }
    case .entries(let entries): takeEntries(entries)
    case .performed(let result, let number): answers.append(.performed(number: number, result))
    case .albums(let albums, let binCount):
      guard albums != self.albums || binCount != self.binCount else { return }
      (self.albums, self.binCount) = (albums, binCount)
      changedList()
    case .pages(let pages):
      unusualPages = Dictionary(
        uniqueKeysWithValues: pages.map { (PosterCard.ID(rawValue: $0.key.rawValue), $0.value) })
      changedList()
    case .export(let report): answers.append(report.message)
    case .opened(let key, let document):
      answers.append(.opened(PosterCard.ID(rawValue: key.rawValue), document))
    case .reopened(let opened, let isPutBack): takeReopened(opened, isPutBack)
    case .notReopened(let reason): fail(reason)
    case .repaired(let opened, let repair):
      answers.append(.notice(repair.summary))
      takeReopened(opened, false)
    case .damaged:
      answers.append(
        .damaged(Message("The library is damaged. Its posters cannot be changed until it is repaired.")))
    case .changed: list()
    case .lost(let error):
      reader.run { $0.stopWatching() }
      fail(error)
    case .notice(let message): answers.append(.notice(message))
    case .thumbnail(let delivery):
      memory.take(delivery)
      version.revision += 1
    }
  }

  private func takeList(_ result: Result<PosterList, LibraryError>) {
    switch result {
    case .success(let keys):
      self.keys = keys
      memory.listChanged()
      state = .ready
      changedList()
    case .failure(let error): fail(error)
    }
  }

  private func takeEntries(_ entries: [PosterKey: LibraryReader.Entry]) {
    let prepared = memory.take(entries)
    version.revision += 1
    for key in prepared { prepare(PosterCard.ID(rawValue: key.rawValue)) }
  }

  private func takeReopened(_ next: GalleryLibrary, _ isPutBack: Bool) {
    if isPutBack {
      answers.append(.notice(Message("The library had been deleted. It was restored with all its posters.")))
    }
    faults?.cancel()
    opened = next
    thumbnails.stop()
    thumbnails = ThumbnailLoader(library: next.library, folders: folders, work: work, by: decoder) {
      [mail] in mail.send(.thumbnail($0))
    }
    list()
    startWatching()
  }

  private func changedList() {
    version.revision += 1
    version.listing += 1
  }

  private func fail(_ error: LibraryError) {
    guard error.isDamage, opened.library.isUntouched else { return fail(Message(error)) }
    fail(
      Message("The library is damaged. Repairing it saves everything readable and keeps the damaged file."),
      .repair)
  }

  private func fail(_ advice: Message, _ remedy: DataSourceState.Remedy = .retry) {
    keys = PosterList()
    memory.listChanged()
    state = .failed(Message("The posters cannot be shown"), advice: advice, remedy: remedy)
    changedList()
  }
}

/// Checks a whole library for damage, which takes long and has a thread of its own.
private final class FaultSearch {
  private let worker = Worker(name: "library-check")
  private var reading = ReadCancellation()

  /// Reads the whole library; `report` is called on that thread if it is damaged.
  func begin(
    in library: GalleryLibrary, report: @escaping @Sendable (LibraryDataSource.Event) -> Void
  ) {
    reading = ReadCancellation()
    let reading = reading
    worker.run {
      if let fault = LibraryReader(library).fault(reading) { report(fault) }
    }
  }

  /// Cancels reading.
  func cancel() { reading.cancel() }

  /// Cancels reading permanently, and waits for the thread.
  func stop() {
    cancel()
    worker.stop()
  }
}

/// The keys of listed posters in order, four bytes each if all are small enough, with a cache of indices.
struct PosterList {
  private let keys: Keys
  private var places: [PosterKey: Int] = [:]

  /// Libraries number their posters in sequence, so large keys occur only in files that another program has written.
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
