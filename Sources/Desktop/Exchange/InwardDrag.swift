import Workers
public import Input
import Glibc
import Synchronization

/// Hears what other programs drag over the windows of this one under X11: files, text and colours.
///
/// All that is said to them is said on a thread of our own, so that a window that is busy holds nobody up.
public final class InwardDrag: Sendable {
  /// What is dragged over a window; places are those of the screen, in pixels.
  public enum Event: Hashable, Sendable {
    /// Something is dragged over a window, at a place.
    case moved(DraggedContent, x: Int, y: Int)
    /// What was dragged over a window has left it, or was given up.
    case left
    /// Something was dropped, at a place.
    case dropped(DraggedContent, x: Int, y: Int)
  }

  private enum Command {
    case listen(UInt32)
    case answer(Bool, UInt32)
  }

  private struct State {
    var isRunning = false
    var hasEnded = false
    var commands: [Command] = []
    var listeners: [UInt32: Mailbox<Event>] = [:]
  }

  private let state = Mutex(State())
  private let alarm = Alarm()
  private let worker = Worker(name: "drops")

  /// Creates what listens, once a window wants to hear of drags.
  public init() {}

  deinit {
    state.withLock { $0.hasEnded = true }
    alarm?.ring()
  }

  /// Hears for a window, which is called by its number at the display, from now on.
  public func listen(for window: UInt32, _ mailbox: Mailbox<Event>) {
    guard let alarm else { return }
    let mustRun = state.withLock { state in
      defer { state.isRunning = true }
      state.listeners[window] = mailbox
      state.commands.append(.listen(window))
      return !state.isRunning
    }
    alarm.ring()
    guard mustRun else { return }
    worker.run { [weak self] in
      guard let display = try? DisplayConnection() else { return }
      let listener = DropListener(on: display) { [weak self] window, event in
        self?.state.withLock { $0.listeners[window] }?.send(event)
      }
      // The thread must not keep its owner, whose end is what ends it.
      Self.run(listener, on: display, until: alarm) { [weak self] in self?.takeCommands() }
    }
  }

  /// Forgets a window that is closed.
  public func forget(_ window: UInt32) {
    state.withLock { _ = $0.listeners.removeValue(forKey: window) }
  }

  /// Says whether a window would take what is dragged over it.
  public func answer(_ isWelcome: Bool, for window: UInt32) {
    state.withLock { $0.commands.append(.answer(isWelcome, window)) }
    alarm?.ring()
  }

  private func takeCommands() -> [Command]? {
    state.withLock { state in
      defer { state.commands = [] }
      return state.hasEnded ? nil : state.commands
    }
  }

  private static func run(
    _ listener: DropListener, on display: DisplayConnection, until alarm: Alarm,
    _ commands: () -> [Command]?
  ) {
    while !display.isBroken {
      alarm.quieten()
      guard let wanted = commands() else { return }
      for command in wanted {
        switch command {
        case .listen(let window): listener.listen(for: window)
        case .answer(let isWelcome, let window): listener.answer(isWelcome, for: window)
        }
      }
      display.forEachEvent(listener.handle)
      listener.passTime()
      display.flush()
      _ = display.waitForEvents(until: alarm, atMost: listener.timeout)
    }
  }
}
