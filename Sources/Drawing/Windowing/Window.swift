import CEpoxy
import CGLFW
import GPU
import Geometry
import Input

/// A window on the screen with a graphics context of its own.
///
/// It belongs to the thread of its event loop. Sizes and places are points, unless they say pixels.
public final class Window {
  /// The loop that the window's events come from.
  public let loop: EventLoop

  /// What can be asked of the window's context, and where its objects belong.
  public private(set) var graphics: GraphicsContext

  private(set) var handle: OpaquePointer
  let sink: EventSink
  private let configuration: WindowConfiguration
  private let way: ContextWay
  private let debug: Bool

  /// Whether the window still shows, in what is drawn into next, what was shown last. Else that is undefined.
  public private(set) var keepsPicture = false
  private var cursors: [CursorShape: OpaquePointer] = [:]
  private var cursor = CursorShape.arrow
  var icon: [(size: PixelSize, pixels: [UInt8])] = []
  private var swapInterval: Int?

  /// Where the window goes back to when it no longer covers the monitor.
  var windowedFrame: Rect?

  /// Opens a window, and makes its context current on this thread.
  ///
  /// Throws where the size is impossible, or the window system gives no context that is good enough.
  public init(
    _ configuration: WindowConfiguration, in loop: EventLoop, debug: Bool = GraphicsContext.isDebugBuild
  ) throws(WindowError) {
    let preference = try ContextPreference.environment() ?? configuration.context
    let forcedScale = DisplayScale.environment() ?? configuration.scale.map(DisplayScale.usable)
    let opened = try Self.open(
      configuration, in: loop, ways: preference.ways, scale: forcedScale, debug: debug)
    self.loop = loop
    self.configuration = configuration
    self.debug = debug
    handle = opened.handle
    graphics = opened.graphics
    way = opened.way
    title = configuration.title
    sink = EventSink(
      forcedScale: forcedScale, enlargement: configuration.enlargement, unit: opened.unit, seat: loop.seat)
    sink.attach(to: handle)
    limitSize()
    keepsPicture = Self.askToKeepPicture(way)
  }

  /// Asks EGL to leave what was shown in what is drawn into; returns whether it does. Drivers without a graphics card do
  /// under X11: they have one buffer.
  private static func askToKeepPicture(_ way: ContextWay) -> Bool {
    guard way != .desktop, let display = eglGetCurrentDisplay(),
      let surface = eglGetCurrentSurface(EGL_DRAW)
    else { return false }
    let wanted = eglSurfaceAttrib(display, surface, EGL_SWAP_BEHAVIOR, EGL_BUFFER_PRESERVED)
    var behavior: EGLint = 0
    let found = eglQuerySurface(display, surface, EGL_SWAP_BEHAVIOR, &behavior)
    // A refusal is no fault of a later call.
    _ = eglGetError()
    return wanted == EGL_TRUE && found == EGL_TRUE && behavior == EGL_BUFFER_PRESERVED
  }

  deinit {
    graphics.willBeDestroyed()
    sink.detach(from: handle)
    glfwDestroyWindow(handle)
    for cursor in cursors.values { glfwDestroyCursor(cursor) }
  }

  /// Replaces a context that was lost: the window is opened anew as it was, with everything on the GPU gone.
  ///
  /// Throws where no context can be had any more.
  public func replaceContext() throws(WindowError) {
    let coveredFrom = isFullScreen ? windowedFrame : nil
    let place = coveredFrom?.origin ?? position
    var again = configuration
    again.size = coveredFrom?.size ?? size
    again.isVisible = isVisible
    let opened = try Self.open(again, in: loop, ways: [way], scale: sink.scale, debug: debug)
    graphics.willBeDestroyed()
    sink.detach(from: handle, goingOnWith: loop.seat)
    glfwDestroyWindow(handle)
    handle = opened.handle
    graphics = opened.graphics
    // GLFW destroyed the current window's context; the new one has to be current again.
    makeCurrent()
    keepsPicture = Self.askToKeepPicture(way)
    sink.attach(to: handle)
    limitSize()
    restoreAppearance(at: place)
    if let coveredFrom {
      enterFullScreen()
      windowedFrame = coveredFrom
    }
    sink.post(.refreshNeeded)
  }

  private func restoreAppearance(at place: Point) {
    glfwSetWindowTitle(handle, title)
    if !icon.isEmpty { setIcon(icon) }
    setCursor(cursor)
    if let swapInterval { setSwapInterval(swapInterval) }
    if isVisible { position = place }
  }

  /// How the context came about, as "OpenGL ES through EGL", for reports.
  public var contextOrigin: String { way.rawValue }

  /// Whether keys are told of as the keyboard has them, besides what they mean.
  public var reportsStrokes: Bool {
    get { sink.reportsStrokes }
    set { sink.reportsStrokes = newValue }
  }

  /// Takes the events that have come since the last time.
  public func takeEvents() -> [TimedWindowEvent] { sink.queue.takeAll() }

  /// Whether nothing waits but that the pointer has moved.
  public var hasMotionAlone: Bool { sink.queue.isMotionAlone }

  /// Whether the window was made current since it was last shown. Drivers without a graphics card settle then how large
  /// what is drawn into is, and it stays so until it is shown, whatever becomes of the window.
  public private(set) var wasMadeCurrent = false

  /// Lets this thread draw into this window.
  public func makeCurrent() {
    wasMadeCurrent = true
    glfwMakeContextCurrent(handle)
    graphics.becameCurrent()
  }

  /// Whether what was drawn last is not shown yet. Of a window that nobody sees it stays so under Wayland.
  public var awaitsFrame: Bool { sink.awaitsFrame }

  /// Shows what was drawn.
  public func swapBuffers() {
    wasMadeCurrent = false
    sink.willSwap()
    glfwSwapBuffers(handle)
    // GLFW does not look at what EGL answers, and an ES context tells of its loss in no other way.
    if way != .desktop && eglGetError() == EGL_CONTEXT_LOST { graphics.wasLost("EGL_CONTEXT_LOST") }
  }

  /// Lets `swapBuffers()` wait for so many refreshes of the monitor, 0 for none.
  ///
  /// Not every window system obeys (Xvfb does not), so pace frames by time as well. Under Wayland it would wait for good
  /// where nobody sees the window; there `awaitsFrame` tells of refreshes.
  public func setSwapInterval(_ refreshes: Int) {
    swapInterval = refreshes
    glfwSwapInterval(loop.system == .wayland ? 0 : Int32(clamping: refreshes))
  }

  /// What the frame of the window and the list of windows call it.
  public var title: String {
    didSet { glfwSetWindowTitle(handle, title) }
  }

  /// The shape of the pointer over this window.
  public func setCursor(_ shape: CursorShape) {
    cursor = shape
    glfwSetInputMode(handle, GLFW_CURSOR, shape == .hidden ? GLFW_CURSOR_HIDDEN : GLFW_CURSOR_NORMAL)
    if shape == .hidden { return }
    if shape == .arrow { return glfwSetCursor(handle, nil) }
    if cursors[shape] == nil { cursors[shape] = glfwCreateStandardCursor(shape.glfw) }
    glfwSetCursor(handle, cursors[shape])
  }

  private struct Opened {
    let handle: OpaquePointer
    let graphics: GraphicsContext
    let way: ContextWay
    /// How many pixels one of the window system's units is.
    let unit: Double
  }

  private static func open(
    _ configuration: WindowConfiguration, in loop: EventLoop, ways: [ContextWay], scale: Double?, debug: Bool
  ) throws(WindowError) -> Opened {
    let displayScale = glfwGetPrimaryMonitor().map { Monitor($0).scale } ?? 1
    let scale = scale ?? DisplayScale.usable(displayScale * configuration.enlargement)
    try configuration.check(scale: scale)
    // Wayland's own unit is the point of a display whose scale nobody has changed; X11 knows only pixels.
    let unit = WindowSystem.current == .wayland ? displayScale : 1
    let units = PixelSize(configuration.size, scale: scale / unit)
    var attempts: [String] = []
    for way in ways {
      hint(configuration, in: loop)
      way.hint(debug: debug)
      let made = glfwCreateWindow(
        Int32(max(1, units.width)), Int32(max(1, units.height)), configuration.title, nil, nil)
      X11Errors.survive()
      guard let made else {
        attempts.append("\(way.rawValue): \(GLFWErrors.take().joined(separator: ", "))")
        continue
      }
      glfwMakeContextCurrent(made)
      do {
        return Opened(handle: made, graphics: try GraphicsContext(debug: debug), way: way, unit: unit)
      } catch {
        attempts.append("\(way.rawValue): \(error)")
        glfwDestroyWindow(made)
      }
    }
    throw .noContext(attempts)
  }

  private static func hint(_ configuration: WindowConfiguration, in loop: EventLoop) {
    glfwDefaultWindowHints()
    if let program = loop.program {
      WindowSystem.hintProgram(windowClass: program.windowClass, desktopFile: program.desktopFile)
    }
    glfwWindowHint(GLFW_RESIZABLE, configuration.isResizable ? GLFW_TRUE : GLFW_FALSE)
    glfwWindowHint(GLFW_VISIBLE, configuration.isVisible ? GLFW_TRUE : GLFW_FALSE)
    // A window that covers one of several monitors stays there while another one is worked on.
    glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE)
    glfwWindowHint(GLFW_DEPTH_BITS, 0)
    glfwWindowHint(GLFW_STENCIL_BITS, 0)
    glfwWindowHint(GLFW_ALPHA_BITS, 0)
  }

  func limitSize() {
    let units = 1 / sink.pointsPerUnit(of: handle)
    let smallest = PixelSize(configuration.minimumSize, scale: units)
    glfwSetWindowSizeLimits(
      handle, Int32(smallest.width), Int32(smallest.height), GLFW_DONT_CARE, GLFW_DONT_CARE)
  }
}
