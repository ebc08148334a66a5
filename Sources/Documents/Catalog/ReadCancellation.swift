import Synchronization

/// Cancels a long read of a library from another thread.
public final class ReadCancellation: Sendable {
  private struct State {
    var connection: Connection?
    var isOver = false
  }

  private let state = Mutex(State())

  /// Creates a cancellation for a single use.
  public init() {}

  /// Makes the current and all later reads throw `interrupted`.
  public func cancel() {
    state.withLock { state in
      state.isOver = true
      state.connection?.interrupt()
    }
  }

  /// Records the connection of the read; returns whether reading may begin.
  func begin(_ connection: Connection) -> Bool {
    state.withLock { state in
      state.connection = connection
      return !state.isOver
    }
  }

  /// Records the end of the read.
  func end() { state.withLock { $0.connection = nil } }
}
