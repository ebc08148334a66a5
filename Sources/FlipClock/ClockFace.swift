public import Colors
public import Controls
public import Geometry
public import Input
public import Localization
public import Scene
public import Typography

/// A flip clock: what fills its window.
///
/// Cards fall at the exact times of their ticks, whatever frames are drawn, and between flips nothing changes.
public final class ClockFace: WindowContent {
  /// What only the window can do.
  public enum Request: Hashable, Sendable {
    /// The window covers its monitor, or no longer does.
    case toggleFullScreen
    /// The window no longer covers its monitor.
    case leaveFullScreen
    /// The window goes with the pointer, which holds it at a point, until the button is let go.
    case beginMoving(Point)
    /// The window comes to the pointer that holds it.
    case move
    /// The pointer has let go of the window.
    case endMoving
    /// The panel opens and needs so much room, until it closes.
    case makeRoom(Size)
    /// The panel has closed and needs its room no longer.
    case giveRoomBack
  }

  /// The layers of the window, and the animations in them.
  public let tree = LayerTree()
  /// The layer that holds all others of the window.
  public var layer: Layer { tree.root }
  /// What the face shows; faces on several monitors share it.
  public let work: Clockwork

  public private(set) var isFinished = false

  /// Takes what the window should do.
  public var onRequest: ((Request) -> Void)?

  /// Called once when a countdown comes to its end.
  public var onTimeUp: (() -> Void)?

  /// Takes settings that were changed in the panel, to remember them.
  public var onSettings: ((ClockSettings) -> Void)?

  /// How many monitors there are to choose from.
  public var monitorCount = 1

  /// What makes the picker of colours.
  public var colorPickers = ColorPickerFactory.none

  /// The colours that were chosen lately, for the picker.
  public var recentColors: () -> [RGBA] = { [] }

  /// Told of a colour that was chosen in the picker.
  public var onColorAccepted: ((RGBA) -> Void)?

  /// What the program can do from this window.
  public var program = ProgramCommands()

  public var controlHost: ControlHost? { host }

  /// The text that is shared with other programs.
  public var clipboard: Clipboard {
    get { host.clipboard }
    set { host.clipboard = newValue }
  }

  let dial: ClockDial
  let host: ControlHost
  private let ground: ClockGround
  private(set) var panel: ClockPanel?
  let bar: ClockBar
  private var buttons: [String: Button] = [:]
  /// What had the keyboard when the panel was opened.
  private weak var focusBefore: Control?
  private let typesetter: Typesetter
  private let idling = ClockIdling()
  private var progress = ClockProgress()
  private var end = CountdownEnd()
  /// The second after which the next tick's figures were drawn.
  private var preparedSecond: Int?

  /// What the desktop or the person prefers for all windows.
  private var desktopTheme: Theme

  /// Creates a face that stands still until `start(at:)`; `theme` is that of other windows.
  public init(
    work: Clockwork, typesetter: Typesetter, theme: Theme = Theme(.dark), scale: Double,
    language: Language = .english
  ) {
    self.work = work
    self.typesetter = typesetter
    desktopTheme = theme
    let interface = Interface(typesetter: typesetter, theme: theme, scale: scale, language: language)
    bar = ClockBar(language)
    ground = ClockGround(language)
    dial = ClockDial(
      typesetter: typesetter, interface: interface, tree: tree, flipDuration: 0.5 / min(1, work.rate))
    host = ControlHost(root: ground, interface: interface)
    layer.name = "clock"
    for part in dial.layers + [idling.veil, host.layer] { layer.addSublayer(part) }
    ground.onRequest = { [unowned self] in onRequest?($0) }
    ground.onPress = { [unowned self] in panel?.commitFields() }
    ground.makeCommands = { [unowned self] in commands(at: host.now) }
    ground.makeMenu = { [unowned self] in menu }
    ground.onText = { [unowned self] in type($0, at: $1) }
    ground.addChild(bar)
    host.makeWindowCommands = { [unowned self] in commonCommands }
    host.makePrimaryMenu = { [unowned self] in menu }
  }

  /// Whether the window covers its monitor.
  public var isFullScreen: Bool {
    get { ground.isFullScreen }
    set { ground.isFullScreen = newValue }
  }

  /// Called once a turn, for what other threads have sent.
  public var onMail: (() -> Void)?

  public func receiveMail(at time: Double) { onMail?() }

  /// Whether cards change without falling; the clock's own setting goes before what is set here.
  public var reducesMotion: Bool {
    get { work.settings.reducesMotion ?? host.interface.reducesMotion }
    set { host.interface.reducesMotion = newValue }
  }

  /// The reading that the cards show or are falling toward.
  public var reading: ClockReading { dial.reading }

  /// Whether a countdown came to its end and its notice was seen.
  public var hasRunOut: Bool { end.hasPassed }

  public var background: RGBA { theme.background }

  /// The colours of the cards and of what lies behind them.
  var theme: ClockTheme { work.settings.theme(on: desktopTheme.appearance) }

  /// Shows the colours that other windows have, as far as the clock's settings leave it to them.
  public func setTheme(_ theme: Theme) {
    desktopTheme = theme
    guard !size.isEmpty else { return }
    layOut(size: size, scale: host.interface.scale)
    panel?.showSettings()
  }

  var size: Size { host.size }
  private var language: Language { host.interface.language }

  /// Says who moves the window, where only the desktop does.
  public func tellOfMoving() {
    host.say(
      language.localized(
        "The desktop moves this window: drag its title bar, or hold Super and drag anywhere"))
  }

  // MARK: Time

  /// Shows the reading of a time, with all cards at rest.
  public func start(at time: Double) {
    progress.start(work, at: time)
    dial.show(work.reading(at: progress.second), at: time)
    idling.start(at: time)
  }

  /// Shows a time as if the face had run up to it: cards that began to fall before are still falling.
  public func seek(to time: Double) {
    start(at: time - 2 * dial.stage.flipDuration - 1 / work.rate)
    follow(to: time)
  }

  public func advance(to time: Double) -> Double? {
    work.synchronize()
    let isFirst = progress.revision == nil
    if isFirst { start(at: time) }
    follow(to: time)
    if !isFirst { prepareFigures(at: time) }
    if bar.isSeen { showBar(at: time) }
    let controls = host.advance(to: time)
    idling.updatePointer(canHide: isFullScreen && panel == nil, at: time)
    ground.hidesPointer = idling.isPointerHidden
    return [nextFrameTime(after: time), controls].compactMap { $0 }.min()
  }

  private func follow(to time: Double) {
    if progress.revision != work.revision { adoptChanges(at: time) }
    if progress.isFarBehind(work, at: time) { catchUp(at: time) }
    // Each event has its own exact time, so that frames leave no trace.
    while let event = nextEvent, event.time <= time {
      tree.advance(to: event.time)
      switch event {
      case .tick(let second, let tickTime): tick(second, at: tickTime)
      case .card(let digit, let begin): digit.beginWaiting(at: begin)
      }
    }
    tree.advance(to: time)
    dimIfDue(at: time)
    endIfDue(at: time)
  }

  /// Draws the figures of the next tick while no card falls, so that no frame of the fall has to.
  private func prepareFigures(at time: Double) {
    guard preparedSecond != progress.second, tree.nextFrameTime(after: time) == nil,
      let next = work.nextTick(after: progress.second)
    else { return }
    preparedSecond = progress.second
    dial.stage.pictures.prepare(work.reading(at: next).characters)
  }

  private enum Event {
    case tick(Int, time: Double)
    case card(FlipDigit, time: Double)

    var time: Double {
      switch self {
      case .tick(_, let time), .card(_, let time): time
      }
    }
  }

  private var nextEvent: Event? {
    var next: Event?
    if let second = work.nextTick(after: progress.second) {
      next = .tick(second, time: work.time(of: second))
    }
    for digit in dial.stage.digits {
      if let begin = digit.nextBegin, begin < (next?.time ?? .infinity) { next = .card(digit, time: begin) }
    }
    return next
  }

  /// Returns when a frame is needed; now while a card falls, at the next tick otherwise.
  private func nextFrameTime(after time: Double) -> Double? {
    [
      tree.nextFrameTime(after: time), nextEvent?.time, dimTime,
      idling.pointerTime(canHide: isFullScreen && panel == nil), work.endTime.map { end.nextTime(of: $0) },
    ]
    .compactMap { $0 }.min()
  }

  private func tick(_ second: Int, at time: Double) {
    progress.second = second
    let next = work.reading(at: second)
    guard next.shape == reading.shape, !reducesMotion else { return dial.show(next, at: time) }
    dial.fall(to: next, at: time)
  }

  /// Shows changes that no tick brings: other settings, another score, a clock that was set.
  private func adoptChanges(at time: Double) {
    if progress.adopt(work) { layOut(size: size, scale: host.interface.scale) }
    tree.advance(to: time)
    catchUp(at: time)
  }

  /// Lets each place fall through the cards that were missed, several at a time; what lies far off is shown at once.
  private func catchUp(at time: Double) {
    let isFar = progress.leap(work, to: time)
    let second = progress.second
    let next = work.reading(at: second)
    guard next.shape == reading.shape, !reducesMotion, !isFar else { return dial.show(next, at: time) }
    let work = work
    dial.catchUp(
      to: next, at: time, earlier: work.mode == .score ? nil : { work.reading(at: second - $0) })
  }

  // MARK: Dimming, the end

  private var dimTime: Double? { panel == nil ? idling.dimTime(after: work.settings.dimDelay) : nil }

  private func dimIfDue(at time: Double) {
    guard let dimTime, time >= dimTime else { return }
    idling.dim(at: dimTime, in: tree, reducesMotion: reducesMotion)
    tree.advance(to: time)
  }

  private func touch(at time: Double) { idling.touch(at: time, in: tree, reducesMotion: reducesMotion) }

  private func endIfDue(at time: Double) {
    if end.advance(to: time, end: work.endTime) {
      touch(at: time)
      onTimeUp?()
    }
    if end.hasPassed, work.endsWithCountdown { isFinished = true }
  }

  // MARK: The window

  public func layOut(size: Size, scale: Double) {
    let interface = host.interface
    interface.scale = scale
    interface.theme = Theme(
      background.luma < 0.5 ? .dark : .light, hasHighContrast: desktopTheme.hasHighContrast)
    layer.frame = Rect(origin: .zero, size: size)
    idling.veil.frame = layer.bounds
    let beside = panel == nil ? nil : ClockPanel.frame(in: size)
    let room = Size(beside?.minX ?? size.width, size.height)
    dial.layOut(size: room, top: ClockBar.reach(in: room), settings: work.settings, theme: theme)
    panel?.frame = (beside ?? .zero).pixelAligned(scale: scale)
    bar.place(in: room, interface)
    host.layOut(size: size)
    host.refresh()
  }

  public func handle(_ event: InputEvent, at time: Double) {
    touch(at: time)
    // What is changed begins at the time of the event, not at that of the frame after it.
    if progress.revision != nil { follow(to: time) }
    panel?.prepareFields()
    wakeBar(by: event, at: time)
    host.handle(event, at: time)
    // Keys are those of the clock again once the pointer has pressed a button.
    if case .pointerUp = event, let focus = host.focus, focus.isInside(bar) { host.setFocus(nil) }
    if progress.revision != nil { follow(to: time) }
  }

  public var cursor: CursorShape {
    let cursor = host.cursor
    return ground.hidesPointer && cursor == .arrow ? .hidden : cursor
  }

  public func close() { isFinished = true }

  // MARK: Commands

  private var commonCommands: [Command] {
    // The clock covers its monitor by itself, so that it keeps the display awake.
    host.commonCommands(program) { [unowned self] in close() }.filter { $0.id != fullScreenCommand.id }
      + [fullScreenCommand]
  }

  private var settingsCommand: Command {
    Command(
      "clock.settings", language.localized("Settings"), Shortcut(.character("s")),
      group: language.localized("Clock"), icon: .settings
    ) {
      [unowned self] in openPanel(at: $0)
    }
  }

  private var fullScreenCommand: Command {
    Command(
      "window.full-screen",
      isFullScreen ? language.localized("Leave full screen") : language.localized("Full screen"),
      Shortcut(.character("f")),
      Shortcut(.function(11)), group: language.localized("Window"), icon: .fullScreen
    ) { [unowned self] _ in onRequest?(.toggleFullScreen) }
  }

  /// What runs, stops and counts in the clock's mode.
  private func runningCommands(at time: Double) -> [Command] {
    switch work.mode {
    case .timeOfDay: return []
    case .score:
      return [
        Command(
          "clock.less", language.localized("One less"), Shortcut(.down), Shortcut(.character("-")),
          group: language.localized("Clock"), icon: .minus,
          repeats: true
        ) { [unowned self] _ in work.changeScore(by: -1) },
        Command(
          "clock.more", language.localized("One more"), Shortcut(.up), Shortcut(.character("+")),
          group: language.localized("Clock"), icon: .plus,
          repeats: true
        ) { [unowned self] _ in work.changeScore(by: 1) },
      ]
    case .countdown, .stopwatch:
      let toggle = Command(
        "clock.toggle", work.isRunning ? language.localized("Stop") : language.localized("Start"),
        Shortcut(.space), group: language.localized("Clock"),
        icon: work.isRunning ? .pause : .play, isEnabled: work.canToggle(at: time)
      ) { [unowned self] in work.toggle(at: $0) }
      let lap = Command(
        "clock.lap", language.localized("Lap"), Shortcut(.character("l")), group: language.localized("Clock"),
        isEnabled: work.isRunning
      ) { [unowned self] in work.lap(at: $0) }
      let reset = Command(
        "clock.reset", language.localized("Reset"), Shortcut(.character("r")),
        group: language.localized("Clock"), icon: .undo,
        isEnabled: work.canReset(at: time)
      ) { [unowned self] in work.reset(at: $0) }
      return work.mode == .stopwatch ? [toggle, lap, reset] : [toggle, reset]
    }
  }

  /// What the clock can show.
  private var modeCommands: [Command] {
    func command(_ id: String, _ title: String, _ mode: ClockMode) -> Command {
      Command("clock.show-\(id)", title, group: language.localized("Show"), isChecked: work.mode == mode) {
        [unowned self] time in
        work.change(mode, at: time)
        wake(at: time)
      }
    }
    return [
      command("time", language.localized("Time of day"), .timeOfDay),
      command("stopwatch", language.localized("Stopwatch"), .stopwatch),
      command("score", language.localized("Score"), .score),
    ]
      + [5, 10, 25, 45, 60].map {
        command(
          "countdown-\($0)",
          language.localized(
            "Countdown of {count} minute", plural: "Countdown of {count} minutes", count: $0),
          .countdown(seconds: $0 * 60))
      } + [
        Command(
          "clock.countdown", language.localized("Another countdown…"), Shortcut(.character("c")),
          group: language.localized("Show")
        ) {
          [unowned self] time in openEntry("", at: time)
        }
      ]
  }

  /// What can be done; while the panel is open, its controls have the other keys.
  private func commands(at time: Double) -> [Command] {
    guard panel == nil else { return [] }
    return runningCommands(at: time) + [settingsCommand, sayCommand] + modeCommands + [
      Command(
        "window.leave", language.localized("Leave"), Shortcut(.escape), group: language.localized("Window")
      ) { [unowned self] _ in
        if isFullScreen { onRequest?(.leaveFullScreen) } else { self.close() }
      }
    ]
  }

  private var menu: Menu {
    let groups = [
      runningCommands(at: host.now), modeCommands,
      panel == nil ? [settingsCommand, fullScreenCommand, sayCommand] : [fullScreenCommand],
    ]
    var program = program
    program.others.removeAll { $0.id == fullScreenCommand.id }
    return host.primaryMenu(groups, program) { [unowned self] in close() }
  }

  // MARK: The bar

  /// Lets the bar come with the pointer, and with Tab.
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

  /// Shows the buttons of what can be done now.
  private func showBar(at time: Double) {
    let mode = buttons["mode"] ?? makeModeButton()
    mode.title = modeTitle
    bar.show([mode] + barCommands(at: time).map(button) + [buttons["menu"] ?? makeMenuButton()])
    bar.place(in: Size(panel.map { $0.frame.minX } ?? size.width, size.height), host.interface)
  }

  /// What the buttons of the bar do.
  private func barCommands(at time: Double) -> [Command] {
    // The title says more than an icon what begins.
    let running = runningCommands(at: time).map { command -> Command in
      var command = command
      if work.mode != .score { command.icon = nil }
      return command
    }
    return running + (panel == nil ? [settingsCommand] : []) + [fullScreenCommand]
  }

  private var modeTitle: String {
    switch work.mode {
    case .timeOfDay: language.localized("Time of day")
    case .countdown: language.localized("Countdown")
    case .stopwatch: language.localized("Stopwatch")
    case .score: language.localized("Score")
    }
  }

  private func button(_ command: Command) -> Button {
    if let known = buttons[command.id] {
      known.show(command)
      return known
    }
    // What a button does may be another thing later: the title changes with it.
    let made = Button(command.title, icon: command.icon, kind: .quiet) { [unowned self] time in
      barCommands(at: time).first { $0.id == command.id }?.action(time)
    }
    made.id = command.id
    made.show(command)
    buttons[command.id] = made
    return made
  }

  private func makeModeButton() -> Button {
    weak var made: Button?
    let button = Button(modeTitle, kind: .quiet) { [unowned self] _ in
      if let made { host.showMenu(Menu(groups: [modeCommands]), below: made) }
    }
    made = button
    button.id = "clock.mode"
    button.opensMenu = true
    buttons["mode"] = button
    return button
  }

  private func makeMenuButton() -> Button {
    let button = Button.primaryMenu()
    buttons["menu"] = button
    return button
  }

  // MARK: Countdowns

  /// A figure begins a countdown: it stands in a field, and nothing counts before it is started.
  private func type(_ text: String, at time: Double) -> Bool {
    guard panel == nil, work.mode != .score, let first = text.first, first.isASCII, first.isNumber else {
      return false
    }
    openEntry(text, at: time)
    return true
  }

  private(set) var entry: CountdownEntry?

  private func openEntry(_ text: String, at time: Double) {
    guard entry == nil else { return }
    let entry = CountdownEntry(language: language, clipboard: clipboard) { [unowned self] seconds, time in
      if let shown = self.entry { host.close(shown) }
      work.change(.countdown(seconds: seconds), at: time, starts: true)
    }
    self.entry = entry
    host.showDialog(entry) { [unowned self] in self.entry = nil }
    host.setFocus(entry.firstFocus)
    // A field that gets the keyboard by a key selects what is in it, and the next letter would replace that.
    entry.begin(with: text, at: time)
  }

  // MARK: The panel

  private func openPanel(at time: Double) {
    guard panel == nil else { return }
    let needed = ClockPanel.roomNeeded
    if size.width < needed.width || size.height < needed.height { onRequest?(.makeRoom(needed)) }
    let panel = ClockPanel(
      work: work, language: language, typesetter: typesetter, clipboard: clipboard,
      monitorCount: monitorCount,
      pickers: colorPickers, recentColors: { [unowned self] in recentColors() },
      onSettings: { [unowned self] in onSettings?($0) }, onClose: { [unowned self] in closePanel() })
    panel.theme = { [unowned self] in theme }
    panel.showSettings()
    panel.onColorAccepted = { [unowned self] in onColorAccepted?($0) }
    self.panel = panel
    focusBefore = host.focus
    ground.addChild(panel)
    layOut(size: size, scale: host.interface.scale)
    bar.hide(at: time)
    host.setFocus(panel.firstFocus)
  }

  private func closePanel() {
    panel?.removeFromParent()
    panel = nil
    // The bar stays for assistive tools, and so does the place in it.
    if host.interface.isAssisted { host.setFocus(focusBefore, byKeyboard: true) }
    layOut(size: size, scale: host.interface.scale)
    onRequest?(.giveRoomBack)
  }

  /// What the cards show, as a text.
  private var readingWords: String {
    let text = reading.groups.map { String($0) }.joined(separator: ":")
    guard !reading.caption.isEmpty else { return text }
    return language.localized("{time}, {caption}", ["time": text, "caption": reading.caption])
  }

  /// Says the time once, for those who cannot see the cards.
  private var sayCommand: Command {
    Command(
      "clock.say", language.localized("Say what the clock shows"), Shortcut(.character("t")),
      group: language.localized("Clock")
    ) {
      [unowned self] _ in host.say(readingWords)
    }
  }

  /// The time as text, and the controls.
  public var accessibility: AccessibilityNode {
    // A value of the window's own would be said with every second.
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

  @discardableResult public func perform(_ action: AccessibilityAction, on id: String, at time: Double)
    -> Bool
  {
    host.perform(action, on: id, at: time)
  }
}
