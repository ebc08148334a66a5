import Workers

/// Connections to one file, opened when they are first needed, each used by one thread at a time.
///
/// A library has one pool with two connections that read and one with a single connection that writes. In WAL mode a
/// reader sees one state of the file while the writer changes it. https://www.sqlite.org/wal.html
final class ConnectionPool: Sendable {
  private struct State: Sendable {
    var idle: [Connection]
    /// The connections that are open or being opened.
    var opened: Int
    var isClosed = false
  }

  private let state: ConditionLock<State>
  private let limit: Int
  private let open: @Sendable () throws -> Connection

  /// Creates a pool of at most `limit` connections, `first` among them where there is one already.
  init(limit: Int, first: Connection? = nil, open: @escaping @Sendable () throws -> Connection) {
    state = ConditionLock(State(idle: first.map { [$0] } ?? [], opened: first == nil ? 0 : 1))
    self.limit = limit
    self.open = open
  }

  /// Whether no connection has been opened.
  var isUnused: Bool { state.withLock { $0.opened == 0 } }

  /// Runs `body` with a connection of its own; waits while all are in use.
  func use<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    let connection = try take()
    defer {
      state.withLock { if !$0.isClosed { $0.idle.append(connection) } }
      state.broadcast()
    }
    return try body(connection)
  }

  private func take() throws -> Connection {
    let idle = state.withLock(when: { !$0.idle.isEmpty || $0.opened < limit }) { state -> Connection? in
      if let connection = state.idle.popLast() { return connection }
      state.opened += 1
      return nil
    }
    if let idle { return idle }
    do {
      return try open()
    } catch {
      state.withLock { $0.opened -= 1 }
      state.broadcast()
      throw error
    }
  }

  /// Closes the connections that nobody uses, and the others once they are given back.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.idle = []
    }
  }
}
