import Accessibility
import ColorManagement
import Controls
import Exchange
import Files
import GPU
import Geometry
import Glibc
import Input
import Localization
import Renderer
import Scene
import Terminal
import Typography
import Windowing
import Workers

/// A window and its content: takes input, follows time, and draws only what changed.
package final class ContentWindow {
  package let host: HostWindow
  private var loop: EventLoop { host.window.loop }
  private var window: Window { host.window }
  package let content: any WindowContent
  private let renderer: WindowRenderer
  private let keyboard: KeyboardFilter
  private let dragCarrier: WindowDragCarrier?
  private let receiver: WindowReceiver?
  /// The reason for which the content may change in this turn.
  private var cause = FrameReason.news
  /// When the content next wants to be advanced, and when it requested that.
  private var appointment: (due: Double, made: Double)?
  private var shownCursor = CursorShape.arrow
  /// The time at which the last turn began its work.
  private var turnTime = 0.0
  /// When the first of what the present turn handles was done.
  private var inputTime: Double?
  /// The time of the last input to this window.
  private(set) var lastInputTime = 0.0

  /// The transform from sRGB to the colours of the window's monitor; nil sends colours unchanged.
  var displayTransform: DisplayTransform? {
    get { renderer.displayTransform }
    set { renderer.displayTransform = newValue }
  }

  /// The script to play into the window, and the recorder of its input.
  package var tape = InputTape()

  /// The bytes of masks, meshes and pictures that a frame may upload, which take some milliseconds.
  package static let uploadBudget = 5 << 18

  init(
    content: any WindowContent, window: HostWindow, typesetter: Typesetter, cacheDirectory: String?,
    assistance: AccessibilityBridge? = nil, surroundings: Surroundings? = nil
  ) {
    self.content = content
    host = window
    keyboard = KeyboardFilter(assistance: assistance) { [waker = window.window.loop.waker] in waker.wake() }
    renderer = WindowRenderer(
      content, in: window.window, typesetter: typesetter, cacheDirectory: cacheDirectory)
    dragCarrier = (surroundings?.outwardDrag).map { [renderer] in
      WindowDragCarrier(window.window, renderer.surface, $0)
    }
    receiver = (surroundings?.listener).map { WindowReceiver(window.window, $0) }
    content.controlHost?.dragCarrier = dragCarrier
    if let surroundings {
      content.controlHost?.isTouched = { surroundings.isTouched }
    }
    content.controlHost?.pointsPerInch = { [window = window.window] in
      window.monitor?.pixelsPerInch.map { $0 / window.scale }
    }
  }

  /// Lays out the content, before the first turn.
  package func begin() {
    layOut()
    // A script's frames are complete, so that they are the same each time.
    renderer.surface.uploadBudget = tape.isScripted ? nil : Self.uploadBudget
  }

  /// Gives up what has not been drawn for long; the window's context is current.
  func forgetUnused() { renderer.surface.forgetUnused() }

  /// Lets go of everything on the GPU before another one fills the window, whose context is current.
  func letGo() { renderer.surface.reset() }

  /// Lays out the content in a window that another one filled before, and continues the other one's script.
  package func begin(after other: ContentWindow) {
    tape = other.tape
    begin()
  }

  /// Handles events, draws changes, and returns when the next turn is due.
  ///
  /// A lost context or an OpenGL error is reported and recovered from; if drawing fails repeatedly, it throws.
  package func turn() throws -> Double? {
    let due = try takeTurn()
    // A window being moved has to follow the pointer without pointer events.
    return host.isHeld ? min(due ?? .infinity, loop.now + 1 / 60) : due
  }

  private func takeTurn() throws -> Double? {
    host.move()
    let start = loop.now
    if let slot = slotForMotion(at: start) { return slot }
    cause = reasonToWake(at: start)
    inputTime = nil
    let answered = keyboard.takeAnswers(at: start)
    for timed in answered + window.takeEvents().flatMap(keyboard.admit) {
      if case .input = timed.event { inputTime = min(inputTime ?? .infinity, timed.since) }
      // Events that arrived during the last turn are handled after it.
      handle(timed.event, at: max(timed.seconds, turnTime))
      if content.isFinished { return nil }
    }
    takeReceived(at: max(start, turnTime))
    if content.isFinished { return nil }
    let now = loop.now
    turnTime = now
    content.receiveMail(at: now)
    if content.isFinished { return nil }
    for fault in dragCarrier?.takeFaults() ?? [] {
      guard let host = content.controlHost else { continue }
      host.say(
        host.interface.language.localized(
          Message("Nothing can be dragged out of the window: {reason}", parts: ["reason": fault])))
    }
    let scripted = playScript(until: now)
    if content.isFinished { return nil }
    let following = tape.isScripted ? content.advanceAndSettle(to: now) : content.advance(to: now)
    keyboard.follow(content.textInput, in: window)
    appointment = following.map { (due: $0, made: now) }
    let next = [following, scripted].compactMap { $0 }.min()
    showCursor()
    if let title = content.windowTitle, window.title != title { window.title = title }
    // Nothing is drawn then, but timers may still be due.
    guard !window.isIconified, !window.awaitsFrame else { return next.map { max($0, now + 1 / 60) } }
    let hasDrawn = try renderer.draw(at: now, begun: start, because: cause, inputTime: inputTime)
    return prepareAhead(until: renderer.nextTurn(after: now, next), hasDrawn: hasDrawn)
  }

  /// Returns when to handle the pointer's motion, if only motion is pending and a frame was just drawn; otherwise nil.
  /// Later motion replaces it until then, and the monitor shows no more frames anyway.
  private func slotForMotion(at time: Double) -> Double? {
    let slot = renderer.frameTime + Self.slotShare / (window.refreshRate ?? 60)
    guard time < slot, window.hasMotionAlone, renderer.demand == nil, !host.isHeld,
      (appointment?.due ?? .infinity) > time
    else { return nil }
    return slot
  }

  /// The fraction of a refresh after which motion is handled again; the rest is for drawing.
  private static let slotShare = 0.75

  /// Prepares resources for later frames if nothing is due for a while; returns when the next turn is due.
  private func prepareAhead(until due: Double?, hasDrawn: Bool) -> Double? {
    guard renderer.canPrepare, (due ?? .infinity) > loop.now + Self.idleTime else { return due }
    // Input that has arrived while a frame was drawn is handled first.
    if !hasDrawn { renderer.prepareMore() }
    return loop.now
  }

  /// The minimum time until the next turn for which the window counts as idle, in seconds.
  package static let idleTime = 0.04

  /// Returns the reason for a turn without input.
  private func reasonToWake(at time: Double) -> FrameReason {
    guard let appointment, appointment.due <= time else { return .news }
    // An animation requests the next frame immediately.
    return appointment.due <= appointment.made ? .animation : .timer
  }

  // MARK: Assistive tools

  /// Identifies the window within its program; it stays the same when the window is filled again.
  var id: Int { Int(bitPattern: ObjectIdentifier(host)) }

  /// The window's current description for assistive tools.
  var description: WindowDescription {
    let (place, scale) = (window.position, window.scale)
    return WindowDescription(
      id: id, tree: content.accessibility(titled: window.title),
      origin: Point(place.x * scale, place.y * scale), scale: scale, isActive: window.hasFocus,
      language: content.controlHost?.interface.language.tag ?? "en")
  }

  /// Performs an assistive tool's request, before the next turn.
  func perform(_ action: AccessibilityAction, on node: String) {
    content.perform(action, on: node, at: loop.now)
  }

  // MARK: Events

  private func handle(_ event: WindowEvent, at seconds: Double) {
    switch event {
    case .resized, .scaleChanged, .monitorChanged:
      if case .resized(let size, _) = event { tape.record(.resize(size), at: seconds) }
      layOut()
      renderer.sizeChanged()
    // A new size exposes the window, too.
    case .refreshNeeded: renderer.requireExposed()
    case .restored: renderer.require(.restoration)
    case .closeRequested: content.close()
    case .input(.key(.function(5), _, isRepeat: false)) where GraphicsContext.isDebugBuild:
      renderer.reloadShaders()
    case .input(let input):
      take(input, at: seconds)
    default: break
    }
  }

  private func take(_ input: InputEvent, at seconds: Double) {
    lastInputTime = loop.now
    tape.record(.input(input), at: seconds)
    if case .key(.function(3), [], let isRepeat) = input {
      if !isRepeat { renderer.toggleTimes() }
      return
    }
    cause = .input
    content.handle(input, at: seconds)
    if case .dragMoved = input { answerDrag(content.controlHost?.takesDrop ?? true) }
  }

  /// Reports to X11 or Wayland whether the window accepts the drag at its position.
  private func answerDrag(_ isWelcome: Bool) {
    window.answerDrag(isWelcome)
    receiver?.answer(isWelcome)
  }

  /// Handles other programs' drags over the window, and pinches.
  private func takeReceived(at time: Double) {
    for input in receiver?.takeEvents() ?? [] {
      take(input, at: time)
      if content.isFinished { return }
    }
  }

  /// Plays the script's steps up to a time; returns when the next step is due.
  private func playScript(until now: Double) -> Double? {
    tape.begin(at: now)
    while let step = tape.nextStep(until: now) {
      switch step.action {
      case .input(let input): take(input, at: step.time)
      case .resize(let size): window.size = size
      }
      if content.isFinished { return nil }
      content.receiveMail(at: step.time)
      content.settle(at: step.time)
      if content.isFinished { return nil }
    }
    return tape.nextTime
  }

  private func layOut() {
    content.layOut(size: window.size, scale: window.scale)
  }

  private func showCursor() {
    guard content.cursor != shownCursor else { return }
    shownCursor = content.cursor
    window.setCursor(shownCursor)
  }
}

/// Writes drawn frames and their reasons to standard error if `REGALIA_TRACE=frames` is set.
struct FrameTrace {
  private let isOn = UserFolders.variable("REGALIA_TRACE") == "frames"
  private(set) var count = 0

  /// Records a shown frame; `latency` is the time in seconds since the first input that it shows.
  mutating func drew(because reason: FrameReason, draws: Int, latency: Double?) {
    count += 1
    guard isOn else { return }
    // Untranslated: a trace for developers.
    let delay = latency.map { ", \(HUDText.milliseconds($0)) after input" } ?? ""
    StandardOutput.log("frame \(count): \(reason.rawValue), \(draws) draws, at \(Self.now)\(delay)")
  }

  func note(_ words: String) {
    // Untranslated: a trace for developers.
    if isOn { StandardOutput.log("\(words), after frame \(count)") }
  }

  /// The system clock in milliseconds, from which a script can subtract the program's start time.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// Receives other programs' drags over one window, and pinches on touchpads, as input events.
final class WindowReceiver {
  private let window: Window
  private let listener: WindowListener
  private let mail: Mailbox<WindowListener.Event>
  /// The factor by which a notch of the wheel with Ctrl zooms a page.
  private static let zoomOfNotch = 1.2

  /// The X11 number under which the window receives events.
  private var number: UInt32?

  init(_ window: Window, _ listener: WindowListener) {
    (self.window, self.listener) = (window, listener)
    mail = Mailbox(wake: { [waker = window.loop.waker] in waker.wake() })
  }

  deinit { if let number { listener.forget(number) } }

  /// Returns the events since the last call; none without X11. A pinch is a turn of the wheel with Ctrl, as in browsers.
  func takeEvents() -> [InputEvent] {
    guard let current = window.x11Number else { return [] }
    // A window that is reopened, with its context, has another X11 number.
    if number != current {
      if let number { listener.forget(number) }
      number = current
      listener.listen(for: current, mail)
    }
    return mail.takeAll().map { event in
      switch event {
      case .moved(let dragged, let x, let y): .dragMoved(dragged, point(x, y))
      case .left: .dragLeft
      case .dropped(let dragged, let x, let y): .dropped(dragged, point(x, y))
      case .pinched(let factor, let x, let y):
        .wheel(point(x, y), Vector(0, log(factor) / log(Self.zoomOfNotch)), .control)
      }
    }
  }

  /// Reports whether the window accepts the drag at its position.
  func answer(_ isWelcome: Bool) {
    if let number { listener.answer(isWelcome, for: number) }
  }

  /// Converts a pixel of the screen to window coordinates.
  private func point(_ x: Int, _ y: Int) -> Point {
    let (corner, scale) = (window.position, window.scale)
    return Point(Double(x) / scale - corner.x, Double(y) / scale - corner.y)
  }
}

/// The frame times of a window, drawn over its content on request.
///
/// They are drawn separately, so that they do not include their own cost.
final class HUDOverlay {
  private(set) var isShown = false
  private var history = HUDHistory()
  private var lastStart: Double?
  private let typesetter: Typesetter
  private let surface: Surface
  private lazy var hud = HUD(typesetter: typesetter)
  private var list = DisplayList()

  init(on surface: Surface, typesetter: Typesetter) {
    self.surface = surface
    self.typesetter = typesetter
  }

  /// Shows or hides the frame times; when hidden, they keep no GPU resources. The window's context must be current.
  func toggle() {
    isShown.toggle()
    if !isShown { surface.forgetOverlay() }
  }

  /// Records a frame by the time when it was begun and the time when it was submitted to the driver.
  func add(
    _ statistics: FrameStatistics, because reason: FrameReason, from start: Double, to end: Double
  ) {
    let interval = lastStart.map { start - $0 }.flatMap { $0 <= HUDHistory.rest ? $0 : nil }
    lastStart = start
    history.add(
      HUDHistory.Frame(
        reason: reason, work: end - start, interval: interval, draws: statistics.draws,
        uploadedBytes: statistics.uploadedBytes))
  }

  /// Records the last frame's latency: the seconds from the input that it shows until it was shown.
  func add(latency: Double) { history.latency = latency }

  /// Draws over the target's content; if an edited shader does not compile, the overlay reports that and hides.
  func draw(size: Size, pixels: PixelSize, scale: Double, budget: Double?) throws {
    guard isShown else { return }
    hud.layOut(size: size, scale: scale)
    hud.show(history, budget: budget)
    list.record(hud.layer)
    do {
      try surface.draw(over: list, size: pixels, scale: scale)
    } catch  where error is ShaderError || error is MissingShader {
      StandardOutput.complain("\(error)")
      isShown = false
    }
  }
}

/// The reason why a window drew a frame; the raw value is shown to people.
enum FrameReason: String, Hashable, Sendable, CaseIterable {
  case first = "the first"
  /// Input from a person or a script.
  case input
  /// An animation was running.
  case animation
  /// A timer was due.
  case timer
  /// A message from elsewhere: a setting, a line of input, or finished background work.
  case news = "news from outside"
  case resize = "a new size"
  case exposure = "the window system asked"
  case restoration = "the window came back"
  case moreToUpload = "more was to be uploaded"
  /// The frame times were shown or hidden.
  case overlay = "frame times were asked for"
  case newShaders = "shaders were read anew"
  case oldShaders = "the shaders from before stay"
  /// The monitor's profile changed.
  case newProfile = "the monitor has another profile"
  case rebuilding = "everything was built anew"
}
