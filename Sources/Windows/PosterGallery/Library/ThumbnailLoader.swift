import Workers
import Catalog
import Geometry
import Scene
import Application
import Synchronization
import Files
import Typography

/// Reads and paints posters in the background, those that are seen first.
final class ThumbnailLoader: Sendable {
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
    /// A picture, and the characters on it that no font has.
    case picture(ThumbnailKey, SharedBitmap, missing: MissingCharacters?)
    case poster(ContentDigest, GalleryPoster)
    /// There is no picture, for the time being or because the document is no poster.
    case failure(Job, isUnreadable: Bool)

    var byteCount: Int {
      if case .picture(let key, _, _) = self { key.byteCount } else { 0 }
    }
  }

  private let requests = Requests()
  private let worker: Worker<ThumbnailMaker>
  private let deliver: @Sendable (Delivery) -> Void

  /// What is wanted, shared with the thread.
  private final class Requests: Sendable {
    struct State {
      var queue = ThumbnailQueue<Job>()
      var window = PixelSize(width: 1, height: 1)
      var isStopped = false
    }

    let state = Mutex(State())

    func next() -> (Job, PixelSize)? {
      state.withLock { state in
        state.isStopped ? nil : state.queue.next().map { ($0, state.window) }
      }
    }
  }

  /// Creates a loader; `deliver` is called on its thread.
  init(
    library: Library, folders: UserFolders, work: WorkGroup,
    deliver: @escaping @Sendable (Delivery) -> Void
  ) {
    self.deliver = deliver
    let failure = PainterFailure()
    worker = Worker(name: "thumbnails", in: work, patience: Self.patience) {
      ThumbnailMaker(library: library, folders: folders, failure: failure)
    }
  }

  /// The seconds without anything to paint after which what it is painted with is let go: a context with its programs.
  private static let patience = 5.0

  /// Drops what is wanted, lets the thread finish what it is doing and waits for its end: a program that left before
  /// would take the graphics driver away from under it.
  func stop() {
    requests.state.withLock { $0.isStopped = true }
    worker.stop()
  }

  /// Replaces the pictures that are wanted; `window` is how large a poster may become.
  func want(visible: [Job], ahead: [Job], window: PixelSize) {
    let isIdle = requests.state.withLock { state in
      state.window = window
      state.queue.want(visible: visible, ahead: ahead)
      return state.queue.isIdle
    }
    if !isIdle { work() }
  }

  /// Wants one thing before all others.
  func want(_ job: Job) {
    requests.state.withLock { $0.queue.want(job) }
    work()
  }

  private func work() {
    worker.run { [requests, deliver] maker in
      while let (job, window) = requests.next() {
        let made = maker.make(job, room: window) {
          requests.state.withLock { $0.queue.mustYield(job) }
        }
        requests.state.withLock { state in
          if made == nil { state.queue.putBack(job) } else { state.queue.finish(job) }
        }
        if let made { deliver(made) }
      }
    }
  }
}
