import CGLFW
import Synchronization

/// The connection to the window system: waits for events and hands them to the windows they are for.
///
/// A program has one, made and used on its first thread. It lives until its last window is gone.
public final class EventLoop {
  private static let isAlive = Mutex(false)

  /// Wakes the loop from any thread.
  public struct Waker: Sendable {
    /// Ends the wait under way, or the next one; nothing happens when the loop is gone.
    public func wake() {
      EventLoop.isAlive.withLock { if $0 { glfwPostEmptyEvent() } }
    }
  }

  public let waker: Waker

  public init() throws(WindowError) {
    // A class whose properties are all set runs its `deinit` when its initialiser throws: the last comes last.
    try Self.connect()
    waker = Waker()
  }

  deinit {
    Self.isAlive.withLock { isAlive in
      glfwTerminate()
      isAlive = false
    }
  }

  private static func connect() throws(WindowError) {
    let isFirst = isAlive.withLock { isAlive in
      defer { isAlive = true }
      return !isAlive
    }
    guard isFirst else { throw .loopExists }
    GLFWErrors.startListening()
    glfwInitHint(GLFW_JOYSTICK_HAT_BUTTONS, GLFW_FALSE)
    guard glfwInit() == GLFW_TRUE else {
      isAlive.withLock { $0 = false }
      let words = GLFWErrors.take()
      throw .noDisplay(words.isEmpty ? "GLFW does not say why" : words.joined(separator: "; "))
    }
    InputClock.start()
  }

  /// The seconds since the loop began, on a clock that never goes back.
  public var now: Double { glfwGetTime() }

  /// Handles the pending events, without waiting.
  public func poll() {
    glfwPollEvents()
  }

  /// Sleeps until something happens, someone wakes the loop or `seconds` (as `now` counts) have come.
  public func wait(until seconds: Double? = nil) {
    guard let seconds else { return glfwWaitEvents() }
    let rest = seconds - now
    if rest > 0 {
      glfwWaitEventsTimeout(min(rest, 86400))
    } else {
      glfwPollEvents()
    }
  }

  /// The monitors there are, the primary one first.
  public var monitors: [Monitor] { Monitor.all() }

  /// The version of the window library, for reports.
  public static var libraryVersion: String { String(cString: glfwGetVersionString()) }
}
