import Workers

/// What the threads of a batch have in common.
final class PosterTally: Sendable {
  private struct State {
    var next = 0
    var done = 0
    var finishedWorkers = 0
    var outcome = PosterBatch.Outcome()
  }

  private let state = ConditionLock(State())

  var outcome: PosterBatch.Outcome { state.withLock { $0.outcome } }

  /// Returns the job that a thread takes next, or nil when none of `count` is left.
  func nextJob(of count: Int) -> Int? {
    state.withLock { state in
      guard state.next < count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Takes down what became of a job.
  func finishJob(_ note: (inout PosterBatch.Outcome) -> Void) {
    state.withLock { state in
      note(&state.outcome)
      state.done += 1
    }
  }

  func finishWorker() {
    state.withLock { $0.finishedWorkers += 1 }
    state.broadcast()
  }

  /// Waits until so many workers have finished, and tells ten times a second how many jobs are done.
  func waitForWorkers(_ count: Int, progress: (_ done: Int) -> Void) {
    var isFinished = false
    while !isFinished {
      let done: Int
      (isFinished, done) = state.withLock(
        when: { $0.finishedWorkers >= count }, until: ConditionDeadline(secondsFromNow: 0.1)
      ) { ($0.finishedWorkers >= count, $0.done) }
      progress(done)
    }
  }
}
