import Accessibility
import ColorManagement
import Controls
import Exchange
import Files
import GPU
import Geometry
import Glibc
import Input
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
  private let dragReceiver: WindowDragReceiver?
  /// What may change something in this turn.
  private var cause = FrameReason.news
  /// When the content wants to be advanced again, and when it said so.
  private var appointment: (due: Double, made: Double)?
  private var shownCursor = CursorShape.arrow
  /// When the last turn began to do something.
  private var turnTime = 0.0
  /// When the first of what the present turn handles was done.
  private var inputTime: Double?
  /// When somebody last did something here.
  private(set) var lastInputTime = 0.0

  /// What the window's monitor is sent for colours of sRGB; nil sends them as they are.
  var displayTransform: DisplayTransform? {
    get { renderer.displayTransform }
    set { renderer.displayTransform = newValue }
  }

  /// The script to play into the window, and the recorder of its input.
  package var tape = InputTape()

  /// The bytes of masks, meshes and pictures that a frame may upload: some milliseconds of work.
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
    dragReceiver = (surroundings?.inwardDrag).map { WindowDragReceiver(window.window, $0) }
    content.controlHost?.dragCarrier = dragCarrier
    if let surroundings {
      content.controlHost?.isTouched = { surroundings.isTouched }
    }
  }

  /// Lays the content out, before the first turn.
  package func begin() {
    layOut()
    // A script's frames are complete, so that they are the same each time.
    renderer.surface.uploadBudget = tape.isScripted ? nil : Self.uploadBudget
  }

  /// Gives up what has not been drawn for long; the window's context is current.
  func forgetUnused() { renderer.surface.forgetUnused() }

  /// Lets go of everything on the GPU before another one fills the window, whose context is current.
  func letGo() { renderer.surface.reset() }

  /// Lays the content out in a window that another one filled before, and goes on with what was played into that.
  package func begin(after other: ContentWindow) {
    tape = other.tape
    begin()
  }

  /// Handles what has come, draws what changed, and returns when the next turn is due.
  ///
  /// A lost context or an OpenGL error is reported and survived; when drawing fails again and again, it throws.
  package func turn() throws -> Double? {
    let due = try takeTurn()
    // A window that is held has to be brought to the pointer without being told where that is.
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
      // What came while the last turn was under way is done after it.
      handle(timed.event, at: max(timed.seconds, turnTime))
      if content.isFinished { return nil }
    }
    takeDrags(at: max(start, turnTime))
    if content.isFinished { return nil }
    let now = loop.now
    turnTime = now
    content.receiveMail(at: now)
    if content.isFinished { return nil }
    for fault in dragCarrier?.takeFaults() ?? [] { content.controlHost?.say("Nothing to drop: \(fault)") }
    let scripted = playScript(until: now)
    if content.isFinished { return nil }
    let following = tape.isScripted ? content.advanceAndSettle(to: now) : content.advance(to: now)
    keyboard.follow(content.controlHost, in: window)
    appointment = following.map { (due: $0, made: now) }
    let next = [following, scripted].compactMap { $0 }.min()
    showCursor()
    if let title = content.windowTitle, window.title != title { window.title = title }
    // Nothing is drawn then, but time may still come to something.
    guard !window.isIconified, !window.awaitsFrame else { return next.map { max($0, now + 1 / 60) } }
    let hasDrawn = try renderer.draw(at: now, begun: start, because: cause, inputTime: inputTime)
    return prepareAhead(until: renderer.nextTurn(after: now, next), hasDrawn: hasDrawn)
  }

  /// Returns when the pointer's motion is to be looked at, where nothing but that waits and the last frame was just
  /// drawn: by then it has moved on, and nobody sees more frames than the monitor shows. Else nil.
  private func slotForMotion(at time: Double) -> Double? {
    let slot = renderer.frameTime + Self.slotShare / (window.refreshRate ?? 60)
    guard time < slot, window.hasMotionAlone, renderer.demand == nil, !host.isHeld,
      (appointment?.due ?? .infinity) > time
    else { return nil }
    return slot
  }

  /// The part of a refresh after which motion is looked at again: what is left of it is for drawing.
  private static let slotShare = 0.75

  /// Makes something ready that later frames may need where nothing is due for a while; returns when the next turn is.
  private func prepareAhead(until due: Double?, hasDrawn: Bool) -> Double? {
    guard renderer.canPrepare, (due ?? .infinity) > loop.now + Self.idleTime else { return due }
    // What has come while a frame was drawn is handled first.
    if !hasDrawn { renderer.prepareMore() }
    return loop.now
  }

  /// The seconds until the next turn from which on nothing is waiting.
  package static let idleTime = 0.04

  /// Why the window does something at a time when nobody touches it.
  private func reasonToWake(at time: Double) -> FrameReason {
    guard let appointment, appointment.due <= time else { return .news }
    // What moves wants the next frame at once.
    return appointment.due <= appointment.made ? .animation : .timer
  }

  // MARK: Assistive tools

  /// Tells the windows of a program apart; one that is filled again stays the same.
  var id: Int { Int(bitPattern: ObjectIdentifier(host)) }

  /// What assistive tools are told of the window as it is now.
  var description: WindowDescription {
    let (place, scale) = (window.position, window.scale)
    return WindowDescription(
      id: id, tree: content.accessibility(titled: window.title),
      origin: Point(place.x * scale, place.y * scale), scale: scale, isActive: window.hasFocus)
  }

  /// Does what an assistive tool asks for, before the next turn.
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

  /// Says whether what is dragged over the window would be taken where it is now, to X11 or to Wayland.
  private func answerDrag(_ isWelcome: Bool) {
    window.answerDrag(isWelcome)
    dragReceiver?.answer(isWelcome)
  }

  /// Takes in what other programs drag over the window.
  private func takeDrags(at time: Double) {
    for input in dragReceiver?.takeEvents() ?? [] {
      take(input, at: time)
      if content.isFinished { return }
    }
  }

  /// Plays what the script has up to a time; returns when the next step is due.
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

/// Says on standard error which frames are drawn and why, when `REGALIA_TRACE=frames` asks for it.
struct FrameTrace {
  private let isOn = UserFolders.variable("REGALIA_TRACE") == "frames"
  private(set) var count = 0

  /// Notes a frame that was shown, and how many seconds after the first input that it shows.
  mutating func drew(because reason: FrameReason, draws: Int, latency: Double?) {
    count += 1
    guard isOn else { return }
    let delay = latency.map { ", \(HUDText.milliseconds($0)) after input" } ?? ""
    StandardOutput.log("frame \(count): \(reason.rawValue), \(draws) draws, at \(Self.now)\(delay)")
  }

  func note(_ words: String) {
    if isOn { StandardOutput.log("\(words), after frame \(count)") }
  }

  /// Milliseconds of the system's clock, so that a script can subtract when it started the program.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// Receives what other programs drag over one window, as its input.
final class WindowDragReceiver {
  private let window: Window
  private let drag: InwardDrag
  private let mail: Mailbox<InwardDrag.Event>
  /// The number by which the window is heard for.
  private var number: UInt32?

  init(_ window: Window, _ drag: InwardDrag) {
    (self.window, self.drag) = (window, drag)
    mail = Mailbox(wake: { [waker = window.loop.waker] in waker.wake() })
  }

  deinit { if let number { drag.forget(number) } }

  /// Returns what has been dragged over the window since it was last asked for; nothing where there is no X11.
  func takeEvents() -> [InputEvent] {
    guard let current = window.x11Number else { return [] }
    // A window that is opened anew, with its context, is another one for the display.
    if number != current {
      if let number { drag.forget(number) }
      number = current
      drag.listen(for: current, mail)
    }
    return mail.takeAll().map { event in
      switch event {
      case .moved(let dragged, let x, let y): .dragMoved(dragged, point(x, y))
      case .left: .dragLeft
      case .dropped(let dragged, let x, let y): .dropped(dragged, point(x, y))
      }
    }
  }

  /// Says whether what is dragged over the window would be taken where it is now.
  func answer(_ isWelcome: Bool) {
    if let number { drag.answer(isWelcome, for: number) }
  }

  /// Returns where a pixel of the screen is in the window.
  private func point(_ x: Int, _ y: Int) -> Point {
    let (corner, scale) = (window.position, window.scale)
    return Point(Double(x) / scale - corner.x, Double(y) / scale - corner.y)
  }
}

/// The frame times of a window, drawn over its content when a person asks for them.
///
/// They are drawn apart from it, so that what they tell is what the content took without them.
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

  /// Shows or hides it; hidden it keeps nothing on the GPU. The window's context is current.
  func toggle() {
    isShown.toggle()
    if !isShown { surface.forgetOverlay() }
  }

  /// Records a frame that was begun at one time and handed to the driver at another.
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

  /// Records how many seconds after the input that it shows the last frame was shown.
  func add(latency: Double) { history.latency = latency }

  /// Draws over what is in the target; when an edited shader is refused, the overlay reports that and hides.
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

/// Why a window drew a frame; the raw value is what people are told.
enum FrameReason: String, Hashable, Sendable, CaseIterable {
  case first = "the first"
  /// A person, or a script, did something.
  case input
  /// Something was on its way.
  case animation
  /// A time came for which something had waited.
  case timer
  /// What came from elsewhere changed something: a setting, a line of input, work that was done.
  case news = "news from outside"
  case resize = "a new size"
  case exposure = "the window system asked"
  case restoration = "the window came back"
  case moreToUpload = "more was to be uploaded"
  /// The frame times were shown or hidden.
  case overlay = "frame times were asked for"
  case newShaders = "shaders were read anew"
  case oldShaders = "the shaders from before stay"
  /// The monitor shows colours in another way than it was taken to.
  case newProfile = "the monitor has another profile"
  case rebuilding = "everything was built anew"
}
