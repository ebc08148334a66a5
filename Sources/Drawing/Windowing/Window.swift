import CEpoxy
import CGLFW
import GPU
import Geometry
import Glibc
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

// What the window gives to the desktop and takes from it.
extension Window {
  /// Gives the window an icon in several sizes: straight RGBA, four bytes a pixel, the top row first.
  ///
  /// Wayland takes the icon from the desktop file that has the program's name.
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

  /// Says under Wayland whether the window would take what another program drags over it.
  public func answerDrag(_ isWelcome: Bool) { loop.seat?.exchange?.answer(isWelcome) }

  /// The number of the window at the X11 display; nil under another window system.
  public var x11Number: UInt32? {
    defer { _ = GLFWErrors.take() }
    let number = regalia_x11_window(handle)
    return number == 0 ? nil : UInt32(truncatingIfNeeded: number)
  }

  /// Whether the pointer is over the window and over no other one that covers it.
  public var isUnderPointer: Bool { glfwGetWindowAttrib(handle, GLFW_HOVERED) == GLFW_TRUE }
}

extension Window {
  /// How many pixels make a point.
  public var scale: Double { sink.scale }

  /// Takes so many pixels a point, or with nil what the display says; the environment goes before both.
  public func forceScale(_ scale: Double?) { sink.force(scale.map(DisplayScale.usable), on: handle) }

  /// How much larger everything is than the display says, where no scale is forced; the window keeps its pixels.
  public var enlargement: Double {
    get { sink.enlargement }
    set {
      guard newValue != sink.enlargement else { return }
      sink.enlarge(by: newValue, on: handle)
      limitSize()
    }
  }

  /// The size of what is drawn into, in pixels.
  public var pixelSize: PixelSize { EventSink.pixelSize(of: handle) }

  /// The size in points; one that is impossible is not taken on.
  public var size: Size {
    get { sink.size(of: pixelSize) }
    set {
      guard WindowConfiguration.isPossible(newValue, scale: scale) else { return }
      let units = PixelSize(newValue, scale: 1 / sink.pointsPerUnit(of: handle))
      glfwSetWindowSize(handle, Int32(max(1, units.width)), Int32(max(1, units.height)))
    }
  }

  /// Where the top left corner of the contents lies on the virtual screen; zero, whatever is set, where the window system
  /// does not say.
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

  /// Where the pointer is on the virtual screen by now, whatever events are still to come.
  public var pointerOnScreen: Point {
    let factor = sink.pointsPerUnit(of: handle)
    var (x, y) = (0.0, 0.0)
    var corner = position
    // Both are asked for one after the other; a window manager may move the window in between.
    for _ in 0..<8 {
      glfwGetCursorPos(handle, &x, &y)
      let before = corner
      corner = position
      if corner == before { break }
    }
    return Point(x: corner.x + x * factor, y: corner.y + y * factor)
  }

  /// Whether the window has the keyboard.
  public var hasFocus: Bool { glfwGetWindowAttrib(handle, GLFW_FOCUSED) == GLFW_TRUE }
  /// Whether the window is reduced to an icon.
  public var isIconified: Bool { glfwGetWindowAttrib(handle, GLFW_ICONIFIED) == GLFW_TRUE }
  /// Whether the window is on the screen, perhaps behind others.
  public var isVisible: Bool { glfwGetWindowAttrib(handle, GLFW_VISIBLE) == GLFW_TRUE }
  /// Whether the window covers a monitor.
  public var isFullScreen: Bool { glfwGetWindowMonitor(handle) != nil }

  /// Brings the window before others and gives it the keyboard, as far as the window system lets it.
  public func raise() {
    if isIconified { glfwRestoreWindow(handle) }
    glfwShowWindow(handle)
    glfwFocusWindow(handle)
  }

  /// Puts the window on the screen.
  public func show() { glfwShowWindow(handle) }
  /// Takes the window off the screen.
  public func hide() { glfwHideWindow(handle) }
  /// Brings a window back that was reduced to an icon.
  public func restore() { glfwRestoreWindow(handle) }
  /// Asks for the keyboard; not every window system gives it.
  public func focus() { glfwFocusWindow(handle) }

  /// The monitor that has most of the window, or nil when there is none.
  public var monitor: Monitor? { Self.monitor(of: handle).map { Monitor($0) } }

  /// Frames a second of the window's monitor, or nil where the window system does not know.
  public var refreshRate: Double? { monitor?.refreshRate }

  /// Covers a whole monitor, the window's own unless another is named.
  public func enterFullScreen(on chosen: Monitor? = nil) {
    let handles = Monitor.handles()
    let named = chosen.map(\.handle).flatMap { handles.contains($0) ? $0 : nil }
    guard let target = named ?? Self.monitor(of: handle), let mode = glfwGetVideoMode(target)?.pointee else {
      return
    }
    if !isFullScreen { windowedFrame = Rect(origin: position, size: size) }
    glfwSetWindowMonitor(handle, target, 0, 0, mode.width, mode.height, mode.refreshRate)
  }

  /// Goes back to where and how large the window was before it covered the monitor.
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
    // Where a window does not know its place, the monitor that the desktop names first has to do.
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

/// What a window is to be like when it opens.
public struct WindowConfiguration: Hashable, Sendable {
  /// What the frame of the window and the list of windows call it.
  public var title: String
  /// The size at which the window opens, in points.
  public var size: Size
  /// The smallest size that a person can make it, in points.
  public var minimumSize: Size
  /// Whether a person can make it larger and smaller.
  public var isResizable = true

  /// Whether the window is on the screen at once; else `show()` puts it there, best after the first frame.
  public var isVisible = true
  /// Which kind of context the window should have.
  public var context = ContextPreference.any

  /// Pixels a point in place of what the display says, unless the environment says so.
  public var scale: Double?
  /// How much larger everything is than the display says, such as for a person who wants larger text; 1 is as it says.
  public var enlargement = 1.0

  /// Creates the configuration of a window that is shown at once and can be resized.
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

  /// Whether a window can be `size`: beyond 16384 pixels OpenGL ends, and a little later the X connection breaks.
  static func isPossible(_ size: Size, scale: Double) -> Bool {
    [size.width, size.height].allSatisfy { $0 >= 1 && $0 * scale <= 16384 }
  }
}

/// Which kind of OpenGL a window is to have.
public enum ContextPreference: Hashable, Sendable {
  /// The first that works, OpenGL ES before desktop OpenGL.
  case any
  /// Only OpenGL ES 3.
  case embedded
  /// Only the core profile of desktop OpenGL 3.3.
  case desktop

  static let names = ["any", "es", "gl"]

  /// Reads the preference from `REGALIA_CONTEXT`; nil when that is not set.
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

  /// The ways to make a context, in the order in which they are tried.
  var ways: [ContextWay] {
    switch self {
    case .any: [.embedded, .desktop, .desktopThroughEGL]
    case .embedded: [.embedded]
    case .desktop: [.desktop, .desktopThroughEGL]
    }
  }
}

/// One way to make a context together with its window.
enum ContextWay: String {
  case embedded = "OpenGL ES through EGL"
  case desktop = "OpenGL through GLX"
  case desktopThroughEGL = "OpenGL through EGL"

  /// Tells GLFW how the next window's context is to be.
  func hint(debug: Bool) {
    let isEmbedded = self == .embedded
    let creation = self == .desktop ? GLFW_NATIVE_CONTEXT_API : GLFW_EGL_CONTEXT_API
    glfwWindowHint(GLFW_CLIENT_API, isEmbedded ? GLFW_OPENGL_ES_API : GLFW_OPENGL_API)
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, creation)
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3)
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, isEmbedded ? 0 : 3)
    glfwWindowHint(GLFW_OPENGL_PROFILE, isEmbedded ? GLFW_OPENGL_ANY_PROFILE : GLFW_OPENGL_CORE_PROFILE)
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, debug ? GLFW_TRUE : GLFW_FALSE)
    // GLFW 3.3 asks for it in a way that EGL knows for desktop OpenGL alone, and then refuses the context.
    let robustness = isEmbedded ? GLFW_NO_ROBUSTNESS : GLFW_LOSE_CONTEXT_ON_RESET
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robustness)
  }
}

/// How many pixels make a point.
enum DisplayScale {
  /// The scale that `REGALIA_SCALE` asks for, or nil when it asks for none that is possible.
  static func environment() -> Double? {
    getenv("REGALIA_SCALE").flatMap { named(String(cString: $0)) }
  }

  static func named(_ text: String) -> Double? {
    Double(text).flatMap { (0.25...8).contains($0) ? $0 : nil }
  }

  /// A scale the window system reported, or 1 when that is nonsense.
  static func usable(_ scale: Double) -> Double {
    (0.25...8).contains(scale) ? scale : 1
  }
}
