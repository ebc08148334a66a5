import CGLFW
import CWayland
import GPU
import Geometry
import Input

/// Collects the events of a window from GLFW's callbacks, converted to points.
final class EventSink {
  var queue = EventQueue()
  var scale: Double = 1
  var reportsStrokes = false
  private(set) var forcedScale: Double?
  /// The factor on top of the display's scale; unused while a scale is forced.
  private(set) var enlargement: Double
  /// The pixels in one Wayland unit, as last reported.
  private var unit: Double
  private var monitor: OpaquePointer?

  // Buttons and scrolling use the pointer's last event position; a query to X11 would return its current one.
  private var pointer = Point.zero
  private var clicks = ClickCounter()
  private var lastTime = 0.0

  /// Released before the connection that it belongs to closes.
  private var seat: WaylandSeat?
  private var frames: WaylandFrames?

  /// `unit` is the size of Wayland's unit in pixels, as assumed when the window was created.
  init(forcedScale: Double?, enlargement: Double, unit: Double, seat: WaylandSeat?) {
    (self.forcedScale, self.enlargement, self.unit, self.seat) = (forcedScale, enlargement, unit, seat)
  }

  /// Begins to listen to a window, and records its current state.
  func attach(to handle: OpaquePointer) {
    scale = wantedScale(of: handle)
    monitor = Window.monitor(of: handle)
    glfwSetWindowUserPointer(handle, Unmanaged.passUnretained(self).toOpaque())
    // Without it GLFW does not report Num Lock, which decides what keypad keys do.
    glfwSetInputMode(handle, GLFW_LOCK_KEY_MODS, GLFW_TRUE)
    listenToPointer(handle)
    listenToKeyboard(handle)
    listenToWindow(handle)
    if let seat {
      frames = WaylandFrames(of: handle)
      seat.followPointer(into: handle) { [weak self] place in self?.pointerCame(to: place, in: handle) }
      seat.followDrags(over: handle) { [weak self] event in self?.take(event, in: handle) }
    }
  }

  /// Stops listening to a window that is about to close; pass the seat if another window replaces it.
  func detach(from handle: OpaquePointer, goingOnWith seat: WaylandSeat? = nil) {
    frames = nil
    self.seat?.followPointer(into: handle, nil)
    self.seat?.followDrags(over: handle, nil)
    self.seat = seat
  }

  /// Whether the last frame has yet to be shown. It stays true while a window is not visible.
  var awaitsFrame: Bool { frames?.isAwaited ?? false }

  /// Called before a frame is submitted to the window system.
  func willSwap() { frames?.ask() }

  /// Sets a scale instead of the display's; nil restores the display's.
  func force(_ scale: Double?, on handle: OpaquePointer) {
    forcedScale = DisplayScale.environment() ?? scale
    updateScale(of: handle)
  }

  /// Sets the factor on top of the display's scale; unused while a scale is forced.
  func enlarge(by factor: Double, on handle: OpaquePointer) {
    enlargement = factor
    updateScale(of: handle)
  }

  private func wantedScale(of handle: OpaquePointer) -> Double {
    forcedScale ?? DisplayScale.usable(Self.contentScale(of: handle) * enlargement)
  }

  func post(_ event: WindowEvent) { post(event, at: glfwGetTime()) }

  private func post(_ event: WindowEvent, at seconds: Double) {
    // Event times never decrease, whatever the server reports.
    lastTime = max(lastTime, seconds)
    queue.append(event, at: lastTime)
  }

  /// Posts the events of a drag by another program over the window under Wayland.
  private func take(_ event: WaylandExchange.DragEvent, in handle: OpaquePointer) {
    switch event {
    case .moved(let content, let place):
      post(.input(.dragMoved(content, point(place.x, place.y, in: handle))))
    case .left: post(.input(.dragLeft))
    case .dropped(let content, let place):
      // During a drag, no pointer events are delivered.
      pointer = point(place.x, place.y, in: handle)
      post(.input(.dropped(content, pointer)))
    }
  }

  private func pointerCame(to place: Point, in handle: OpaquePointer) {
    pointer = point(place.x, place.y, in: handle)
    post(.input(.pointerMoved(pointer, Modifiers.held(in: handle))))
  }

  private func postButton(_ button: PointerButton, isDown: Bool, _ held: Modifiers) {
    let time = InputClock.time(of: .button(isPress: isDown))
    guard isDown else { return post(.input(.pointerUp(pointer, button, held)), at: time) }
    let count = clicks.press(button, at: pointer, time: time)
    post(.input(.pointerDown(pointer, button, clicks: count, held)), at: time)
  }

  static func contentScale(of handle: OpaquePointer) -> Double {
    var (x, y): (Float, Float) = (1, 1)
    glfwGetWindowContentScale(handle, &x, &y)
    return DisplayScale.usable(Double(x))
  }

  /// The points in one of GLFW's units, which are pixels under X11 and a different unit elsewhere.
  func pointsPerUnit(of handle: OpaquePointer) -> Double {
    var (width, height): (Int32, Int32) = (0, 0)
    glfwGetWindowSize(handle, &width, &height)
    let pixels = Self.pixelSize(of: handle)
    guard width > 0, pixels.width > 0 else { return 1 / scale }
    return Double(pixels.width) / Double(width) / scale
  }

  static func pixelSize(of handle: OpaquePointer) -> PixelSize {
    var (width, height): (Int32, Int32) = (0, 0)
    glfwGetFramebufferSize(handle, &width, &height)
    return PixelSize(width: Int(width), height: Int(height))
  }

  func size(of pixels: PixelSize) -> Size {
    Size(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
  }

  fileprivate func point(_ x: Double, _ y: Double, in handle: OpaquePointer) -> Point {
    let factor = pointsPerUnit(of: handle)
    return Point(x: x * factor, y: y * factor)
  }

  private static func of(_ handle: OpaquePointer?) -> EventSink? {
    guard let handle, let pointer = glfwGetWindowUserPointer(handle) else { return nil }
    return Unmanaged<EventSink>.fromOpaque(pointer).takeUnretainedValue()
  }

  private func listenToPointer(_ handle: OpaquePointer) {
    glfwSetCursorPosCallback(handle) { handle, x, y in
      guard let handle, let sink = EventSink.of(handle) else { return }
      sink.pointer = sink.point(x, y, in: handle)
      let time = InputClock.time(of: .motion(x: Int(x), y: Int(y)))
      sink.post(.input(.pointerMoved(sink.pointer, Modifiers.held(in: handle))), at: time)
    }
    glfwSetCursorEnterCallback(handle) { handle, hasEntered in
      if hasEntered == GLFW_FALSE { EventSink.of(handle)?.post(.input(.pointerLeft)) }
    }
    glfwSetMouseButtonCallback(handle) { handle, button, action, modifiers in
      guard let sink = EventSink.of(handle), let button = PointerButton(glfw: button) else { return }
      sink.postButton(button, isDown: action == GLFW_PRESS, Modifiers(glfw: modifiers))
    }
    glfwSetScrollCallback(handle) { handle, x, y in
      guard let handle, let sink = EventSink.of(handle) else { return }
      // GLFW counts leftward scrolling as positive.
      sink.post(
        .input(.wheel(sink.pointer, Vector(-x, y), Modifiers.held(in: handle))),
        at: InputClock.time(of: .button(isPress: true)))
    }
    glfwSetDropCallback(handle) { handle, count, paths in
      // Under Wayland the seat reports drags.
      guard let paths, let sink = EventSink.of(handle), sink.seat?.exchange == nil else { return }
      let files = UnsafeBufferPointer(start: paths, count: Int(count)).compactMap { $0 }
        .map { String(cString: $0) }
      sink.post(.input(.dropped(.files(files), sink.pointer)))
    }
  }

  private func listenToKeyboard(_ handle: OpaquePointer) {
    glfwSetKeyCallback(handle) { handle, code, scancode, action, modifiers in
      guard let sink = EventSink.of(handle) else { return }
      let time = InputClock.time(of: .key(Int(scancode), isPress: action != GLFW_RELEASE))
      if sink.reportsStrokes {
        let isPress = action != GLFW_RELEASE
        sink.post(
          .stroke(
            KeyStroke(
              glfw: code, scancode: scancode, modifiers: modifiers, layout: sink.seat?.layout,
              isPress: isPress)), at: time)
      }
      guard action != GLFW_RELEASE,
        let key = Key(glfw: code, scancode: scancode, modifiers: modifiers, layout: sink.seat?.layout)
      else { return }
      let held = Modifiers(glfw: modifiers)
      sink.post(.input(.key(key, held, isRepeat: action == GLFW_REPEAT)), at: time)
    }
    glfwSetCharCallback(handle) { handle, code in
      guard let scalar = Unicode.Scalar(code) else { return }
      EventSink.of(handle)?.post(.input(.text(String(scalar))))
    }
  }

  private func listenToWindow(_ handle: OpaquePointer) {
    glfwSetFramebufferSizeCallback(handle) { handle, width, height in
      guard let sink = EventSink.of(handle) else { return }
      let pixels = PixelSize(width: Int(width), height: Int(height))
      sink.post(.resized(sink.size(of: pixels), pixels))
    }
    glfwSetWindowContentScaleCallback(handle) { handle, _, _ in
      guard let handle, let sink = EventSink.of(handle) else { return }
      sink.keepForcedSize(of: handle)
      sink.updateScale(of: handle)
    }
    glfwSetWindowPosCallback(handle) { handle, x, y in
      guard let handle, let sink = EventSink.of(handle) else { return }
      sink.post(.moved(sink.point(Double(x), Double(y), in: handle)))
      sink.updateMonitor(of: handle)
    }
    glfwSetWindowFocusCallback(handle) { handle, hasFocus in
      EventSink.of(handle)?.post(.focusChanged(hasFocus == GLFW_TRUE))
    }
    glfwSetWindowIconifyCallback(handle) { handle, isIconified in
      EventSink.of(handle)?.post(isIconified == GLFW_TRUE ? .iconified : .restored)
    }
    glfwSetWindowRefreshCallback(handle) { handle in
      guard let sink = EventSink.of(handle) else { return }
      sink.frames?.forget()
      sink.post(.refreshNeeded)
    }
    glfwSetWindowCloseCallback(handle) { handle in
      glfwSetWindowShouldClose(handle, GLFW_FALSE)
      EventSink.of(handle)?.post(.closeRequested)
    }
  }

  private func updateMonitor(of handle: OpaquePointer) {
    let current = Window.monitor(of: handle)
    if current == monitor { return }
    monitor = current
    post(.monitorChanged)
    updateScale(of: handle)
  }

  /// Keeps the size in points when Wayland's unit changes while the scale is forced.
  ///
  /// A monitor's scale is reported only once the window is on it, and is rounded up before.
  private func keepForcedSize(of handle: OpaquePointer) {
    let before = unit
    unit = Self.contentScale(of: handle)
    guard forcedScale != nil, unit != before, WindowSystem.current == .wayland,
      glfwGetWindowMonitor(handle) == nil
    else { return }
    var (width, height): (Int32, Int32) = (0, 0)
    glfwGetWindowSize(handle, &width, &height)
    let factor = before / unit
    glfwSetWindowSize(
      handle, Int32((Double(width) * factor).rounded()), Int32((Double(height) * factor).rounded()))
  }

  private func updateScale(of handle: OpaquePointer) {
    let current = wantedScale(of: handle)
    if current == scale { return }
    scale = current
    let pixels = Self.pixelSize(of: handle)
    post(.scaleChanged(current))
    post(.resized(size(of: pixels), pixels))
  }
}

/// A queue of pending events.
struct EventQueue {
  private var events: [TimedWindowEvent] = []

  mutating func append(_ event: WindowEvent, at seconds: Double) {
    var added = TimedWindowEvent(event, at: seconds)
    // Only the last of consecutive sizes or positions matters, and one redraw is enough.
    switch (events.last?.event, event) {
    case (.resized, .resized), (.refreshNeeded, .refreshNeeded), (.moved, .moved): events.removeLast()
    case (.input(.pointerMoved(_, let before)), .input(.pointerMoved(_, let held))) where before == held:
      added.since = events.removeLast().since
    default: break
    }
    events.append(added)
  }

  /// Whether the queue contains only pointer motion.
  var isMotionAlone: Bool {
    !events.isEmpty
      && events.allSatisfy { if case .input(.pointerMoved) = $0.event { true } else { false } }
  }

  mutating func takeAll() -> [TimedWindowEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }
}

/// Asks the compositor to report when it has shown a frame of a window; it does not report while the window is hidden.
final class WaylandFrames {
  private let surface: OpaquePointer
  private var callback: OpaquePointer?

  /// Whether the last report is pending.
  var isAwaited: Bool { callback != nil }

  /// Returns nil for a window without a surface.
  init?(of window: OpaquePointer) {
    guard let surface = WaylandSeat.surface(of: window) else { return nil }
    self.surface = surface
  }

  deinit { forget() }

  /// Requests a report for the next frame.
  func ask() {
    guard callback == nil else { return }
    callback = wl_surface_frame(surface)
    if let callback {
      wl_callback_add_listener(callback, Self.listener, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  /// Cancels the pending request.
  func forget() {
    if let callback { wl_callback_destroy(callback) }
    callback = nil
  }

  nonisolated(unsafe) private static let listener = {
    var listener = wl_callback_listener()
    listener.done = { data, _, _ in
      guard let data else { return }
      Unmanaged<WaylandFrames>.fromOpaque(data).takeUnretainedValue().forget()
    }
    return WaylandSeat.kept(listener)
  }()
}
