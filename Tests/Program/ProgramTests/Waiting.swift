import Foundation
import Testing

/// Tests that mostly wait for other programs: they have threads of their own, while those that compute keep the cores busy.
struct Waiting: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws { try await withTaskExecutorPreference(WaitingThreads.all) { try await function() } }
}

extension Trait where Self == Waiting {
  /// Runs beside tests that compute.
  static var waiting: Self { Waiting() }
}

/// As many threads as tests may wait at a time.
private final class WaitingThreads: TaskExecutor {
  static let all = WaitingThreads()
  private let queue = OperationQueue()

  private init() { queue.maxConcurrentOperationCount = 3 }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
