import Accessibility
import Workers
import ColorManagement
import Controls
import GPU
import Geometry
import Input
import Renderer
import Scene
import Typography
import Windowing
import Files
import Terminal

/// A window and what fills it: takes input, follows time, and draws only what changed.
package final class ContentWindow {
  package let host: HostWindow
  private var loop: EventLoop { host.window.loop }
  private var window: Window { host.window }
  package let content: any WindowContent
  private let surface: Surface
  private var trace = FrameTrace()
  private let hud: HUDOverlay
  private let keyboard: KeyboardFilter
  private let dragCarrier: WindowDragCarrier?
  private let dragReceiver: WindowDragReceiver?
  /// Why the next frame is drawn even if nothing changes.
  private var mustDraw: FrameReason? = .first
  /// What may change something in this turn.
  private var cause = FrameReason.news
  /// When the content wants to be advanced again, and when it said so.
  private var appointment: (due: Double, made: Double)?
  private var shownCursor = CursorShape.arrow
  private var rebuilds = 0
  /// Whether no frame was drawn yet since the window's size changed.
  private var hasNewSize = false
  /// Whether something was made ready since the last frame: what is drawn into then keeps its size until it is shown,
  /// whatever becomes of the window.
  private var hasPrepared = false
  /// When the last turn began to do something, and when the last frame was begun.
  private var turnTime = 0.0
  private var frameTime = 0.0
  /// When the first of what the present turn handles was done.
  private var inputTime: Double?
  /// When somebody last did something here.
  private(set) var lastInputTime = 0.0

  /// What the window's monitor is sent for colours of sRGB; nil sends them as they are.
  var displayTransform: DisplayTransform? {
    get { surface.displayTransform }
    set {
      guard newValue != surface.displayTransform else { return }
      surface.displayTransform = newValue
      mustDraw = .newProfile
    }
  }

  /// What is played into the window as if a person did it, its times counting from the first turn.
  package var script = InputScript()
  private var isScripted: Bool { !script.steps.isEmpty }

  /// What takes down all that is done, or nil.
  package var recorder: InputRecorder?

  /// The bytes of masks, meshes and pictures that a frame may upload: some milliseconds of work.
  package static let uploadBudget = 5 << 18

  private var played = 0
  private var startTime: Double?

  init(
    content: any WindowContent, window: HostWindow, typesetter: Typesetter, cacheDirectory: String?,
    assistance: AccessibilityBridge? = nil, surroundings: Surroundings? = nil
  ) {
    self.content = content
    host = window
    keyboard = KeyboardFilter(assistance: assistance) { [waker = window.window.loop.waker] in waker.wake() }
    surface = Surface(
      typesetter: typesetter, shaders: .ofEnvironment(), cacheDirectory: cacheDirectory)
    hud = HUDOverlay(on: surface, typesetter: typesetter)
    dragCarrier = (surroundings?.outwardDrag).map { [surface] in
      WindowDragCarrier(window.window, surface, $0)
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
    surface.uploadBudget = isScripted ? nil : Self.uploadBudget
  }

  /// Gives up what has not been drawn for long; the window's context is current.
  func forgetUnused() { surface.forgetUnused() }

  /// Lets go of everything on the GPU before another one fills the window, whose context is current.
  func letGo() { surface.reset() }

  /// Lays the content out in a window that another one filled before, and goes on with what was played into that.
  package func begin(after other: ContentWindow) {
    (script, recorder, played, startTime) = (other.script, other.recorder, other.played, other.startTime)
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
    let following = isScripted ? content.advanceAndSettle(to: now) : content.advance(to: now)
    keyboard.follow(content.controlHost, in: window)
    appointment = following.map { (due: $0, made: now) }
    let next = [following, scripted].compactMap { $0 }.min()
    showCursor()
    if let title = content.windowTitle, window.title != title { window.title = title }
    // Nothing is drawn then, but time may still come to something.
    guard !window.isIconified, !window.awaitsFrame else { return next.map { max($0, now + 1 / 60) } }
    let count = trace.count
    try drawSurvivingFaults(at: now, begun: start)
    return prepareAhead(until: nextTurn(after: now, next), hasDrawn: trace.count > count)
  }

  /// Returns when the next turn is due after one at `now`, where content and script want one at `next`.
  private func nextTurn(after now: Double, _ next: Double?) -> Double? {
    let nextFrame = now + 1 / (window.refreshRate ?? 60)
    if surface.statistics.isIncomplete || mustDraw == .resize { return nextFrame }
    guard let next else { return mustDraw == nil ? nil : now + 0.1 }
    return max(next, nextFrame)
  }

  /// Returns when the pointer's motion is to be looked at, where nothing but that waits and the last frame was just
  /// drawn: by then it has moved on, and nobody sees more frames than the monitor shows. Else nil.
  private func slotForMotion(at time: Double) -> Double? {
    let slot = frameTime + Self.slotShare / (window.refreshRate ?? 60)
    guard time < slot, window.hasMotionAlone, mustDraw == nil, !host.isHeld,
      (appointment?.due ?? .infinity) > time
    else { return nil }
    return slot
  }

  /// The part of a refresh after which motion is looked at again: what is left of it is for drawing.
  private static let slotShare = 0.75

  /// Makes something ready that later frames may need where nothing is due for a while; returns when the next turn is.
  private func prepareAhead(until due: Double?, hasDrawn: Bool) -> Double? {
    guard surface.canPrepare, (due ?? .infinity) > loop.now + Self.idleTime else { return due }
    // What has come while a frame was drawn is handled first.
    if !hasDrawn {
      surface.prepareMore()
      hasPrepared = true
    }
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
      if case .resized(let size, _) = event {
        recorder?.add(.resize(size), at: seconds, since: startTime ?? seconds)
      }
      layOut()
      mustDraw = .resize
      hasNewSize = true
    // A new size exposes the window, too.
    case .refreshNeeded: mustDraw = mustDraw ?? .exposure
    case .restored: mustDraw = .restoration
    case .closeRequested: content.close()
    case .input(.key(.function(5), _, isRepeat: false)) where GraphicsContext.isDebugBuild:
      surface.reloadShaders()
      mustDraw = .newShaders
    case .input(let input):
      take(input, at: seconds)
    default: break
    }
  }

  private func take(_ input: InputEvent, at seconds: Double) {
    lastInputTime = loop.now
    recorder?.add(.input(input), at: seconds, since: startTime ?? seconds)
    if case .key(.function(3), [], let isRepeat) = input {
      guard !isRepeat else { return }
      hud.toggle()
      mustDraw = .overlay
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
    let start = startTime ?? now
    startTime = start
    while played < script.steps.count, start + script.steps[played].time <= now {
      let step = script.steps[played]
      played += 1
      switch step.action {
      case .input(let input): take(input, at: start + step.time)
      case .resize(let size): window.size = size
      }
      if content.isFinished { return nil }
      content.receiveMail(at: start + step.time)
      content.settle(at: start + step.time)
      if content.isFinished { return nil }
    }
    return played < script.steps.count ? start + script.steps[played].time : nil
  }

  private func layOut() {
    content.layOut(size: window.size, scale: window.scale)
  }

  private func showCursor() {
    guard content.cursor != shownCursor else { return }
    shownCursor = content.cursor
    window.setCursor(shownCursor)
  }

  // MARK: Drawing

  private func drawSurvivingFaults(at time: Double, begun start: Double) throws {
    do {
      try draw(at: time, begun: start)
      if mustDraw == nil { rebuilds = 0 }
    } catch let error as GraphicsError {
      rebuilds += 1
      if rebuilds > 3 { throw error }
      StandardOutput.complain("\(error); everything on the GPU is built anew")
      surface.reset()
      if window.graphics.isLost { try window.replaceContext() }
      mustDraw = .rebuilding
    } catch  where trace.count > 0 && (error is ShaderError || error is MissingShader) {
      // While shaders are being edited the window goes on with those that last compiled.
      StandardOutput.complain("\(error)")
      mustDraw = surface.isReady ? .oldShaders : nil
    }
  }

  private func draw(at time: Double, begun start: Double) throws {
    let size = window.pixelSize
    guard !size.isEmpty else { return }
    injectLossIfAsked()
    window.graphics.setTarget(window: size)
    let isForced = mustDraw != nil
    guard
      try surface.draw(
        content, in: window.graphics, size: size, scale: window.scale, at: time, isForced: isForced,
        isWhole: isForced, keepsPicture: window.keepsPicture)
    else { return }
    let reason = mustDraw ?? cause
    hud.add(surface.statistics, because: reason, from: start, to: loop.now)
    try hud.draw(
      size: window.size, pixels: size, scale: window.scale, budget: window.refreshRate.map { 1 / $0 })
    let mayHaveOldSize = hasNewSize && (hasPrepared || window.wasMadeCurrent)
    window.swapBuffers()
    frameTime = time
    let latency = inputTime.map { loop.now - $0 }
    if let latency { hud.add(latency: latency) }
    trace.drew(because: reason, draws: surface.statistics.draws, latency: latency)
    (hasNewSize, hasPrepared) = (false, false)
    mustDraw = surface.statistics.isIncomplete ? .moreToUpload : mayHaveOldSize ? .resize : nil
  }

  /// In debug builds `REGALIA_LOSE_CONTEXT=N` loses the context once, before frame N + 1.
  private func injectLossIfAsked() {
    guard GraphicsContext.isDebugBuild, rebuilds == 0,
      let frame = UserFolders.variable("REGALIA_LOSE_CONTEXT").flatMap({ Int($0) }), frame == trace.count,
      !hasLostOnPurpose
    else { return }
    hasLostOnPurpose = true
    window.graphics.injectLoss()
  }

  private var hasLostOnPurpose = false
}
