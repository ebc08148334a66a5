import CGLFW
import GPU
import Glibc
import Synchronization
public import Workers

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

  /// What wakes the loop from any thread.
  public let waker: Waker

  /// What the windows are shown by.
  public let system: WindowSystem

  private(set) var seat: WaylandSeat?

  /// Takes from any thread what is to be copied under Wayland.
  public let offers: Mailbox<ClipboardOffer>

  /// What threads want to know of the clipboard.
  private let requests: Mailbox<ClipboardRequest>

  /// How the window system names the program.
  let program: (windowClass: String, desktopFile: String?)?

  /// Connects to the window system; throws where there is none. A program has one loop at a time.
  ///
  /// - Parameters:
  ///   - windowClass: The class of the windows under X11; nil leaves it to GLFW.
  ///   - desktopFile: The name of the program's desktop file without the ending, by which Wayland finds its icon.
  public init(windowClass: String? = nil, desktopFile: String? = nil) throws(WindowError) {
    program = windowClass.map { ($0, desktopFile) }
    // A class whose properties are all set runs its `deinit` when its initialiser throws: the last comes last.
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
      let words = GLFWErrors.take()
      throw .noDisplay(words.isEmpty ? "GLFW does not say why" : words.joined(separator: "; "))
    }
    X11Errors.survive()
    InputClock.start()
  }

  /// The seconds since the loop began, on a clock that never goes back.
  public var now: Double { glfwGetTime() }

  /// Handles the pending events, without waiting.
  public func poll() {
    glfwPollEvents()
    exchange()
  }

  /// Sleeps until something happens, someone wakes the loop or `seconds` (as `now` counts) have come.
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
      offer.report(seat.map { $0.offer(offer.kinds) } ?? "this is not Wayland")
    }
    for request in requests.takeAll() {
      request.answer(seat?.exchange?.copied(as: request.kinds) ?? .nothing)
    }
    seat?.exchange?.takeContents()
  }

  /// Under Wayland, which kinds of what other programs drag over the windows are understood; at first none are.
  public var draggedKinds: DraggedKinds? {
    get { seat?.exchange?.kinds }
    set { if let newValue { seat?.exchange?.kinds = newValue } }
  }

  /// The text that was copied last under Wayland; nil for none, and setting nil leaves what is there. A program that does not
  /// give it holds this up for a second.
  ///
  /// GLFW's own clipboard waits without end for a program that does not answer, under X11 even when the loop ends.
  public var copiedText: String? {
    get { seat?.exchange?.text }
    set { if let newValue { _ = seat?.offer([.init("text/plain", Array(newValue.utf8))]) } }
  }

  /// Returns what looks for kinds of what was copied under Wayland; it may take seconds, on a thread beside this one.
  public var copied: @Sendable (_ kinds: [String]) -> (kind: String, bytes: [UInt8])? {
    { [requests] kinds in WaylandExchange.fetch(kinds, from: requests) }
  }

  /// The monitors there are, the primary one first.
  public var monitors: [Monitor] { Monitor.all() }

  /// The version of the window library, for reports.
  public static var libraryVersion: String { String(cString: glfwGetVersionString()) }
}

/// The errors of GLFW until they are taken. They are global because its callback has no context argument.
enum GLFWErrors {
  private static let texts = Mutex<[String]>([])

  static func startListening() {
    glfwSetErrorCallback { _, text in
      guard let text else { return }
      let words = String(cString: text)
      GLFWErrors.texts.withLock { if $0.count < 64 { $0.append(words) } }
    }
  }

  /// Takes the errors since the last call, each once.
  static func take() -> [String] {
    texts.withLock { texts in
      defer { texts.removeAll() }
      return texts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }
}

/// X11 errors of GLFW's connection, for which Xlib would end the program.
///
/// Windows of other programs may go at any time: an answer to one that has asked for something, or that drags something, then
/// fails, and nothing else does.
enum X11Errors {
  private typealias Handler = @convention(c) (_ display: OpaquePointer?, _ event: UnsafeRawPointer?) -> Int32
  private typealias Setter = @convention(c) (Handler?) -> UnsafeRawPointer?

  /// Nil where GLFW has not loaded Xlib.
  private static let setHandler: Setter? = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD)
    .flatMap { dlsym($0, "XSetErrorHandler") }.map { unsafeBitCast($0, to: Setter.self) }

  /// The number of the error that a window does not exist (BadWindow).
  private static let missingWindow: UInt8 = 3

  /// Goes on after errors from now on. GLFW 3.3 brings Xlib's own handler back whenever it makes a window.
  static func survive() {
    _ = setHandler? { _, event in
      // The number of the error and that of the request stand behind five words of the structure XErrorEvent.
      if GraphicsContext.isDebugBuild, let event {
        let number = event.load(fromByteOffset: 32, as: UInt8.self)
        if number != X11Errors.missingWindow {
          // Untranslated: only who looks for faults in a debug build reads it.
          let line = "X11 error \(number) of request \(event.load(fromByteOffset: 33, as: UInt8.self))\n"
          _ = write(STDERR_FILENO, line, line.utf8.count)
        }
      }
      return 0
    }
  }
}
