import Workers
import Synchronization
import Files
import Bus

/// Tells assistive tools what the program's windows show, and hears from them what to do.
///
/// While a screen reader or another assistive tool is in use (`org.a11y.Status.IsEnabled`), the frame loop hands in what
/// the windows show after each turn. A thread with a connection of its own to the bus of AT-SPI answers from what it was
/// handed last, so that a question never waits for a frame and never wakes the loop. Otherwise nothing is asked for.
///
/// ```swift
/// let bridge = AccessibilityBridge(wake: loop.waker.wake)
/// // once a turn
/// for request in bridge.takeRequests() { perform(request) }
/// if bridge.isInUse { bridge.publish(windows) }
/// ```
public final class AccessibilityBridge: Sendable {
  private let thread: BusThread
  private let link: AccessibilityLink
  private let requests: Mailbox<AccessibilityRequest>
  private let usage = Usage()
  /// The descriptions that wait to be published; a busy thread skips outdated ones.
  private let waiting = Mutex<[WindowDescription]?>(nil)

  private final class Usage: Sendable {
    let isInUse = Atomic(false)
  }

  /// Begins to look whether assistive tools are in use, where there is a session that could tell.
  ///
  /// - Parameter wake: Called on another thread when there are requests, and when descriptions begin to be wanted.
  public init(wake: @escaping @Sendable () -> Void) {
    thread = BusThread(name: "assistive")
    requests = Mailbox(wake: wake)
    link = AccessibilityLink(thread: thread, requests: requests) { [usage] isInUse in
      usage.isInUse.store(isInUse, ordering: .relaxed)
      wake()
    }
    // It would answer nobody, and asking costs a start.
    if UserFolders.variable("NO_AT_BRIDGE") == "1" { return }
    thread.run { [link] in link.begin() }
  }

  /// Whether there is anybody to tell.
  public var isInUse: Bool { usage.isInUse.load(ordering: .relaxed) }

  /// Publishes the current state of the windows; assistive tools receive events about the changes.
  public func publish(_ windows: [WindowDescription]) {
    let isFirst = waiting.withLock { waiting in
      defer { waiting = windows }
      return waiting == nil
    }
    guard isFirst else { return }
    thread.run { [self] in
      let windows = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      if let windows { link.show(windows) }
    }
  }

  /// Asks assistive tools about a key before any window receives it; `answer` runs on another thread and says whether
  /// one of them takes it.
  ///
  /// - Parameters:
  ///   - keysym: The key's symbol, as X11 numbers it.
  ///   - keycode: The number of the key, as X11 has it.
  ///   - state: The modifiers that are held, in the bits of X11.
  ///   - name: The character that it types, or X11's name of what it does.
  ///   - isPress: Whether the key went down, or up.
  ///   - answer: Called once.
  public func ask(
    keysym: UInt32, keycode: UInt32, state: UInt32, name: String, isPress: Bool,
    _ answer: @escaping @Sendable (_ isTaken: Bool) -> Void
  ) {
    thread.run { [link] in
      link.ask(keysym: keysym, keycode: keycode, state: state, name: name, isPress: isPress, answer)
    }
  }

  /// Takes what assistive tools have asked for, in the order in which they did.
  public func takeRequests() -> [AccessibilityRequest] { requests.takeAll() }
}
