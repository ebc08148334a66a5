import Catalog
import Colors
import Geometry
import Posters
import Publishing
import Scene

/// The cache of recently visible posters: cards, pictures, and posters ready to be drawn.
///
/// After the list has changed, old cards are shown until they have been read again.
struct PosterMemory {
  /// Physical pixels per point.
  var scale = 1.0
  /// The gallery's background colour.
  var ground = RGBA.clear
  private(set) var pictures = ThumbnailMemoryCache(budget: PosterMemory.pictureBudgets.lowerBound)
  /// Posters that are ready to be drawn.
  private(set) var posters: [ContentDigest: GalleryPoster] = [:]
  /// The poster whose pictures are for a zoom.
  private var large: (digest: ContentDigest, poster: GalleryPoster)?

  private var entries: [PosterKey: LibraryReader.Entry] = [:]
  /// The posters whose cards were read since the list changed.
  private var fresh: Set<PosterKey> = []
  /// The posters to prepare once their documents are known.
  private var awaited: Set<PosterKey> = []
  /// The reasons why posters are not shown as intended, by document.
  private var faults: [ContentDigest: PosterFault] = [:]
  /// Documents that are no posters.
  private var unreadable: Set<ContentDigest> = []
  /// Failed jobs, which are retried when the list has changed.
  private var missed: Set<ThumbnailLoader.Job> = []

  /// The range of memory for pictures, in bytes, over all window sizes.
  private static let pictureBudgets = 16 << 20...64 << 20

  /// Sets the memory for pictures to four windows: the visible one, two ahead, and one behind.
  mutating func fit(_ window: PixelSize) {
    let limits = Self.pictureBudgets
    let wanted = min(window.count ?? .max, limits.upperBound) * 4 * 4
    let budget = min(max(wanted, limits.lowerBound), limits.upperBound)
    if budget != pictures.budget { pictures.budget = budget }
  }

  // MARK: Cards

  func entry(_ key: PosterKey) -> LibraryReader.Entry? { entries[key] }

  func isFresh(_ key: PosterKey) -> Bool { fresh.contains(key) }

  mutating func listChanged() {
    fresh.removeAll(keepingCapacity: true)
    missed.removeAll()
  }

  mutating func forgetFailures() {
    unreadable.removeAll()
    missed.removeAll()
  }

  mutating func prepareWhenKnown(_ key: PosterKey) { awaited.insert(key) }

  /// Stores cards that were read; returns the posters among them to prepare.
  mutating func take(_ read: [PosterKey: LibraryReader.Entry]) -> [PosterKey] {
    if entries.count + read.count > 4000 {
      entries.removeAll(keepingCapacity: true)
      fresh.removeAll(keepingCapacity: true)
    }
    for (key, var entry) in read {
      if let digest = entry.digest {
        if let poster = posters[digest] { entry.card.page = poster.layout.page.size }
        if unreadable.contains(digest) { entry.card.isReadable = false }
        entry.card.fault = faults[digest]
      }
      entries[key] = entry
      fresh.insert(key)
    }
    let prepared = read.keys.filter(awaited.contains).sorted()
    awaited.subtract(prepared)
    return prepared
  }

  /// Records that a poster has another document.
  mutating func note(_ poster: Poster, as key: PosterKey) {
    guard var entry = entries[key] else { return }
    let record = PosterRecord(poster, at: 0)
    entry.digest = ContentDigest(record.document)
    entry.card.title = poster.title
    entry.card.cover = poster.background.meanColor.onPaper
    entry.card.page = Size(width: poster.page.width, height: poster.page.height)
    entry.card.fault = entry.digest.flatMap { faults[$0] }
    entries[key] = entry
  }

  // MARK: Pictures and posters

  func canBeHad(_ job: ThumbnailLoader.Job) -> Bool {
    !unreadable.contains(job.digest) && !missed.contains(job)
  }

  mutating func take(_ delivery: ThumbnailLoader.Delivery) {
    switch delivery {
    case .picture(let key, let bitmap, let fault):
      pictures.keep(bitmap, for: key)
      note(fault, of: key.digest)
    case .poster(let digest, let poster, isLarge: true): large = (digest, poster)
    case .poster(let digest, let poster, isLarge: false):
      note(PosterFault(poster.layout, poster.pictures.failures), of: digest)
      if posters.count >= 32 { posters.removeAll() }
      posters[digest] = poster
    case .failure(let job, let isUnreadable):
      guard isUnreadable else {
        missed.insert(job)
        return
      }
      unreadable.insert(job.digest)
      for (key, entry) in entries where entry.digest == job.digest { entries[key]?.card.isReadable = false }
    }
  }

  private mutating func note(_ fault: PosterFault?, of digest: ContentDigest) {
    guard faults[digest] != fault else { return }
    if faults.count >= 4000 { faults.removeAll() }
    faults[digest] = fault
    for (key, entry) in entries where entry.digest == digest { entries[key]?.card.fault = fault }
  }

  mutating func picture(of key: PosterKey, size: PixelSize) -> SharedBitmap? {
    entries[key]?.digest.flatMap { pictures.use($0, size: size, scale: scale, on: ground) }
  }

  /// Returns whether the pictures of a document are prepared for a zoom.
  func isLarge(_ digest: ContentDigest) -> Bool { large?.digest == digest }

  /// Returns new layers of a prepared poster.
  func layers(of key: PosterKey) -> LayersResult {
    guard let entry = entries[key] else { return .pending }
    guard let digest = entry.digest else { return .unreadable }
    if let large, large.digest == digest { return .ready(large.poster.layers()) }
    if let poster = posters[digest] { return .ready(poster.layers()) }
    return canBeHad(ThumbnailLoader.Job(digest: digest, picture: nil, poster: key)) ? .pending : .unreadable
  }
}

/// The most recently used pictures, within a number of bytes.
struct ThumbnailMemoryCache {
  /// The memory for pictures, in bytes.
  var budget: Int {
    didSet { makeRoom() }
  }
  private(set) var byteCount = 0
  private var entries: [ThumbnailKey: Entry] = [:]
  /// The key of each document's last stored picture.
  private var latest: [ContentDigest: ThumbnailKey] = [:]
  private var clock = 0

  private struct Entry {
    let bitmap: SharedBitmap
    var used: Int
  }

  init(budget: Int) { self.budget = max(budget, 0) }

  var count: Int { entries.count }

  func contains(_ key: ThumbnailKey) -> Bool { entries[key] != nil }

  /// Returns a picture and marks it as used.
  mutating func use(_ key: ThumbnailKey) -> SharedBitmap? {
    guard let entry = entries[key] else { return nil }
    clock += 1
    entries[key]?.used = clock
    return entry.bitmap
  }

  /// Returns the picture of a document in a size, or else in the last stored size.
  mutating func use(
    _ digest: ContentDigest, size: PixelSize, scale: Double, on ground: RGBA
  ) -> SharedBitmap? {
    use(ThumbnailKey(digest: digest, size: size, scale: scale, ground: ground))
      ?? latest[digest].flatMap { use($0) }
  }

  /// Stores a picture, evicting the least recently used ones until it fits.
  mutating func keep(_ bitmap: SharedBitmap, for key: ThumbnailKey) {
    clock += 1
    latest[key.digest] = key
    if latest.count > 4096 { latest = latest.filter { entries[$0.value] != nil } }
    if let old = entries.updateValue(Entry(bitmap: bitmap, used: clock), forKey: key) {
      byteCount -= old.bitmap.byteCount
    }
    byteCount += bitmap.byteCount
    makeRoom()
  }

  private mutating func makeRoom() {
    guard byteCount > budget else { return }
    // A few more than necessary, so that not every picture causes a search.
    for (key, entry) in entries.sorted(by: { $0.value.used < $1.value.used }) {
      guard byteCount > budget * 7 / 8, entries.count > 1 else { break }
      entries[key] = nil
      byteCount -= entry.bitmap.byteCount
    }
  }
}
