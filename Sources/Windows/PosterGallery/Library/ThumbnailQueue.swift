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
