import Application
import Catalog
import Colors
import Controls
import Files
import Geometry
import Images
import Posters
import Publishing
import Scene
import Synchronization
import Terminal
import Typography

/// Reads posters and paints their pictures; it belongs to one thread.
final class ThumbnailMaker {
  private let library: Library
  private let folders: UserFolders
  private let typesetter = Typesetter()
  private var files: ThumbnailDiskCache?
  private var painter: ThumbnailPainter?
  private let failure: PainterFailure
  /// The posters that were read last, the newest last.
  private var posters: [(digest: ContentDigest, room: PixelSize?, poster: GalleryPoster)] = []

  /// The maximum size of the disk cache, in bytes.
  private static let diskBudget = 128 << 20

  private let decoder: StoppableDecoder
  private let isStopped: @Sendable () -> Bool

  init(
    library: Library, folders: UserFolders, failure: PainterFailure, by decoder: any PictureDecoder,
    unless isStopped: @escaping @Sendable () -> Bool
  ) {
    self.decoder = StoppableDecoder(decoder, unless: isStopped)
    self.isStopped = isStopped
    self.library = library
    self.folders = folders
    self.failure = failure
    files = folders.cache.map { ThumbnailDiskCache(folder: $0 + "/thumbnails", budget: Self.diskBudget) }
  }

  /// Performs a job, or returns nil if it yielded to another one.
  func make(
    _ job: ThumbnailLoader.Job, room: PixelSize, unless mustYield: () -> Bool
  ) -> ThumbnailLoader.Delivery? {
    if let key = job.picture, let pixels = files?.read(key) {
      return .picture(key, SharedBitmap(size: key.size, bytes: pixels), fault: nil)
    }
    if mustYield() { return nil }
    let poster: GalleryPoster
    // For a thumbnail, pictures are decoded later, at its own size.
    switch read(job, room: job.picture == nil ? room : nil) {
    case .poster(let read): poster = read
    case .unreadable: return .failure(job, isUnreadable: true)
    case .gone: return .failure(job, isUnreadable: false)
    }
    guard let key = job.picture else {
      return .poster(job.digest, poster.withoutOverlaps(), isLarge: job.isLarge)
    }
    if mustYield() { return nil }
    let sized = poster.sized(for: key.size, by: decoder)
    // A picture whose decoding was cancelled is missing in the result.
    if isStopped() { return nil }
    guard let pixels = paint(sized, key) else { return .failure(job, isUnreadable: false) }
    // Posters with a fault are not cached: by the next time the font may be installed, or the machine less busy.
    let fault = PosterFault(sized.layout, sized.pictures.failures)
    if fault == nil { files?.write(pixels, for: key) }
    return .picture(key, SharedBitmap(size: key.size, bytes: pixels), fault: fault)
  }

  private enum Reading {
    case poster(GalleryPoster)
    /// The document is not a valid poster.
    case unreadable
    /// The document is missing, perhaps temporarily; its replacement will be requested.
    case gone
  }

  private func read(_ job: ThumbnailLoader.Job, room: PixelSize?) -> Reading {
    if let known = posters.first(where: { $0.digest == job.digest && $0.room == room }) {
      return .poster(known.poster)
    }
    guard let record = try? library.poster(job.poster, includingBin: true),
      ContentDigest(record.document) == job.digest
    else {
      return .gone
    }
    guard
      let poster = try? GalleryPoster(
        document: record.document, room: room, typesetter: typesetter, by: decoder)
    else { return .unreadable }
    posters.removeAll { $0.digest == job.digest }
    if !poster.pictures.failures.isEmpty { return .poster(poster) }
    posters.append((job.digest, room, poster))
    if posters.count > 8 { posters.removeFirst() }
    return .poster(poster)
  }

  private func paint(_ poster: GalleryPoster, _ key: ThumbnailKey) -> [UInt8]? {
    guard !failure.isKnown else { return nil }
    do {
      if let painter { return try painter.paint(poster, key) }
      let made = try ThumbnailPainter(typesetter: typesetter, programCache: folders.programCache)
      painter = made
      return try made.paint(poster, key)
    } catch {
      painter = nil
      failure.report(error)
      return nil
    }
  }
}

/// Whether painting has failed, which is reported once and not retried.
final class PainterFailure: Sendable {
  private let hasFailed = Mutex(false)

  var isKnown: Bool { hasFailed.withLock { $0 } }

  func report(_ error: any Error) {
    hasFailed.withLock { $0 = true }
    // Untranslated: a line of the log, of which the window knows nothing.
    StandardOutput.complain("posters in the gallery stay without pictures: \(error)")
  }
}

/// Paints pictures of posters with the renderer of windows.
///
/// It belongs to the thread that created it.
final class ThumbnailPainter {
  private let offscreen: Offscreen

  init(typesetter: Typesetter, programCache: String?) throws {
    offscreen = try Offscreen(typesetter: typesetter, cacheDirectory: programCache)
  }

  /// Returns the pixels of a poster at rest in the gallery, with its pictures, at the size and scale of `key`.
  func paint(_ poster: GalleryPoster, _ key: ThumbnailKey) throws -> [UInt8] {
    let points = Size(
      width: Double(key.size.width) / key.scale, height: Double(key.size.height) / key.scale)
    return try picture(
      of: poster.layers(), in: Rect(origin: .zero, size: points),
      window: key.size, scale: key.scale, on: key.ground)
  }

  /// Returns the pixels of a window in which a poster covers a rectangle of the background.
  func picture(
    of layers: PosterLayers, in frame: Rect, window: PixelSize, scale: Double, on ground: RGBA
  ) throws -> [UInt8] {
    layers.fit(frame)
    return try offscreen.pixels(of: layers.layer, size: window, scale: scale, background: ground)
  }
}
