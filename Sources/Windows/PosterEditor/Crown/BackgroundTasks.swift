import Workers

/// Does slow work on a thread of its own, and gives its results to those that asked for them on the frame loop.
///
/// The owner of the frame loop calls `receiveMail()` once a turn.
final class BackgroundTasks {
  /// Why something was not done, in words for the person.
  struct Fault: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ error: any Error) { description = "\(error)" }
  }

  private let worker: Worker<Void>
  private let mail: Mailbox<Result>
  private var waiting: [Int: (any Sendable) -> Void] = [:]
  private var count = 0

  private struct Result: Sendable {
    let number: Int
    let value: any Sendable
  }

  init(_ work: WorkGroup) {
    worker = Worker(name: "editor", in: work)
    mail = Mailbox(wake: work.wake)
  }

  /// Does some work; `take` is called with what came of it.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value, then take: @escaping (Swift.Result<Value, Fault>) -> Void
  ) {
    count += 1
    let number = count
    waiting[number] = { value in
      if let value = value as? Swift.Result<Value, Fault> { take(value) }
    }
    worker.run { [mail] in
      let value: Swift.Result<Value, Fault>
      do { value = .success(try work()) } catch { value = .failure(Fault(error)) }
      mail.send(Result(number: number, value: value))
    }
  }

  /// Hands on what has been done.
  func receiveMail() {
    for result in mail.takeAll() { waiting.removeValue(forKey: result.number)?(result.value) }
  }
}

/// The newest of several pieces of work of one kind: while one is done, only the last that was asked for waits.
final class NewestTask<Value: Sendable> {
  /// Some work, and what is done with what comes of it.
  struct Request {
    let work: @Sendable () throws -> Value
    /// Whether it may not be left out for a newer one.
    let isFinal: Bool
    let take: (Result<Value, BackgroundTasks.Fault>) -> Void
  }

  private let tasks: BackgroundTasks
  private var next: [Request] = []
  private var isRunning = false

  init(_ tasks: BackgroundTasks) { self.tasks = tasks }

  func run(
    isFinal: Bool = true, _ work: @escaping @Sendable () throws -> Value,
    then take: @escaping (Result<Value, BackgroundTasks.Fault>) -> Void
  ) {
    next.removeAll { !$0.isFinal }
    next.append(Request(work: work, isFinal: isFinal, take: take))
    begin()
  }

  private func begin() {
    guard !isRunning, !next.isEmpty else { return }
    let request = next.removeFirst()
    isRunning = true
    tasks.run(request.work) { [self] result in
      isRunning = false
      request.take(result)
      begin()
    }
  }
}
