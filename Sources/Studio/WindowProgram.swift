import Accessibility
import Background
public import Colors
public import Controls
import Desktop
import Geometry
import Renderer
import Scene
import Typography
import Windowing

/// A program that shows a content: in a window, as a picture, as layers, or as the tree for assistive tools.
///
///     let program = WindowProgram(settings) { environment in
///       PickerWindow(options: options, interface: environment.interface, clipboard: environment.clipboard)
///     }
///     let panel = try program.run()
public struct WindowProgram<Content: WindowContent> {
  public var settings: WindowSettings
  /// Called before anything else where a window is to be opened; throws when that would have nothing to show.
  public var check: () throws -> Void = {}
  /// Called before the first window opens, when it is certain that there is a display.
  public var prepare: () throws -> Void = {}
  private let make: (WindowEnvironment) throws -> Content

  /// Creates the program of a content that `make` makes, once for each window.
  public init(_ settings: WindowSettings, make: @escaping (WindowEnvironment) throws -> Content) {
    self.settings = settings
    self.make = make
  }

  // MARK: In windows

  /// Opens the window and returns its content when it is finished; of several windows the first one's.
  public func run() throws -> Content {
    try check()
    let recorder = try settings.recording.map { try InputRecorder(path: $0) }
    let followsDesktop =
      settings.appearance == nil || settings.reducesMotion == nil || settings.hasHighContrast == nil
    // The desktop answers while the window opens.
    let desktop = followsDesktop ? DesktopSettings() : nil
    let typesetter = Typesetter()
    let loop = try InputMethod.withoutX11 { try EventLoop() }
    let assistance = AccessibilityBridge { [waker = loop.waker] in waker.wake() }
    try prepare()
    let windows = try open(in: loop, typesetter)
    let first = windows[0]
    let preferences = desktop?.preferences(waitingAtMost: 0.1) ?? DesktopSettings.Preferences()
    let theme = theme(preferences)
    let fill = { (window: HostWindow) in
      let content = try make(
        WindowEnvironment(window: window, typesetter: typesetter, theme: theme, settings: settings))
      content.reducesMotion = settings.reducesMotion ?? preferences.reducesMotion ?? false
      if settings.isFullScreen { window.enterFullScreen() }
      return ContentWindow(
        content: content, window: window, typesetter: typesetter,
        cacheDirectory: settings.folders.programCache, assistance: assistance)
    }
    var shown = try windows.map(fill)
    shown[0].script = settings.script
    shown[0].recorder = recorder
    desktop?.setOnChange { [waker = loop.waker] in waker.wake() }
    Interruption.watch { [waker = loop.waker] in waker.wake() }
    let last = try withExtendedLifetime(first) {
      try run(
        &shown, loop, desktop, assistance, since: preferences, refilling: settings.isRefilled ? fill : nil)
    }
    guard let content = last.content as? Content else {
      preconditionFailure("its content is what it was given")
    }
    return content
  }

  private func open(in loop: EventLoop, _ typesetter: Typesetter) throws -> [HostWindow] {
    let monitors = loop.monitors
    var places: [Monitor?] = [nil]
    switch settings.monitors {
    case .anywhere: break
    case .number(let number):
      guard monitors.indices.contains(number - 1) else {
        throw MissingMonitor(number: number, count: monitors.count)
      }
      places = [monitors[number - 1]]
    case .all: if !monitors.isEmpty { places = monitors }
    }
    return try places.map { monitor in
      var configuration = WindowConfiguration(
        title: settings.title, size: settings.size, minimumSize: settings.minimumSize)
      configuration.scale = settings.scale
      let window = try Window(configuration, in: loop)
      // Only one window can wait for its monitor without holding the others up.
      window.setSwapInterval(settings.monitors == .all ? 0 : 1)
      return HostWindow(window, on: monitor)
    }
  }

  /// Runs until one of the contents is finished, or with `refill` until the program is told to end; returns the first
  /// window as it was then.
  private func run(
    _ windows: inout [ContentWindow], _ loop: EventLoop, _ desktop: DesktopSettings?,
    _ assistance: AccessibilityBridge, since preferences: DesktopSettings.Preferences,
    refilling refill: ((HostWindow) throws -> ContentWindow)?
  ) throws -> ContentWindow {
    var followed = preferences
    for window in windows { window.begin() }
    var deadline: Double?
    while true {
      if deadline == nil, Interruption.hasArrived {
        // Contents save what they have; one that would rather ask is not waited for.
        deadline = loop.now + 2
        for window in windows { window.content.close() }
      }
      if let deadline, loop.now >= deadline { return windows[0] }
      if let current = desktop?.current, current != followed {
        for window in windows { follow(current, after: followed, window.content) }
        followed = current
      }
      for request in assistance.takeRequests() {
        windows.first { $0.id == request.window }?.perform(request.action, on: request.node)
      }
      var next: Double?
      for (index, window) in windows.enumerated() {
        if windows.count > 1 { window.host.window.makeCurrent() }
        var due = try window.turn()
        if window.content.isFinished {
          guard let refill, deadline == nil else { return windows[0] }
          windows[index] = try refill(window.host)
          windows[index].begin(after: window)
          due = loop.now
        }
        if let due { next = min(next ?? .infinity, due) }
      }
      if assistance.isInUse { assistance.publish(windows.map(\.description)) }
      loop.wait(until: deadline.map { min(next ?? .infinity, $0) } ?? next)
      loop.poll()
    }
  }

  /// Changes a content with the desktop's settings, as far as the person has left them open.
  private func follow(
    _ current: DesktopSettings.Preferences, after earlier: DesktopSettings.Preferences,
    _ content: any WindowContent
  ) {
    let wanted = theme(current)
    if wanted != theme(earlier) { content.setTheme(wanted) }
    content.reducesMotion = settings.reducesMotion ?? current.reducesMotion ?? false
  }

  /// Returns the colours that the person and, where they left it open, the desktop asks for.
  private func theme(_ preferences: DesktopSettings.Preferences) -> Theme {
    Theme(
      settings.appearance ?? preferences.appearance ?? settings.usualAppearance,
      hasHighContrast: settings.hasHighContrast ?? preferences.hasHighContrast ?? false)
  }

  // MARK: Without a window

  /// Returns a picture of the window at `scale` pixels a point, drawn without one, at a time of the script or after
  /// all of it.
  public func picture(scale: Double, at time: Double? = nil) throws -> Bitmap {
    let typesetter = Typesetter()
    let content = try content(typesetter, scale: scale)
    return try Snapshot.bitmap(
      of: content, playing: settings.script, size: settings.size, scale: scale, at: time ?? end,
      typesetter: typesetter, cacheDirectory: settings.folders.programCache)
  }

  /// Writes that picture into a PNG; one of very many pixels is drawn and written a tile at a time.
  public func writePicture(to path: String, scale: Double, at time: Double? = nil) throws {
    let typesetter = Typesetter()
    let content = try content(typesetter, scale: scale)
    try Snapshot.write(
      content, playing: settings.script, size: settings.size, scale: scale, at: time ?? end,
      typesetter: typesetter, cacheDirectory: settings.folders.programCache, to: path)
  }

  /// Returns what assistive tools are told of the window after its script, as JSON.
  public func description() throws -> String { try played().accessibility.json }

  /// Returns the content at a time of its script, or after all of it.
  public func played(until time: Double? = nil, scale: Double = 1) throws -> Content {
    let content = try content(Typesetter(), scale: scale)
    var playback = Playback(of: settings.script, into: content, size: settings.size, scale: scale)
    playback.play(until: time ?? end)
    return content
  }

  /// Returns the content as it is made, laid out but with nothing done to it.
  public func laidOut(scale: Double = 1) throws -> Content {
    let content = try content(Typesetter(), scale: scale)
    content.layOut(size: settings.size, scale: scale)
    return content
  }

  private var end: Double { (settings.script.steps.last?.time ?? 0) + settings.settlingTime }

  private func content(_ typesetter: Typesetter, scale: Double) throws -> Content {
    let content = try make(
      WindowEnvironment(
        offscreen: typesetter, appearance: settings.appearance ?? settings.usualAppearance,
        hasHighContrast: settings.hasHighContrast ?? false, scale: scale,
        folders: settings.folders, isScripted: !settings.script.steps.isEmpty))
    content.reducesMotion = settings.reducesMotion ?? false
    return content
  }
}

/// A monitor that is not there.
package struct MissingMonitor: Error, CustomStringConvertible {
  package let number: Int
  package let count: Int

  package var description: String {
    "there is no monitor \(number); \(count == 1 ? "there is one" : "there are \(count)")"
  }
}
