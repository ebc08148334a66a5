import CGLFW
import GPU
import Glibc
import Localization
import Synchronization
public import Workers

/// The connection to the window system, which waits for events and delivers them to their windows.
///
/// A program has one event loop, created and used on its first thread. It lives until its last window is released.
public final class EventLoop {
  private static let isAlive = Mutex(false)

  /// A handle that wakes the loop from any thread.
  public struct Waker: Sendable {
    /// Ends the current or the next wait; does nothing once the loop is released.
    public func wake() {
      EventLoop.isAlive.withLock { if $0 { glfwPostEmptyEvent() } }
    }
  }

  /// The handle that wakes the loop from any thread.
  public let waker: Waker

  /// The window system that shows the windows.
  public let system: WindowSystem

  private(set) var seat: WaylandSeat?

  /// A mailbox that accepts clipboard offers for Wayland from any thread.
  public let offers: Mailbox<ClipboardOffer>

  /// Requests of other threads for the clipboard's content.
  private let requests: Mailbox<ClipboardRequest>

  /// The program's window class and desktop file, as the window system uses them.
  let program: (windowClass: String, desktopFile: String?)?

  /// Connects to the window system; throws if none is available. A program has one loop at a time.
  ///
  /// - Parameters:
  ///   - windowClass: The class of the windows under X11; nil leaves it to GLFW.
  ///   - desktopFile: The name of the program's desktop file without its extension, by which Wayland finds the icon.
  public init(windowClass: String? = nil, desktopFile: String? = nil) throws(WindowError) {
    program = windowClass.map { ($0, desktopFile) }
    // Once all its properties are set, a class runs its `deinit` when its initialiser throws, so the last one is set
    // last.
    try Self.connect()
    system = .current
    let waker = Waker()
    self.waker = waker
    (offers, requests) = (Mailbox { waker.wake() }, Mailbox { waker.wake() })
    seat = WaylandSeat { waker.wake() }
  }

  deinit {
    seat = nil
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
    WindowSystem.hintFrames()
    WindowSystem.keepEntryPoints()
    do {
      try WindowSystem.avoidLackingSeat()
    } catch {
      isAlive.withLock { $0 = false }
      throw error
    }
    guard glfwInit() == GLFW_TRUE else {
      isAlive.withLock { $0 = false }
      throw .noDisplay(WindowSystem.reasonForNoDisplay(inWordsOfGLFW: GLFWErrors.take()))
    }
    X11Errors.survive()
    InputClock.start()
  }

  /// The seconds since the loop was created, on a monotonic clock.
  public var now: Double { glfwGetTime() }

  /// Handles pending events without waiting.
  public func poll() {
    glfwPollEvents()
    exchange()
  }

  /// Sleeps until an event arrives, the loop is woken, or the time `seconds` is reached, on the clock of `now`.
  ///
  /// - Parameter seconds: The time at which the wait ends, on the clock of `now`; nil for no limit.
  public func wait(until seconds: Double? = nil) {
    defer { exchange() }
    guard let seconds else { return glfwWaitEvents() }
    let rest = seconds - now
    if rest > 0 {
      glfwWaitEventsTimeout(min(rest, 86400))
    } else {
      glfwPollEvents()
    }
  }

  private func exchange() {
    for offer in offers.takeAll() {
      // Untranslated: a technical detail, for a report to developers.
      offer.report(seat.map { $0.offer(offer.kinds) } ?? Message(verbatim: "this is not Wayland"))
    }
    for request in requests.takeAll() {
      request.answer(seat?.exchange?.copied(as: request.kinds) ?? .nothing)
    }
    seat?.exchange?.takeContents()
  }

  /// The kinds of dragged content that are accepted under Wayland; initially none.
  public var draggedKinds: DraggedKinds? {
    get { seat?.exchange?.kinds }
    set { if let newValue { seat?.exchange?.kinds = newValue } }
  }

  /// The text copied last under Wayland, or nil. Setting nil changes nothing. Reading takes up to a second if the owner
  /// does not answer.
  ///
  /// GLFW's own clipboard waits without a limit for a program that does not answer, under X11 even when the loop ends.
  public var copiedText: String? {
    get { seat?.exchange?.text }
    set { if let newValue { _ = seat?.offer([.init("text/plain", Array(newValue.utf8))]) } }
  }

  /// Returns a function that reads copied content under Wayland in the first available kind; it may take seconds and
  /// runs on another thread than the loop's.
  public var copied: @Sendable (_ kinds: [String]) -> (kind: String, bytes: [UInt8])? {
    { [requests] kinds in WaylandExchange.fetch(kinds, from: requests) }
  }

  /// The connected monitors, the primary one first.
  public var monitors: [Monitor] { Monitor.all() }

  /// The version of the window library, for bug reports.
  public static var libraryVersion: String { String(cString: glfwGetVersionString()) }
}

/// GLFW's pending errors. They are global because its callback has no context argument.
enum GLFWErrors {
  private static let texts = Mutex<[String]>([])

  static func startListening() {
    glfwSetErrorCallback { _, text in
      guard let text else { return }
      let words = String(cString: text)
      GLFWErrors.texts.withLock { if $0.count < 64 { $0.append(words) } }
    }
  }

  /// Removes and returns the errors since the last call, without duplicates.
  static func take() -> [String] {
    texts.withLock { texts in
      defer { texts.removeAll() }
      return texts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }
}

/// Handles X11 errors of GLFW's connection, for which Xlib would end the program.
///
/// Windows of other programs may close at any time. A reply to one that made a request or drags content then fails,
/// which is harmless.
enum X11Errors {
  private typealias Handler = @convention(c) (_ display: OpaquePointer?, _ event: UnsafeRawPointer?) -> Int32
  private typealias Setter = @convention(c) (Handler?) -> UnsafeRawPointer?

  /// Nil if GLFW has not loaded Xlib.
  private static let setHandler: Setter? = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD)
    .flatMap { dlsym($0, "XSetErrorHandler") }.map { unsafeBitCast($0, to: Setter.self) }

  /// The code of the error that a window does not exist (BadWindow).
  private static let missingWindow: UInt8 = 3

  /// Ignores errors from now on. GLFW 3.3 reinstalls Xlib's handler whenever it creates a window, so call it after
  /// that.
  static func survive() {
    _ = setHandler? { _, event in
      // In the structure XErrorEvent, the codes of the error and of the request follow five words.
      if GraphicsContext.isDebugBuild, let event {
        let number = event.load(fromByteOffset: 32, as: UInt8.self)
        if number != X11Errors.missingWindow {
          // Untranslated: it appears only in debug builds, for developers.
          let line = "X11 error \(number) of request \(event.load(fromByteOffset: 33, as: UInt8.self))\n"
          _ = write(STDERR_FILENO, line, line.utf8.count)
        }
      }
      return 0
    }
  }
}
