import Application
import Catalog
import Files
import Geometry
import Images
import Publishing
import Scene
import Synchronization
import Workers

/// Reads and paints posters in the background, visible ones first.
final class ThumbnailLoader: Sendable {
  /// A picture or poster to be made from a document.
  struct Job: Hashable, Sendable {
    let digest: ContentDigest
    /// The requested picture, or nil for the poster itself, ready to be drawn.
    let picture: ThumbnailKey?
    /// Any poster with the document.
    let poster: PosterKey
    /// Whether the pictures of the poster itself are for a zoom.
    var isLarge = false

    static func == (a: Job, b: Job) -> Bool {
      a.digest == b.digest && a.picture == b.picture && a.isLarge == b.isLarge
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(digest)
      hasher.combine(picture)
      hasher.combine(isLarge)
    }
  }

  enum Delivery: Sendable {
    /// A picture, and the reason why it is not as intended.
    case picture(ThumbnailKey, SharedBitmap, fault: PosterFault?)
    case poster(ContentDigest, GalleryPoster, isLarge: Bool)
    /// No picture could be made, temporarily or because the document is not a valid poster.
    case failure(Job, isUnreadable: Bool)

    var byteCount: Int {
      if case .picture(let key, _, _) = self { key.byteCount } else { 0 }
    }
  }

  private let requests = Requests()
  private let worker: Worker<ThumbnailMaker>
  private let deliver: @Sendable (Delivery) -> Void

  /// The requests, shared with the thread.
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
    library: Library, folders: UserFolders, work: WorkGroup, by decoder: any PictureDecoder,
    deliver: @escaping @Sendable (Delivery) -> Void
  ) {
    self.deliver = deliver
    let failure = PainterFailure()
    worker = Worker(name: "thumbnails", in: work, patience: Self.patience) { [requests] in
      ThumbnailMaker(
        library: library, folders: folders, failure: failure,
        by: decoder, unless: { requests.state.withLock { $0.isStopped } })
    }
  }

  /// The idle time after which the graphics context and its programs are released, in seconds.
  private static let patience = 5.0

  /// Drops all requests, cancels decoding, lets the thread finish its other work, and waits for it to end. If the
  /// program exited earlier, the graphics driver would be unloaded while the thread uses it.
  func stop() {
    requests.state.withLock { $0.isStopped = true }
    worker.stop()
  }

  /// Replaces the requested pictures; `window` is the maximum size of a poster.
  func want(visible: [Job], ahead: [Job], window: PixelSize) {
    let isIdle = requests.state.withLock { state in
      state.window = window
      state.queue.want(visible: visible, ahead: ahead)
      return state.queue.isIdle
    }
    if !isIdle { work() }
  }

  /// Requests a job with the highest priority.
  func want(_ job: Job) {
    requests.state.withLock { $0.queue.want(job) }
    work()
  }

  /// The size for which the pictures of a zoomed poster are decoded, in pixels.
  private static let largeRoom = PixelSize(width: 4096, height: 4096)

  private func work() {
    worker.run { [requests, deliver] maker in
      while let (job, window) = requests.next() {
        let made = maker.make(job, room: job.isLarge ? Self.largeRoom : window) {
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

/// The order of jobs: visible posters before prefetched ones, newly visible ones first.
///
/// It is a value, independent of threads and pictures. A job is done once, regardless of the number of requests;
/// running jobs are finished, except that prefetching yields to visible posters.
struct ThumbnailQueue<Job: Hashable> {
  private var urgent: [Job] = []
  private var visible: [Job] = []
  private var ahead: [Job] = []
  private var running: Set<Job> = []
  /// Running jobs that were only prefetched.
  private var spare: Set<Job> = []
  /// The visible jobs of the last request, finished or not.
  private var seen: Set<Job> = []

  init() {}

  var isIdle: Bool { urgent.isEmpty && visible.isEmpty && ahead.isEmpty && running.isEmpty }

  /// Replaces the requests. Newly visible posters come before those that were visible already.
  mutating func want(visible wanted: [Job], ahead further: [Job]) {
    var known: Set<Job> = []
    let fresh = wanted.filter { known.insert($0).inserted && !running.contains($0) }
    let isNew = { [seen] (job: Job) in !seen.contains(job) }
    visible = fresh.filter(isNew) + fresh.filter { !isNew($0) }
    seen = Set(wanted)
    ahead = further.filter { known.insert($0).inserted && !running.contains($0) }
    urgent.removeAll { known.contains($0) }
  }

  /// Requests a job with the highest priority.
  mutating func want(_ job: Job) {
    spare.remove(job)
    guard !running.contains(job), !visible.contains(job), !urgent.contains(job) else { return }
    ahead.removeAll { $0 == job }
    urgent.append(job)
  }

  /// Removes and returns the next job.
  mutating func next() -> Job? {
    let job: Job
    if !urgent.isEmpty {
      job = urgent.removeFirst()
    } else if !visible.isEmpty {
      job = visible.removeFirst()
    } else if !ahead.isEmpty {
      job = ahead.removeFirst()
      spare.insert(job)
    } else {
      return nil
    }
    running.insert(job)
    return job
  }

  /// Returns whether a running job should be put back, because it was only prefetched and a visible poster waits.
  func mustYield(_ job: Job) -> Bool { spare.contains(job) && !seen.contains(job) && !visible.isEmpty }

  /// Puts back a job that yielded; it is next after all visible posters.
  mutating func putBack(_ job: Job) {
    guard running.remove(job) != nil else { return }
    // It may have been requested with priority meanwhile.
    if spare.remove(job) == nil { urgent.insert(job, at: 0) } else { ahead.insert(job, at: 0) }
  }

  mutating func finish(_ job: Job) {
    running.remove(job)
    spare.remove(job)
  }
}
