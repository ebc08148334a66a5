import Application
import Catalog
import Files
import Geometry
import Images
import Publishing
import Scene
import Synchronization
import Workers

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
    /// A picture, and what keeps it from being as it is meant.
    case picture(ThumbnailKey, SharedBitmap, fault: PosterFault?)
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

  /// The seconds without anything to paint after which what it is painted with is let go: a context with its programs.
  private static let patience = 5.0

  /// Drops what is wanted, gives up a picture that is being decoded, lets the thread finish what else it is doing and waits for its
  /// end: a program that left before would take the graphics driver away from under it.
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

/// What is to be made next: what is seen before what will be, the newest first.
///
/// It is a value and knows neither threads nor pictures. A job is made once, however often it is wanted; jobs
/// under way are finished, but one that was only looked ahead to gives way to one that is seen.
struct ThumbnailQueue<Job: Hashable> {
  private var urgent: [Job] = []
  private var visible: [Job] = []
  private var ahead: [Job] = []
  private var running: Set<Job> = []
  /// Those under way that were only looked ahead to.
  private var spare: Set<Job> = []
  /// What was visible at the last request, whether it was made or not.
  private var seen: Set<Job> = []

  init() {}

  var isIdle: Bool { urgent.isEmpty && visible.isEmpty && ahead.isEmpty && running.isEmpty }

  /// Replaces what is wanted. What has come into sight goes before what was in sight already.
  mutating func want(visible wanted: [Job], ahead further: [Job]) {
    var known: Set<Job> = []
    let fresh = wanted.filter { known.insert($0).inserted && !running.contains($0) }
    let isNew = { [seen] (job: Job) in !seen.contains(job) }
    visible = fresh.filter(isNew) + fresh.filter { !isNew($0) }
    seen = Set(wanted)
    ahead = further.filter { known.insert($0).inserted && !running.contains($0) }
    urgent.removeAll { known.contains($0) }
  }

  /// Wants one thing before all others.
  mutating func want(_ job: Job) {
    spare.remove(job)
    guard !running.contains(job), !visible.contains(job), !urgent.contains(job) else { return }
    ahead.removeAll { $0 == job }
    urgent.append(job)
  }

  /// Takes the job to do next.
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

  /// Whether a job under way should be put back, because it is only looked ahead to and something seen waits.
  func mustYield(_ job: Job) -> Bool { spare.contains(job) && !seen.contains(job) && !visible.isEmpty }

  /// Puts a job back that gave way; it is next when nothing that is seen waits any more.
  mutating func putBack(_ job: Job) {
    guard running.remove(job) != nil else { return }
    // Meanwhile somebody may have asked for it by name.
    if spare.remove(job) == nil { urgent.insert(job, at: 0) } else { ahead.insert(job, at: 0) }
  }

  mutating func finish(_ job: Job) {
    running.remove(job)
    spare.remove(job)
  }
}
