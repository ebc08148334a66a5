import CEpoxy
import CGLFW
import GPU
import Geometry
import Glibc
import Input

/// A window on the screen with a graphics context of its own.
///
/// It belongs to the thread of its event loop. Sizes and places are in points unless they say pixels.
public final class Window {
  /// The loop that delivers the window's events.
  public let loop: EventLoop

  /// The context's capabilities, and the owner of its objects.
  public private(set) var graphics: GraphicsContext

  private(set) var handle: OpaquePointer
  let sink: EventSink
  private let configuration: WindowConfiguration
  private let way: ContextWay
  private let debug: Bool

  /// Whether the buffer for the next frame still contains the previous one. Otherwise its content is undefined.
  public private(set) var keepsPicture = false
  private var cursors: [CursorShape: OpaquePointer] = [:]
  private var cursor = CursorShape.arrow
  var icon: [(size: PixelSize, pixels: [UInt8])] = []
  private var swapInterval: Int?

  /// The frame to return to after full screen.
  var windowedFrame: Rect?

  /// Opens a window and makes its context current on this thread.
  ///
  /// - Parameters:
  ///   - configuration: The initial properties.
  ///   - loop: The loop that delivers the window's events.
  ///   - debug: Whether errors of the driver are reported at the call that caused them, which takes time.
  /// - Throws: ``WindowError`` if a side is below 1 point or above 16384 pixels, or if the window system offers no
  ///   sufficient context.
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

  /// Asks EGL to preserve the buffer's content; returns whether it does. Software drivers do under X11: they have one
  /// buffer.
  private static func askToKeepPicture(_ way: ContextWay) -> Bool {
    guard way != .desktop, let display = eglGetCurrentDisplay(),
      let surface = eglGetCurrentSurface(EGL_DRAW)
    else { return false }
    let wanted = eglSurfaceAttrib(display, surface, EGL_SWAP_BEHAVIOR, EGL_BUFFER_PRESERVED)
    var behavior: EGLint = 0
    let found = eglQuerySurface(display, surface, EGL_SWAP_BEHAVIOR, &behavior)
    // Clears the error of a refusal, which no later call caused.
    _ = eglGetError()
    return wanted == EGL_TRUE && found == EGL_TRUE && behavior == EGL_BUFFER_PRESERVED
  }

  deinit {
    graphics.willBeDestroyed()
    sink.detach(from: handle)
    glfwDestroyWindow(handle)
    for cursor in cursors.values { glfwDestroyCursor(cursor) }
  }

  /// Replaces a lost context: the window is reopened in the same state, and all GPU objects are lost.
  ///
  /// Throws if no context is available any more.
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
    // GLFW destroyed the current window's context; the new one has to be made current.
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

  /// The origin of the context, such as "OpenGL ES through EGL", for bug reports.
  public var contextOrigin: String { way.rawValue }

  /// Whether physical key events are reported in addition to their meanings.
  public var reportsStrokes: Bool {
    get { sink.reportsStrokes }
    set { sink.reportsStrokes = newValue }
  }

  /// Removes and returns the pending events.
  public func takeEvents() -> [TimedWindowEvent] { sink.queue.takeAll() }

  /// Whether only pointer motion is pending.
  public var hasMotionAlone: Bool { sink.queue.isMotionAlone }

  /// Whether the window was made current since its last frame. Software drivers then fix the buffer's size, which stays
  /// until the frame is shown, even if the window is resized.
  public private(set) var wasMadeCurrent = false

  /// Makes this window's context current on this thread.
  public func makeCurrent() {
    wasMadeCurrent = true
    glfwMakeContextCurrent(handle)
    graphics.becameCurrent()
  }

  /// Whether the last frame has yet to be shown. Under Wayland it stays true while the window is not visible.
  public var awaitsFrame: Bool { sink.awaitsFrame }

  /// Shows the frame.
  public func swapBuffers() {
    wasMadeCurrent = false
    sink.willSwap()
    glfwSwapBuffers(handle)
    // GLFW ignores EGL's errors, and an ES context reports its loss in no other way.
    if way != .desktop && eglGetError() == EGL_CONTEXT_LOST { graphics.wasLost("EGL_CONTEXT_LOST") }
  }

  /// Makes `swapBuffers()` wait for `refreshes` refreshes of the monitor; 0 does not wait.
  ///
  /// Not every window system obeys (Xvfb does not), so pace frames by time as well. Under Wayland the wait would not
  /// end while the window is hidden; use `awaitsFrame` there.
  ///
  /// - Parameter refreshes: The number of refreshes, 0 or more.
  public func setSwapInterval(_ refreshes: Int) {
    swapInterval = refreshes
    glfwSwapInterval(loop.system == .wayland ? 0 : Int32(clamping: refreshes))
  }

  /// The title in the window's frame and in window lists.
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
    /// The pixels in one of the window system's units.
    let unit: Double
  }

  private static func open(
    _ configuration: WindowConfiguration, in loop: EventLoop, ways: [ContextWay], scale: Double?, debug: Bool
  ) throws(WindowError) -> Opened {
    let displayScale = glfwGetPrimaryMonitor().map { Monitor($0).scale } ?? 1
    let scale = scale ?? DisplayScale.usable(displayScale * configuration.enlargement)
    try configuration.check(scale: scale)
    // Wayland's unit is a point at the display's unchanged scale; X11 has only pixels.
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
    // A full-screen window stays on its monitor while the person works on another one.
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

// The window's interfaces to the desktop.
extension Window {
  /// Sets the window's icon in several sizes: straight RGBA, four bytes a pixel, the top row first.
  ///
  /// Wayland takes the icon from the program's desktop file.
  public func setIcon(_ pictures: [(size: PixelSize, pixels: [UInt8])]) {
    icon = pictures
    guard loop.system == .x11 else { return }
    var pixels: [UInt8] = []
    var offsets: [Int] = []
    let usable = pictures.filter { picture in
      (1...1024).contains(picture.size.width) && (1...1024).contains(picture.size.height)
        && picture.pixels.count == picture.size.width * picture.size.height * 4
    }
    for picture in usable {
      offsets.append(pixels.count)
      pixels += picture.pixels
    }
    pixels.withUnsafeMutableBufferPointer { all in
      let images = zip(usable, offsets).map { picture, offset in
        GLFWimage(
          width: Int32(picture.size.width), height: Int32(picture.size.height),
          pixels: all.baseAddress.map { $0 + offset })
      }
      glfwSetWindowIcon(handle, Int32(images.count), images)
    }
  }

  /// Sets under Wayland whether the window accepts the content dragged over it.
  public func answerDrag(_ isWelcome: Bool) { loop.seat?.exchange?.answer(isWelcome) }

  /// The X11 id of the window; nil under another window system.
  public var x11Number: UInt32? {
    defer { _ = GLFWErrors.take() }
    let number = regalia_x11_window(handle)
    return number == 0 ? nil : UInt32(truncatingIfNeeded: number)
  }

  /// Whether the pointer is over a visible part of the window.
  public var isUnderPointer: Bool { glfwGetWindowAttrib(handle, GLFW_HOVERED) == GLFW_TRUE }
}

extension Window {
  /// The pixels per point.
  public var scale: Double { sink.scale }

  /// Forces a scale in pixels per point; nil restores the display's. The environment overrides both.
  public func forceScale(_ scale: Double?) { sink.force(scale.map(DisplayScale.usable), on: handle) }

  /// The factor on top of the display's scale; unused while a scale is forced. The window keeps its size in pixels.
  public var enlargement: Double {
    get { sink.enlargement }
    set {
      guard newValue != sink.enlargement else { return }
      sink.enlarge(by: newValue, on: handle)
      limitSize()
    }
  }

  /// The size of the frame buffer, in pixels.
  public var pixelSize: PixelSize { EventSink.pixelSize(of: handle) }

  /// The size in points; an impossible size is ignored.
  public var size: Size {
    get { sink.size(of: pixelSize) }
    set {
      guard WindowConfiguration.isPossible(newValue, scale: scale) else { return }
      let units = PixelSize(newValue, scale: 1 / sink.pointsPerUnit(of: handle))
      glfwSetWindowSize(handle, Int32(max(1, units.width)), Int32(max(1, units.height)))
    }
  }

  /// The top left corner of the content in the virtual screen. If the window system does not report it, it is always
  /// zero.
  public var position: Point {
    get {
      guard loop.system.placesWindows else { return .zero }
      var (x, y): (Int32, Int32) = (0, 0)
      glfwGetWindowPos(handle, &x, &y)
      let factor = sink.pointsPerUnit(of: handle)
      return Point(x: Double(x) * factor, y: Double(y) * factor)
    }
    set {
      guard newValue.isFinite, loop.system.placesWindows else { return }
      let factor = sink.pointsPerUnit(of: handle)
      let (x, y) = ((newValue.x / factor).rounded(), (newValue.y / factor).rounded())
      glfwSetWindowPos(handle, Int32(max(-32768, min(x, 32767))), Int32(max(-32768, min(y, 32767))))
    }
  }

  /// The pointer's current position in the virtual screen, regardless of pending events.
  public var pointerOnScreen: Point {
    let factor = sink.pointsPerUnit(of: handle)
    var (x, y) = (0.0, 0.0)
    var corner = position
    // The two queries are not atomic; a window manager may move the window in between.
    for _ in 0..<8 {
      glfwGetCursorPos(handle, &x, &y)
      let before = corner
      corner = position
      if corner == before { break }
    }
    return Point(x: corner.x + x * factor, y: corner.y + y * factor)
  }

  /// Whether the window has the keyboard focus.
  public var hasFocus: Bool { glfwGetWindowAttrib(handle, GLFW_FOCUSED) == GLFW_TRUE }
  /// Whether the window is minimised.
  public var isIconified: Bool { glfwGetWindowAttrib(handle, GLFW_ICONIFIED) == GLFW_TRUE }
  /// Whether the window is shown, perhaps behind others.
  public var isVisible: Bool { glfwGetWindowAttrib(handle, GLFW_VISIBLE) == GLFW_TRUE }
  /// Whether the window is full screen.
  public var isFullScreen: Bool { glfwGetWindowMonitor(handle) != nil }

  /// Raises the window and focuses it, if the window system allows that.
  public func raise() {
    if isIconified { glfwRestoreWindow(handle) }
    glfwShowWindow(handle)
    glfwFocusWindow(handle)
  }

  /// Shows the window.
  public func show() { glfwShowWindow(handle) }
  /// Hides the window.
  public func hide() { glfwHideWindow(handle) }
  /// Restores a minimised window.
  public func restore() { glfwRestoreWindow(handle) }
  /// Asks for the keyboard focus; not every window system grants it.
  public func focus() { glfwFocusWindow(handle) }

  /// The monitor that contains most of the window, or nil without one.
  public var monitor: Monitor? { Self.monitor(of: handle).map { Monitor($0) } }

  /// The refresh rate of the window's monitor in frames per second, or nil if unknown.
  public var refreshRate: Double? { monitor?.refreshRate }

  /// Enters full screen on a monitor, the window's own by default.
  public func enterFullScreen(on chosen: Monitor? = nil) {
    let handles = Monitor.handles()
    let named = chosen.map(\.handle).flatMap { handles.contains($0) ? $0 : nil }
    guard let target = named ?? Self.monitor(of: handle), let mode = glfwGetVideoMode(target)?.pointee else {
      return
    }
    if !isFullScreen { windowedFrame = Rect(origin: position, size: size) }
    glfwSetWindowMonitor(handle, target, 0, 0, mode.width, mode.height, mode.refreshRate)
  }

  /// Restores the window's frame from before full screen.
  public func leaveFullScreen() {
    guard isFullScreen, let frame = windowedFrame else { return }
    let units = 1 / sink.pointsPerUnit(of: handle)
    let size = PixelSize(frame.size, scale: units)
    glfwSetWindowMonitor(
      handle, nil, Int32((frame.minX * units).rounded()), Int32((frame.minY * units).rounded()),
      Int32(size.width), Int32(size.height), GLFW_DONT_CARE)
    windowedFrame = nil
  }

  static func monitor(of handle: OpaquePointer) -> OpaquePointer? {
    if let covered = glfwGetWindowMonitor(handle) { return covered }
    let handles = Monitor.handles()
    // If the window's position is unknown, use the desktop's first monitor.
    if handles.count < 2 || !WindowSystem.current.placesWindows { return handles.first }
    var (x, y, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    glfwGetWindowPos(handle, &x, &y)
    glfwGetWindowSize(handle, &width, &height)
    let frame = Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    return handles.max { overlap(frame, $0) < overlap(frame, $1) }
  }

  private static func overlap(_ frame: Rect, _ monitor: OpaquePointer) -> Double {
    let (origin, size) = { ($0.origin, $0.size) }(Monitor(monitor))
    let area = Rect(x: origin.x, y: origin.y, width: Double(size.width), height: Double(size.height))
    return frame.intersection(area).map { $0.width * $0.height } ?? 0
  }
}

/// The initial properties of a window.
public struct WindowConfiguration: Hashable, Sendable {
  /// The title in the window's frame and in window lists.
  public var title: String
  /// The initial size, in points.
  public var size: Size
  /// The minimum size that a person can set, in points.
  public var minimumSize: Size
  /// Whether a person can resize it.
  public var isResizable = true

  /// Whether the window is shown at once; otherwise call `show()`, best after the first frame.
  public var isVisible = true
  /// The preferred kind of context.
  public var context = ContextPreference.any

  /// The scale in pixels per point, instead of the display's; the environment overrides it.
  public var scale: Double?
  /// The factor on top of the display's scale, such as for a person who prefers larger text; 1 is the display's scale.
  public var enlargement = 1.0

  /// Creates the configuration of a resizable window that is shown at once.
  ///
  /// - Parameters:
  ///   - title: The title in the window's frame and in window lists.
  ///   - size: The initial size, in points; at most 16384 pixels along a side.
  ///   - minimumSize: The minimum size that a person can set, in points.
  public init(title: String, size: Size, minimumSize: Size = Size(width: 64, height: 64)) {
    self.title = title
    self.size = size
    self.minimumSize = minimumSize
  }

  func check(scale: Double) throws(WindowError) {
    for size in [size, minimumSize] where !Self.isPossible(size, scale: scale) {
      throw .impossibleSize("\(size.width)x\(size.height)")
    }
  }

  /// Whether a window can have a size: OpenGL ES is limited to 16384 pixels, and slightly larger sizes break the X
  /// connection.
  static func isPossible(_ size: Size, scale: Double) -> Bool {
    [size.width, size.height].allSatisfy { $0 >= 1 && $0 * scale <= 16384 }
  }
}

/// The kind of OpenGL for a window.
public enum ContextPreference: Hashable, Sendable {
  /// The first that works, with OpenGL ES before desktop OpenGL.
  case any
  /// Only OpenGL ES 3.
  case embedded
  /// Only the core profile of desktop OpenGL 3.3.
  case desktop

  static let names = ["any", "es", "gl"]

  /// Reads the preference from `REGALIA_CONTEXT`; nil if it is not set.
  static func environment() throws(WindowError) -> ContextPreference? {
    guard let value = getenv("REGALIA_CONTEXT") else { return nil }
    return try ContextPreference(named: String(cString: value))
  }

  init(named name: String) throws(WindowError) {
    switch name {
    case "", "any": self = .any
    case "es": self = .embedded
    case "gl": self = .desktop
    default: throw .unknownContext(name)
    }
  }

  /// The ways to create a context, in order of preference.
  var ways: [ContextWay] {
    switch self {
    case .any: [.embedded, .desktop, .desktopThroughEGL]
    case .embedded: [.embedded]
    case .desktop: [.desktop, .desktopThroughEGL]
    }
  }
}

/// A way to create a context together with its window.
enum ContextWay: String {
  case embedded = "OpenGL ES through EGL"
  case desktop = "OpenGL through GLX"
  case desktopThroughEGL = "OpenGL through EGL"

  /// Sets GLFW's hints for the context of the next window.
  func hint(debug: Bool) {
    let isEmbedded = self == .embedded
    let creation = self == .desktop ? GLFW_NATIVE_CONTEXT_API : GLFW_EGL_CONTEXT_API
    glfwWindowHint(GLFW_CLIENT_API, isEmbedded ? GLFW_OPENGL_ES_API : GLFW_OPENGL_API)
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, creation)
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3)
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, isEmbedded ? 0 : 3)
    glfwWindowHint(GLFW_OPENGL_PROFILE, isEmbedded ? GLFW_OPENGL_ANY_PROFILE : GLFW_OPENGL_CORE_PROFILE)
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, debug ? GLFW_TRUE : GLFW_FALSE)
    // GLFW 3.3 asks for it with an EGL attribute for desktop OpenGL only, and then fails to create the context.
    let robustness = isEmbedded ? GLFW_NO_ROBUSTNESS : GLFW_LOSE_CONTEXT_ON_RESET
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robustness)
  }
}

/// The pixels per point.
enum DisplayScale {
  /// The scale in `REGALIA_SCALE`, or nil if that is not set or not possible.
  static func environment() -> Double? {
    getenv("REGALIA_SCALE").flatMap { named(String(cString: $0)) }
  }

  static func named(_ text: String) -> Double? {
    Double(text).flatMap { (0.25...8).contains($0) ? $0 : nil }
  }

  /// Returns a scale that the window system reported, or 1 for an implausible one.
  static func usable(_ scale: Double) -> Double {
    (0.25...8).contains(scale) ? scale : 1
  }
}
