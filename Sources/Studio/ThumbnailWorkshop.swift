import Catalog
import Foundation
import Geometry
import Scene

/// Reads and paints posters on a thread of its own, and puts them where the frame loop finds them.
final class ThumbnailWorkshop: @unchecked Sendable {
  /// Something to be made of a document.
  struct Job: Hashable, Sendable {
    let digest: ContentDigest
    /// The picture that is wanted, or nil for the poster itself, ready to be drawn.
    let picture: ThumbnailKey?
    /// A poster that has the document; which one does not matter.
    let poster: PosterKey

    static func == (a: Job, b: Job) -> Bool { a.digest == b.digest && a.picture == b.picture }

    func hash(into hasher: inout Hasher) {
      hasher.combine(digest)
      hasher.combine(picture)
    }
  }

  enum Delivery: Sendable {
    case picture(ThumbnailKey, Raster)
    case poster(ContentDigest, GalleryPoster)
    /// There is no picture, for the time being or because the document is no poster.
    case failure(Job, isUnreadable: Bool)

    var byteCount: Int {
      if case .picture(let key, _) = self { key.byteCount } else { 0 }
    }
  }

  private let wake: @Sendable () -> Void
  private let condition = NSCondition()

  // Guarded by the condition.
  private var queue = ThumbnailQueue<Job>()
  private var deliveries: [Delivery] = []
  private var window = PixelSize(width: 1, height: 1)
  private var isStopped = false
  private var hasEnded = false

  /// Starts the thread; `wake` is called on it when something has been delivered.
  init(library: Library, folders: UserFolders, wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    let thread = Thread { [self] in
      run(library, folders)
      // Only now that everything on the GPU is gone.
      condition.withLock {
        hasEnded = true
        condition.broadcast()
      }
    }
    thread.name = "thumbnails"
    // Outlines of long texts recurse deeply.
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func run(_ library: Library, _ folders: UserFolders) {
    let bench = ThumbnailBench(library: library, folders: folders)
    while let (job, room) = take() { work(job, room, bench) }
  }

  /// Lets the thread finish what it is doing and waits for its end: a program that left before would take the
  /// graphics driver away from under it.
  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
      while !hasEnded { condition.wait() }
    }
  }

  // MARK: From the frame loop

  /// Replaces the pictures that are wanted; `window` is how large a poster may become.
  func want(visible: [Job], ahead: [Job], window: PixelSize) {
    condition.withLock {
      self.window = window
      queue.want(visible: visible, ahead: ahead)
      condition.broadcast()
    }
  }

  /// Wants one thing before all others.
  func want(_ job: Job) {
    condition.withLock {
      queue.want(job)
      condition.broadcast()
    }
  }

  /// Takes what has been delivered, as much as so many bytes of pixels; returns whether more is there.
  func takeDeliveries(within budget: Int) -> (deliveries: [Delivery], isMore: Bool) {
    condition.withLock {
      var bytes = 0
      var count = 0
      while count < deliveries.count {
        bytes += deliveries[count].byteCount
        // The first one always fits.
        if bytes > budget && count > 0 { break }
        count += 1
      }
      let taken = Array(deliveries[..<count])
      deliveries.removeFirst(count)
      return (taken, !deliveries.isEmpty)
    }
  }

  /// Waits until everything that is wanted has been made.
  func finish() {
    condition.withLock {
      while !queue.isIdle && !isStopped && !hasEnded { condition.wait() }
    }
  }

  // MARK: On the thread

  private func take() -> (Job, PixelSize)? {
    condition.withLock {
      while !isStopped {
        if let job = queue.next() { return (job, window) }
        condition.wait()
      }
      return nil
    }
  }

  private func work(_ job: Job, _ room: PixelSize, _ bench: ThumbnailBench) {
    func mustYield() -> Bool { condition.withLock { queue.mustYield(job) } }
    let made = bench.make(job, room: room, unless: mustYield)
    condition.withLock {
      if let made {
        queue.finish(job)
        deliveries.append(made)
      } else {
        queue.putBack(job)
      }
      condition.broadcast()
    }
    if made != nil { wake() }
  }
}
