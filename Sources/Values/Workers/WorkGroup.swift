/// The work that is done for one frame loop beside it, and what wakes the loop when some of it is done.
///
/// Workers count in their group what they were asked for, and mailboxes wake the loop through it. Scripts wait for a group, so
/// that they show the same each time however long the work takes:
///
///     let work = WorkGroup(wake: { loop.wake() })
///     let worker = Worker(name: "search", in: work)
///     let mail = Mailbox<SearchResult>(wake: work.wake)
///     …
///     // In a script, all that was asked for at a time is shown at that time.
///     while work.finish() { receiveMail(at: time) }
public final class WorkGroup: Sendable {
  private struct State {
    /// How many pieces of work are not done.
    var pending = 0
    /// Whether the loop was woken since somebody last waited.
    var isWoken = false
  }

  private let state = ConditionLock(State())
  private let wakeLoop: @Sendable () -> Void

  /// Creates a group without work; `wake` wakes the frame loop and is called on any thread.
  public init(wake: @escaping @Sendable () -> Void = {}) {
    wakeLoop = wake
  }

  /// Wakes the frame loop, from any thread: there is something to take.
  public func wake() {
    state.withLock { $0.isWoken = true }
    wakeLoop()
  }

  /// Waits until all work is done, and returns whether there may be something to take that came since the last wait.
  ///
  /// It is called by the thread of the frame loop.
  public func finish() -> Bool {
    state.withLock(when: { $0.pending == 0 }) { state in
      defer { state.isWoken = false }
      return state.isWoken
    }
  }

  func begin() { state.withLock { $0.pending += 1 } }

  func end(_ count: Int = 1) {
    state.withLock { $0.pending -= count }
    state.broadcast()
  }
}
