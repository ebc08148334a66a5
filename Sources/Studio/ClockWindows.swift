import FlipClock
import Controls
import Geometry
import Typography
import Windowing

/// The windows of a clock, one or one on each monitor, that show the same clockwork.
final class ClockWindows {
  struct Opened {
    let window: Window
    let face: ClockFace
    let session: WindowSession
  }

  private let loop: EventLoop
  private let preferences: ClockPreferences
  private let wakeLock = DisplayWakeLock()
  private var opened: [Opened] = []
  let first: Opened

  /// Called on each turn of the loop.
  var onTurn: (() -> Void)?

  /// Where the pointer holds a window, from its top left corner.
  private var grip: Point?
  private weak var held: Window?

  /// The size of a window before its panel opened, when that needed more.
  private var roomTaken: Size?

  /// The settings that the windows have followed so far.
  private var settings: ClockSettings

  init(_ clock: ClockSession, _ work: Clockwork, _ loop: EventLoop, _ typesetter: Typesetter) throws {
    self.loop = loop
    settings = clock.settings
    preferences = ClockPreferences(folders: clock.folders)
    let monitors = loop.monitors
    var places: [Monitor?] = [nil]
    switch clock.settings.place {
    case .anywhere: break
    case .monitor(let number):
      guard monitors.indices.contains(number - 1) else {
        throw ClockSession.MissingMonitor(number: number, count: monitors.count)
      }
      places = [monitors[number - 1]]
    case .allMonitors: places = monitors.isEmpty ? [nil] : monitors
    }
    let made = try places.map { try Self.open(clock, on: $0, work, loop, typesetter) }
    first = made[0]
    opened = made
    for (one, monitor) in zip(made, places) {
      one.face.onRequest = { [unowned self] in answer($0, in: one) }
      one.face.onSettings = { [unowned self] in take($0) }
      one.face.monitorCount = monitors.count
      one.face.clipboard = Clipboard(
        read: { [unowned window = one.window] in window.clipboard },
        write: { [unowned window = one.window] in window.clipboard = $0 })
      if clock.settings.isFullScreen { cover(one, monitor) }
    }
  }

  private static func open(
    _ clock: ClockSession, on monitor: Monitor?, _ work: Clockwork, _ loop: EventLoop,
    _ typesetter: Typesetter
  ) throws -> Opened {
    var configuration = WindowConfiguration(
      title: "Clock", size: clock.size, minimumSize: ClockSession.minimumSize)
    configuration.scale = clock.settings.scale
    let window = try Window(configuration, in: loop)
    if let monitor {
      let (scale, size) = (window.scale, window.size)
      window.position = Point(
        (monitor.origin.x + Double(monitor.size.width) / 2) / scale - size.width / 2,
        (monitor.origin.y + Double(monitor.size.height) / 2) / scale - size.height / 2)
    }
    // Only one window can wait for its monitor without holding the others up.
    window.setSwapInterval(clock.settings.place == .allMonitors ? 0 : 1)
    let face = ClockFace(work: work, typesetter: typesetter, scale: window.scale)
    let session = WindowSession(
      content: face, window: window, loop: loop, typesetter: typesetter,
      cacheDirectory: clock.folders.programCache)
    return Opened(window: window, face: face, session: session)
  }

  var hasRunOut: Bool { opened.contains { $0.face.hasRunOut } }

  func reduceMotion(_ reduces: Bool) {
    for one in opened where one.face.reducesMotion != reduces { one.face.reducesMotion = reduces }
  }

  /// Runs until one of the windows is closed or `mustStop`.
  func run(until mustStop: () -> Bool) throws {
    defer { wakeLock.set(false) }
    for one in opened { one.session.layOut() }
    while true {
      onTurn?()
      var next: Double?
      if grip != nil, let held {
        drag(held)
        next = loop.now + 1 / 60
      }
      for one in opened {
        if opened.count > 1 { one.window.makeCurrent() }
        let due = try one.session.turn()
        if one.face.isFinished || mustStop() { return }
        if let due { next = min(next ?? .infinity, due) }
      }
      loop.wait(until: next)
      loop.poll()
    }
  }

  // MARK: What faces ask for

  private func answer(_ request: ClockFace.Request, in one: Opened) {
    let window = one.window
    switch request {
    case .toggleFullScreen: if window.isFullScreen { uncover(one) } else { cover(one, nil) }
    case .leaveFullScreen: uncover(one)
    case .beginMoving(let point):
      grip = point
      held = window
    case .move: drag(window)
    case .endMoving:
      drag(window)
      grip = nil
    case .makeRoom(let needed):
      guard !window.isFullScreen, roomTaken == nil else { return }
      let size = window.size
      roomTaken = size
      window.size = Size(width: max(size.width, needed.width), height: max(size.height, needed.height))
    case .giveRoomBack:
      if let roomTaken, !window.isFullScreen { window.size = roomTaken }
      roomTaken = nil
    }
  }

  /// Brings a window that is held to the pointer.
  ///
  /// Where the pointer is now counts, not its events: those tell of places in a window that has moved since, and
  /// there is none when the window moved as far as the pointer.
  private func drag(_ window: Window) {
    guard let grip else { return }
    let pointer = window.pointerOnScreen
    let place = Point(pointer.x - grip.x, pointer.y - grip.y)
    if place != window.position { window.position = place }
  }

  private func cover(_ one: Opened, _ monitor: Monitor?) {
    grip = nil
    one.window.enterFullScreen(on: monitor)
    fullScreenChanged(one)
  }

  private func uncover(_ one: Opened) {
    one.window.leaveFullScreen()
    fullScreenChanged(one)
  }

  private func fullScreenChanged(_ one: Opened) {
    one.face.isFullScreen = one.window.isFullScreen
    roomTaken = nil
    wakeLock.set(opened.contains { $0.window.isFullScreen })
  }

  private func take(_ settings: ClockSettings) {
    if !preferences.save(settings) {
      StandardOutput.complain("regalia: the settings cannot be kept; is the configuration folder writable?")
    }
    let before = self.settings
    self.settings = settings
    for one in opened {
      if settings.scale != before.scale { one.window.forceScale(settings.scale) }
      guard settings.isFullScreen != before.isFullScreen else { continue }
      if settings.isFullScreen != one.window.isFullScreen {
        if settings.isFullScreen { cover(one, nil) } else { uncover(one) }
      }
    }
  }
}
