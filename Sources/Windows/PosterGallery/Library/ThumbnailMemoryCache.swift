import Catalog
import Colors
import Geometry
import Scene

/// The pictures that were used last, within a number of bytes.
struct ThumbnailMemoryCache {
  /// The bytes that pictures may take.
  var budget: Int {
    didSet { makeRoom() }
  }
  private(set) var byteCount = 0
  private var entries: [ThumbnailKey: Entry] = [:]
  /// The key of each document's picture that was kept last.
  private var latest: [ContentDigest: ThumbnailKey] = [:]
  private var clock = 0

  private struct Entry {
    let bitmap: SharedBitmap
    var used: Int
  }

  init(budget: Int) { self.budget = max(budget, 0) }

  var count: Int { entries.count }

  func contains(_ key: ThumbnailKey) -> Bool { entries[key] != nil }

  /// Returns a picture and takes note that it was used.
  mutating func use(_ key: ThumbnailKey) -> SharedBitmap? {
    guard let entry = entries[key] else { return nil }
    clock += 1
    entries[key]?.used = clock
    return entry.bitmap
  }

  /// Returns the picture of a document in a size, or else in the size in which one was kept last.
  mutating func use(
    _ digest: ContentDigest, size: PixelSize, scale: Double, on ground: RGBA
  ) -> SharedBitmap? {
    use(ThumbnailKey(digest: digest, size: size, scale: scale, ground: ground))
      ?? latest[digest].flatMap { use($0) }
  }

  /// Keeps a picture; those that were not used for longest go until it fits.
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
    // A few more than it must, so that not every picture asks for a search.
    for (key, entry) in entries.sorted(by: { $0.value.used < $1.value.used }) {
      guard byteCount > budget * 7 / 8, entries.count > 1 else { break }
      entries[key] = nil
      byteCount -= entry.bitmap.byteCount
    }
  }
}
