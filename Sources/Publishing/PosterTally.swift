import Workers

/// What the threads of a batch have in common.
final class PosterTally: @unchecked Sendable {
  private let monitor = ConditionLock()

  // Guarded by the monitor.
  private var next = 0
  private var done = 0
  private var finishedWorkers = 0
  private var result = PosterBatch.Outcome()

  var outcome: PosterBatch.Outcome { monitor.withLock { result } }

  /// Returns the job that a thread takes next, or nil when none of `count` is left.
  func nextJob(of count: Int) -> Int? {
    monitor.withLock {
      guard next < count else { return nil }
      defer { next += 1 }
      return next
    }
  }

  /// Takes down what became of a job.
  func finishJob(_ note: (inout PosterBatch.Outcome) -> Void) {
    monitor.withLock {
      note(&result)
      done += 1
    }
  }

  func finishWorker() {
    monitor.withLock {
      finishedWorkers += 1
      monitor.broadcast()
    }
  }

  /// Waits until so many workers have finished, and tells ten times a second how many jobs are done.
  func waitForWorkers(_ count: Int, progress: (_ done: Int) -> Void) {
    monitor.withLock {
      while finishedWorkers < count {
        _ = monitor.wait(until: .init(secondsFromNow: 0.1))
        progress(done)
      }
    }
  }
}
