public import Colors
public import Controls
public import Geometry
public import Input
public import Localization
import Motion
import Scene
public import Typography

/// Performs actions for a clock that need its owner, such as moving the window.
public protocol ClockFaceDelegate: AnyObject {
  /// The face requests an action from its window.
  func clockFace(_ face: ClockFace, requests request: ClockFace.Request)
  /// A countdown has ended; called once.
  func clockFaceTimeIsUp(_ face: ClockFace)
  /// Settings were changed in the panel and need to be saved.
  func clockFace(_ face: ClockFace, changed settings: ClockSettings)
  /// A colour was chosen in the picker.
  func clockFace(_ face: ClockFace, accepted color: RGBA)
  /// Recently chosen colours, for the picker.
  var recentColors: [RGBA] { get }
  /// Handles messages from other threads; called once per turn of the loop.
  func receiveMail()
}

extension ClockFaceDelegate {
  public func clockFace(_ face: ClockFace, accepted color: RGBA) {}
  public var recentColors: [RGBA] { [] }
  public func receiveMail() {}
}

/// A flip clock, the content of its window.
///
/// Cards flip at the exact times of their ticks, regardless of frames; nothing changes between flips.
public final class ClockFace: ControlWindow {
  /// An action that only the window can perform.
  public enum Request: Hashable, Sendable {
    /// Enter or leave full screen.
    case toggleFullScreen
    /// Leave full screen for a window.
    case leaveFullScreen
    /// Move the window with the pointer, which holds it at a point, until the button is released.
    case beginMoving(Point)
    /// Move the window to the pointer.
    case move
    /// End moving; the pointer has released the window.
    case endMoving
    /// Cancel moving and restore the window's position.
    case cancelMoving
    /// Enlarge the window to a size for what is open in it.
    case makeRoom(Size)
    /// Restore the window's size after that has closed.
    case giveRoomBack
  }

  /// Performs the actions that need the face's owner.
  public weak var delegate: (any ClockFaceDelegate)?

  /// The factory of colour pickers for the settings.
  public var colorPickers = ColorPickerFactory.none

  /// The number of available monitors.
  public var monitorCount = 1

  let bar: ClockBar
  private(set) var panel: ClockPanel?
  /// The size that the window was last asked for; nil while nothing is open in it.
  private var roomAsked: Size?
  private(set) var entry: CountdownEntry?
  private let ticker: ClockTicker
  private let ground: ClockGround
  private let idling = ClockIdling()
  private var end = CountdownEnd()
  /// The control that had the focus when the panel opened.
  private weak var focusBefore: Control?

  /// The desktop's or the person's theme for all windows.
  private var desktopTheme: Theme

  /// Creates a face that stands still until `start(at:)`.
  ///
  /// - Parameters:
  ///   - work: The clockwork, which several faces may show.
  ///   - typesetter: Sets the digits.
  ///   - theme: The theme of other windows, which some of the clock's themes follow.
  ///   - scale: The pixels per point, above 0.
  ///   - language: The language of texts.
  public init(
    work: Clockwork, typesetter: Typesetter, theme: Theme = Theme(.dark), scale: Double,
    language: Language = .english
  ) {
    desktopTheme = theme
    let interface = Interface(typesetter: typesetter, theme: theme, scale: scale, language: language)
    bar = ClockBar(language)
    ground = ClockGround(language)
    ticker = ClockTicker(
      work,
      ClockDial(typesetter: typesetter, interface: interface, flipDuration: 0.5 / min(1, work.rate)))
    super.init(root: ground, interface: interface)
    layer.name = "clock"
    for (place, part) in [dial.layer, idling.veil].enumerated() { layer.insertSublayer(part, at: place) }
    ground.delegate = self
    bar.delegate = self
    ground.addChild(bar)
  }

  /// The clockwork, which faces on several monitors share.
  public var clockwork: Clockwork { ticker.work }

  var dial: ClockDial { ticker.dial }

  /// The clipboard shared with other programs.
  public var clipboard: Clipboard {
    get { host.clipboard }
    set { host.clipboard = newValue }
  }

  /// Whether the window is full screen.
  public var isFullScreen: Bool {
    get { ground.isFullScreen }
    set { ground.isFullScreen = newValue }
  }

  public override func receiveMail(at time: Double) { delegate?.receiveMail() }

  /// Whether cards change without flipping; the clock's own setting overrides the value set here.
  public override var reducesMotion: Bool {
    get { clockwork.settings.reducesMotion ?? interface.reducesMotion }
    set { interface.reducesMotion = newValue }
  }

  /// The reading that the cards show or are flipping to.
  public var reading: ClockReading { dial.reading }

  /// Whether a countdown has ended and its notice was shown.
  public var hasRunOut: Bool { end.hasPassed }

  public override var background: RGBA { theme.background }

  /// The colours of the cards and the background.
  var theme: ClockTheme { clockwork.settings.theme(on: desktopTheme.appearance) }

  /// Uses the colours of other windows unless the clock's settings override them.
  public override func setTheme(_ theme: Theme) {
    desktopTheme = theme
    guard !size.isEmpty else { return }
    layOut(size: size, scale: interface.scale)
    panel?.showSettings()
  }

  var size: Size { host.size }
  private var language: Language { interface.language }

  /// Tells the person how to move the window, if only the desktop can do that.
  public func tellOfMoving() {
    host.say(
      language.localized(
        "The desktop moves this window: drag its title bar, or hold Super and drag anywhere"))
  }

  // MARK: Time

  /// Shows the reading at a time in seconds, with all cards at rest.
  public func start(at time: Double) {
    ticker.start(at: time)
    idling.start(at: time)
  }

  /// Shows a time in seconds as if the face had been running: cards that started flipping before are still in motion.
  public func seek(to time: Double) {
    start(at: time - 2 * dial.stage.flipDuration - 1 / clockwork.rate)
    follow(to: time)
  }

  public override func advance(to time: Double) -> Double? {
    clockwork.synchronize()
    let isFirst = !ticker.hasBegun
    if isFirst { start(at: time) }
    follow(to: time)
    if !isFirst { ticker.prepareFigures(at: time) }
    if bar.isSeen { showBar(at: time) }
    askForRoom()
    let controls = host.advance(to: time)
    idling.updatePointer(canHide: canHidePointer, at: time)
    ground.hidesPointer = idling.isPointerHidden
    return [nextFrameTime(after: time), controls].compactMap { $0 }.min()
  }

  private func follow(to time: Double) {
    ticker.follow(to: time, reducesMotion: reducesMotion) { layOut(size: size, scale: interface.scale) }
    dimIfDue(at: time)
    endIfDue(at: time)
  }

  /// Returns when the next frame is needed: now during a flip, otherwise at the next tick.
  private func nextFrameTime(after time: Double) -> Double? {
    [
      ticker.nextFrameTime(after: time), dimTime, idling.pointerTime(canHide: canHidePointer),
      clockwork.endTime.map { end.nextTime(of: $0) },
    ]
    .compactMap { $0 }.min()
  }

  private var canHidePointer: Bool { isFullScreen && panel == nil }

  private var dimTime: Double? { panel == nil ? idling.dimTime(after: clockwork.settings.dimDelay) : nil }

  private func dimIfDue(at time: Double) {
    guard let dimTime, time >= dimTime else { return }
    idling.dim(at: dimTime, reducesMotion: reducesMotion)
    tree.advance(to: time)
  }

  private func touch(at time: Double) { idling.touch(at: time, reducesMotion: reducesMotion) }

  private func endIfDue(at time: Double) {
    if end.advance(to: time, end: clockwork.endTime) {
      touch(at: time)
      delegate?.clockFaceTimeIsUp(self)
    }
    if end.hasPassed, clockwork.endsWithCountdown { isFinished = true }
  }

  // MARK: The window

  public override func layOut(size: Size, scale: Double) {
    interface.scale = scale
    interface.theme = Theme(
      background.luma < 0.5 ? .dark : .light, hasHighContrast: desktopTheme.hasHighContrast)
    idling.veil.frame = Rect(origin: .zero, size: size)
    let beside = panel == nil ? nil : ClockPanel.frame(in: size)
    let room = Size(beside?.minX ?? size.width, size.height)
    dial.layOut(size: room, settings: clockwork.settings, theme: theme)
    // The dial is seen beside the panel, which is at the left of a mirrored window.
    dial.layer.frame = Rect(
      origin: Point(interface.isMirrored ? size.width - room.width : 0, 0), size: room)
    panel?.frame = (beside ?? .zero).pixelAligned(scale: scale)
    bar.place(in: room, interface)
    super.layOut(size: size, scale: scale)
  }

  public override func handle(_ event: InputEvent, at time: Double) {
    touch(at: time)
    // Changes take effect at the time of the event, rather than of the next frame.
    if ticker.hasBegun { follow(to: time) }
    panel?.prepareFields()
    wakeBar(by: host.laidOut(event), at: time)
    host.handle(event, at: time)
    // Once the pointer has pressed a button, keys belong to the clock again.
    if case .pointerUp = event, let focus = host.focus, focus.isInside(bar) { host.setFocus(nil) }
    if ticker.hasBegun { follow(to: time) }
    askForRoom()
  }

  /// Enlarges a small window while settings, a menu or a dialog are open in it.
  private func askForRoom() {
    let needed = panel != nil ? ClockPanel.roomNeeded : host.hasOverlays ? Self.roomForOverlays : nil
    guard needed != roomAsked else { return }
    roomAsked = needed
    guard let needed else { return request(.giveRoomBack) }
    if size.width < needed.width || size.height < needed.height { request(.makeRoom(needed)) }
  }

  private static let roomForOverlays = Size(320, 320)

  public override var cursor: CursorShape {
    let cursor = host.cursor
    return ground.hidesPointer && cursor == .arrow ? .hidden : cursor
  }

  // MARK: Commands

  private var commands: ClockCommands { ClockCommands(work: clockwork, language: language, actions: self) }

  public override var commonCommands: [Command] {
    // The clock covers its monitor by itself, so that it keeps the display awake.
    let fullScreen = commands.fullScreen
    return super.commonCommands.filter { $0.id != fullScreen.id } + [fullScreen]
  }

  public override var primaryMenu: Menu {
    let commands = commands
    let own =
      panel == nil
      ? [commands.settings, commands.fullScreen, commands.say] : [commands.fullScreen]
    var program = program
    program.others.removeAll { $0.id == commands.fullScreen.id }
    return host.primaryMenu([commands.running(at: host.now), commands.modes, own], program) {
      [unowned self] in close()
    }
  }

  // MARK: The bar

  /// Shows the bar on pointer motion and on Tab.
  private func wakeBar(by event: InputEvent, at time: Double) {
    switch event {
    case .pointerMoved(let point, _), .pointerDown(let point, _, _, _), .wheel(let point, _, _):
      wake(at: time)
      bar.isPointed = bar.isSeen && bar.frame.contains(point)
    case .key(.tab, _, _) where panel == nil: wake(at: time)
    case .pointerLeft: bar.isPointed = false
    default: break
    }
  }

  private func wake(at time: Double) {
    showBar(at: time)
    bar.wake(at: time)
  }

  /// Shows the buttons of the available commands.
  private func showBar(at time: Double) {
    bar.show(mode: commands.modeTitle, barCommands(at: time))
    bar.place(in: Size(panel.map { $0.frame.minX } ?? size.width, size.height), interface)
  }

  // MARK: Accessibility

  /// The reading of the cards as text.
  private var readingWords: String {
    let text = reading.groups.map { String($0) }.joined(separator: ":")
    guard !reading.caption.isEmpty else { return text }
    return language.localized("{time}, {caption}", ["time": text, "caption": reading.caption])
  }

  /// The time as text, and the controls.
  public override var accessibility: AccessibilityNode {
    // A value of the window itself would be announced every second.
    var node = host.accessibility()
    var time = AccessibilityNode(
      role: .text, label: language.localized("Time"), value: readingWords,
      frame: Rect(origin: .zero, size: size))
    time.id = "window/time"
    node.children.insert(time, at: 0)
    if end.hasTold {
      var notice = AccessibilityNode(
        role: .notification, label: reading.caption, frame: Rect(origin: .zero, size: size))
      notice.id = "window/end"
      node.children.append(notice)
    }
    return node
  }

  @discardableResult public override func perform(
    _ action: AccessibilityAction, on id: String, at time: Double
  ) -> Bool {
    host.perform(action, on: id, at: time)
  }
}

extension ClockFace: ClockActions {
  func toggleFullScreen() { request(.toggleFullScreen) }

  func leave() {
    if isFullScreen { request(.leaveFullScreen) } else { close() }
  }

  func show(_ mode: ClockMode, at time: Double) {
    clockwork.change(mode, at: time)
    wake(at: time)
  }

  func sayReading() { host.say(readingWords) }

  func openEntry(_ text: String, at time: Double) {
    guard entry == nil else { return }
    let entry = CountdownEntry(language: language, clipboard: clipboard) { [unowned self] seconds, time in
      if let shown = self.entry { host.close(shown) }
      clockwork.change(.countdown(seconds: seconds), at: time, starts: true)
    }
    self.entry = entry
    host.showDialog(entry) { [unowned self] in self.entry = nil }
    host.setFocus(entry.firstFocus)
    // A field that is focused by a key selects its text, which the next letter would replace.
    entry.begin(with: text, at: time)
  }

  func openSettings(at time: Double) {
    guard panel == nil else { return }
    let panel = ClockPanel(
      work: clockwork, language: language, typesetter: interface.typesetter, clipboard: clipboard,
      pickers: colorPickers, monitorCount: monitorCount, delegate: self)
    self.panel = panel
    focusBefore = host.focus
    ground.addChild(panel)
    layOut(size: size, scale: interface.scale)
    bar.hide(at: time)
    host.setFocus(panel.firstFocus)
  }
}

extension ClockFace: ClockPanelDelegate {
  var recentColors: [RGBA] { delegate?.recentColors ?? [] }

  func settingsChanged(_ settings: ClockSettings) { delegate?.clockFace(self, changed: settings) }

  func colorAccepted(_ color: RGBA) { delegate?.clockFace(self, accepted: color) }

  func closePanel() {
    panel?.removeFromParent()
    panel = nil
    // The bar stays for assistive tools, and so does the focus in it.
    if interface.isAssisted { host.setFocus(focusBefore, byKeyboard: true) }
    layOut(size: size, scale: interface.scale)
  }
}

extension ClockFace: ClockGroundDelegate {
  func request(_ request: Request) { delegate?.clockFace(self, requests: request) }

  func groundPressed() { panel?.commitFields() }

  /// A digit begins the entry of a countdown in a field; it starts only on request.
  func type(_ text: String, at time: Double) -> Bool {
    guard panel == nil, clockwork.mode != .score, let first = text.first, first.isASCII, first.isNumber else {
      return false
    }
    openEntry(text, at: time)
    return true
  }

  /// The available commands; while the panel is open, other keys belong to its controls.
  var clockCommands: [Command] {
    guard panel == nil else { return [] }
    let commands = commands
    return commands.running(at: host.now) + [commands.settings, commands.say] + commands.modes + [
      commands.leave
    ]
  }
}

extension ClockFace: ClockBarDelegate {
  func barCommands(at time: Double) -> [Command] {
    commands.bar(at: time, isPanelOpen: panel != nil)
  }

  var modeMenu: Menu { Menu(groups: [commands.modes]) }
}

/// The end of a countdown: it is announced once, and its notice stays for a while.
struct CountdownEnd: Hashable {
  /// Whether the end was announced.
  private(set) var hasTold = false
  /// Whether the notice has been shown for its whole duration.
  private(set) var hasPassed = false

  /// The duration of the notice, in seconds.
  private static let noticeDuration = 5.0

  /// Returns the time of the next change for a countdown with a given end.
  func nextTime(of end: Double) -> Double { hasTold ? end + Self.noticeDuration : end }

  /// Advances to a time; returns whether the end has to be announced now.
  mutating func advance(to time: Double, end: Double?) -> Bool {
    guard let end, time >= end else {
      hasTold = false
      return false
    }
    let isNew = !hasTold
    hasTold = true
    if time >= end + Self.noticeDuration { hasPassed = true }
    return isNew
  }
}

/// The idle behaviour of a clock: it dims, and in full screen it hides the pointer.
final class ClockIdling {
  /// The dimming overlay over the cards.
  let veil = Layer()
  private var lastTouch: Double?
  private var hidesPointer = false

  init() {
    veil.name = "veil"
    veil.backgroundColor = .black
    veil.opacity = 0
  }

  private static let pointerDelay = 3.0

  /// Starts the idle time unless it has started.
  func start(at time: Double) {
    if lastTouch == nil { lastTouch = time }
  }

  /// Ends the idle state: the clock becomes bright again.
  func touch(at time: Double, reducesMotion: Bool) {
    lastTouch = time
    if veil.opacity > 0 { setVeil(0, over: 0.2, at: time, reducesMotion) }
  }

  /// The time of dimming, or nil if it does not dim or has dimmed.
  func dimTime(after delay: Double?) -> Double? {
    guard let delay, let lastTouch, veil.opacity == 0 else { return nil }
    return lastTouch + delay
  }

  /// Starts dimming at `due`.
  func dim(at due: Double, reducesMotion: Bool) {
    setVeil(0.66, over: 1.5, at: due, reducesMotion)
  }

  private func setVeil(
    _ opacity: Double, over seconds: Double, at time: Double, _ reducesMotion: Bool
  ) {
    let action = reducesMotion ? Transaction.Action.none : .eased(duration: seconds, .easeInEaseOut)
    veil.tree?.transact(Transaction(at: time, action: action)) { veil.opacity = opacity }
  }

  // MARK: The pointer

  /// Whether the pointer is hidden.
  var isPointerHidden: Bool { hidesPointer }

  /// Hides or shows the pointer; it is hidden only in full screen.
  func updatePointer(canHide: Bool, at time: Double) {
    hidesPointer = canHide && lastTouch.map { time >= $0 + Self.pointerDelay } ?? false
  }

  /// The time of hiding the pointer, or nil if it stays or is hidden.
  func pointerTime(canHide: Bool) -> Double? {
    canHide && !hidesPointer ? lastTouch.map { $0 + Self.pointerDelay } : nil
  }
}
