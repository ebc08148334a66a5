import Dispatch
import Synchronization

/// Connections to one file, opened when they are first needed, each used by one thread at a time.
///
/// A library has one pool with two connections that read and one with a single connection that writes. In WAL mode a
/// reader sees one state of the file while the writer changes it. https://www.sqlite.org/wal.html
final class ConnectionPool: Sendable {
  private struct State {
    var idle: [Connection] = []
    var opened = 0
    var isClosed = false
  }

  private let state: Mutex<State>
  private let vacancies: DispatchSemaphore
  private let open: @Sendable () throws -> Connection

  /// Creates a pool of at most `limit` connections, `first` among them where there is one already.
  init(limit: Int, first: Connection? = nil, open: @escaping @Sendable () throws -> Connection) {
    state = Mutex(State(idle: first.map { [$0] } ?? [], opened: first == nil ? 0 : 1))
    vacancies = DispatchSemaphore(value: limit)
    self.open = open
  }

  /// Whether no connection has been opened.
  var isUnused: Bool { state.withLock { $0.opened == 0 } }

  /// Runs `body` with a connection of its own; waits while all are in use.
  func use<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    vacancies.wait()
    defer { vacancies.signal() }
    let connection = try take()
    defer { state.withLock { if !$0.isClosed { $0.idle.append(connection) } } }
    return try body(connection)
  }

  private func take() throws -> Connection {
    if let connection = state.withLock({ $0.idle.popLast() }) { return connection }
    let connection = try open()
    state.withLock { $0.opened += 1 }
    return connection
  }

  /// Closes the connections that nobody uses, and the others once they are given back.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.idle = []
    }
  }
}
