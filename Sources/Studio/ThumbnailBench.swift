import Catalog
import Geometry
import Posters
import Scene
import Typography

/// What the thread that makes pictures works with; it belongs to that thread.
final class ThumbnailBench {
  private let library: Library
  private let folders: UserFolders
  private let typesetter = Typesetter()
  private var files: ThumbnailFiles?
  private var painter: ThumbnailPainter?
  private var hasPainterFailed = false
  /// The posters that were read last, the newest last.
  private var posters: [(digest: ContentDigest, room: PixelSize, poster: GalleryPoster)] = []

  /// The bytes that pictures on disk may take.
  private static let diskBudget = 128 << 20

  init(library: Library, folders: UserFolders) {
    self.library = library
    self.folders = folders
    files = folders.cache.map { ThumbnailFiles(folder: $0 + "/thumbnails", budget: Self.diskBudget) }
  }

  /// Does a job, or returns nil when it had to give way to another on the way.
  func make(
    _ job: ThumbnailWorkshop.Job, room: PixelSize, unless mustYield: () -> Bool
  ) -> ThumbnailWorkshop.Delivery? {
    if let key = job.picture, let pixels = files?.read(key) {
      return .picture(key, Raster(size: key.size, bytes: pixels))
    }
    if mustYield() { return nil }
    guard let poster = poster(job, room: room) else { return .failure(job) }
    guard let key = job.picture else { return .poster(job.digest, poster) }
    if mustYield() { return nil }
    guard let pixels = paint(poster, key) else { return .failure(job) }
    files?.write(pixels, for: key)
    return .picture(key, Raster(size: key.size, bytes: pixels))
  }

  private func poster(_ job: ThumbnailWorkshop.Job, room: PixelSize) -> GalleryPoster? {
    if let known = posters.first(where: { $0.digest == job.digest && $0.room == room }) {
      return known.poster
    }
    guard let record = try? library.poster(job.poster),
      // Changed since it was asked for: what has come instead will be asked for, too.
      ContentDigest(record.document) == job.digest,
      let poster = try? GalleryPoster(document: record.document, room: room, typesetter: typesetter)
    else { return nil }
    posters.removeAll { $0.digest == job.digest }
    posters.append((job.digest, room, poster))
    if posters.count > 8 { posters.removeFirst() }
    return poster
  }

  private func paint(_ poster: GalleryPoster, _ key: ThumbnailKey) -> [UInt8]? {
    guard !hasPainterFailed else { return nil }
    do {
      let painter =
        try self.painter ?? ThumbnailPainter(typesetter: typesetter, programCache: folders.programCache)
      self.painter = painter
      return try painter.paint(poster, key)
    } catch {
      painter = nil
      hasPainterFailed = true
      StandardOutput.complain("regalia: posters on the wall stay without pictures: \(error)")
      return nil
    }
  }
}
