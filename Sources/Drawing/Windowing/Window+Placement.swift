import CGLFW
import Geometry

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
