import Synchronization

/// What the threads of a batch have in common.
final class PosterTally: Sendable {
  let outcome = Mutex(PosterBatch.Outcome())
  /// The job that the next thread takes, and how many are done.
  let next = Atomic<Int>(0)
  let done = Atomic<Int>(0)
}
