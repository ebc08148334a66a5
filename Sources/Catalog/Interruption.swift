import Synchronization

/// Lets another thread end something that reads a library for long, and nothing else.
public final class Interruption: Sendable {
  private struct State {
    var connection: Connection?
    var isOver = false
  }

  private let state = Mutex(State())

  /// Creates one for a single use.
  public init() {}

  /// Has what is being read throw `interrupted`, and what is read later.
  public func interrupt() {
    state.withLock { state in
      state.isOver = true
      state.connection?.interrupt()
    }
  }

  /// Takes note that something is read through a connection; returns whether it may be.
  func begin(_ connection: Connection) -> Bool {
    state.withLock { state in
      state.connection = connection
      return !state.isOver
    }
  }

  /// Takes note that it is not read through a connection any more.
  func end() { state.withLock { $0.connection = nil } }
}
