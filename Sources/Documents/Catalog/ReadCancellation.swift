import Synchronization

/// Cancels, from another thread, something that reads a library for long.
public final class ReadCancellation: Sendable {
  private struct State {
    var connection: Connection?
    var isOver = false
  }

  private let state = Mutex(State())

  /// Creates one for a single use.
  public init() {}

  /// Makes the read under way, and each later one, throw `interrupted`.
  public func cancel() {
    state.withLock { state in
      state.isOver = true
      state.connection?.interrupt()
    }
  }

  /// Notes the connection that is read; returns whether reading may begin.
  func begin(_ connection: Connection) -> Bool {
    state.withLock { state in
      state.connection = connection
      return !state.isOver
    }
  }

  /// Notes that the read has ended.
  func end() { state.withLock { $0.connection = nil } }
}
