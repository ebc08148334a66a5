public import Colors
public import Controls
public import Geometry
public import Input
public import Scene
public import Typography

/// A flip clock: what fills its window.
///
/// Cards fall at the exact times of their ticks, whatever frames are drawn, and between flips nothing changes.
public final class ClockFace: WindowContent {
  /// What only the window can do.
  public enum Request: Hashable, Sendable {
    case toggleFullScreen
    case leaveFullScreen
    /// The window goes with the pointer, which holds it at a point, until the button is let go.
    case beginMoving(Point)
    case move
    case endMoving
    /// The panel opens and needs so much room, until it closes.
    case makeRoom(Size)
    case giveRoomBack
  }

  public let tree = LayerTree()
  public var layer: Layer { tree.root }
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

  /// The text that is shared with other programs.
  public var clipboard = Clipboard.local()

  let dial: ClockDial
  let host: ControlHost
  private let ground = ClockGround()
  private(set) var panel: ClockPanel?
  private let typesetter: Typesetter
  private let idling = ClockIdling()
  private var progress = ClockProgress()
  private var end = CountdownEnd()

  /// Creates a face that stands still until `start(at:)`.
  public init(work: Clockwork, typesetter: Typesetter, scale: Double) {
    self.work = work
    self.typesetter = typesetter
    let interface = Interface(typesetter: typesetter, theme: Theme(.dark), scale: scale)
    dial = ClockDial(
      typesetter: typesetter, interface: interface, tree: tree, flipDuration: 0.5 / min(1, work.rate))
    host = ControlHost(root: ground, interface: interface)
    layer.name = "clock"
    for part in dial.layers + [idling.veil, host.layer] { layer.addSublayer(part) }
    ground.onRequest = { [unowned self] in onRequest?($0) }
    ground.onPress = { [unowned self] in panel?.commitFields() }
    ground.makeCommands = { [unowned self] in commands }
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

  public var background: RGBA { work.settings.theme.background }

  var size: Size { host.size }

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
    if progress.revision == nil { start(at: time) }
    follow(to: time)
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
    if end.hasPassed { isFinished = true }
  }

  // MARK: The window

  public func layOut(size: Size, scale: Double) {
    let interface = host.interface
    interface.scale = scale
    interface.theme = Theme(background.luma < 0.5 ? .dark : .light)
    layer.frame = Rect(origin: .zero, size: size)
    idling.veil.frame = layer.bounds
    dial.layOut(size: size, settings: work.settings)
    panel?.place(in: size, interface)
    host.layOut(size: size)
    host.refresh()
  }

  public func handle(_ event: InputEvent, at time: Double) {
    touch(at: time)
    // What is changed begins at the time of the event, not at that of the frame after it.
    if progress.revision != nil { follow(to: time) }
    panel?.prepareFields()
    host.handle(event, at: time)
    if progress.revision != nil { follow(to: time) }
  }

  public var cursor: CursorShape { panel == nil ? ground.cursor : host.cursor }

  public func close() { isFinished = true }

  /// What can be done; while the panel is open, its controls have the other keys.
  private var commands: [Command] {
    let close = Command("window.close", "Close", .control("w"), .control("q"), group: "Window") {
      [unowned self] _ in self.close()
    }
    guard panel == nil else { return [close] }
    return [
      Command("clock.settings", "Settings", Shortcut(.character("s")), group: "Clock") { [unowned self] in
        openPanel(at: $0)
      },
      Command("clock.toggle", "Start or stop", Shortcut(.space), group: "Clock") { [unowned self] in
        work.toggle(at: $0)
      },
      Command("clock.lap", "Lap", Shortcut(.character("l")), group: "Clock") { [unowned self] in
        work.lap(at: $0)
      },
      Command("clock.reset", "Reset", Shortcut(.character("r")), group: "Clock") { [unowned self] in
        work.reset(at: $0)
      },
      Command(
        "window.full-screen", "Full screen", Shortcut(.character("f")), Shortcut(.function(11)),
        group: "Window",
        isChecked: isFullScreen
      ) { [unowned self] _ in onRequest?(.toggleFullScreen) },
      Command("window.leave", "Leave", Shortcut(.escape), group: "Window") { [unowned self] _ in
        if isFullScreen { onRequest?(.leaveFullScreen) } else { self.close() }
      }, close,
    ]
  }

  // MARK: The panel

  private func openPanel(at time: Double) {
    guard panel == nil else { return }
    let needed = ClockPanel.roomNeeded
    if size.width < needed.width || size.height < needed.height { onRequest?(.makeRoom(needed)) }
    let panel = ClockPanel(
      work: work, typesetter: typesetter, clipboard: clipboard, monitorCount: monitorCount,
      onSettings: { [unowned self] in onSettings?($0) }, onClose: { [unowned self] in closePanel() })
    self.panel = panel
    ground.addChild(panel)
    panel.place(in: size, host.interface)
    host.setFocus(panel.children.first)
  }

  private func closePanel() {
    panel?.removeFromParent()
    panel = nil
    onRequest?(.giveRoomBack)
  }

  public var accessibility: AccessibilityNode {
    let text = reading.groups.map { String($0) }.joined(separator: ":")
    let words = reading.caption.isEmpty ? text : "\(text), \(reading.caption)"
    var node = host.accessibility(label: "Flip clock", value: words)
    var time = AccessibilityNode(
      role: .text, label: "Time", value: words, frame: Rect(origin: .zero, size: size))
    time.id = "window/time"
    node.children.insert(time, at: 0)
    return node
  }

  @discardableResult public func perform(_ action: AccessibilityAction, on id: String, at time: Double)
    -> Bool
  {
    host.perform(action, on: id, at: time)
  }
}
