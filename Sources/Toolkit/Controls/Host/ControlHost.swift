public import Geometry
public import Input
import Localization
public import Scene
import Typography

/// The window that a host's controls fill.
public protocol ControlHostDelegate: AnyObject {
  /// The commands of the window, available with any focus.
  var commonCommands: [Command] { get }

  /// The menu of the window, opened by F10 and by the menu button.
  var primaryMenu: Menu { get }

  /// The working area of the window, without bars and panels. Notices appear at the middle of its lower edge. Nil is
  /// the whole window.
  var noticeRoom: Rect? { get }
}

/// The host of a tree of controls: it routes events, moves the focus, and shows menus, popovers, tooltips and notices.
///
/// The host takes timed events, has no clock, and returns when it next needs a frame. The same events at the same times
/// produce the same layers, regardless of the frames drawn in between.
///
/// ```swift
/// let host = ControlHost(root: panel, interface: interface)
/// host.layOut(size: Size(440, 560))
/// host.handle(.pointerDown(Point(20, 30), .left, clicks: 1, []), at: 0.5)
/// let nextFrame = host.advance(to: 0.6)
/// ```
///
/// In a language that is written from right to left everything is laid out as from left to right and seen reflected.
/// Window coordinates, in which overlays and events find their places, then run from the right edge; the events that
/// `handle(_:at:)` takes and the frames for assistive tools are as they are seen.
///
/// A key goes to the focused control, then to its ancestors, then to the commands of all of them, and last to the host,
/// which moves the focus with Tab and opens menus. A press goes to the control under the pointer and its ancestors
/// until one captures the pointer; it keeps the pointer until the button is released or Escape cancels the press.
public final class ControlHost {
  /// The layer of the root control, the focus ring and the overlays.
  public let layer = Layer()

  /// The control that fills the window and contains all others.
  public let root: Control
  /// The theme, language, scale and text measurement for all controls of the window.
  public let interface: Interface

  /// The latest time that was passed in.
  public private(set) var now = 0.0

  /// The size of the window, in points.
  public var size: Size { layer.bounds.size }

  let focusRouter = FocusRouter()
  let pointer = PointerRouter()
  private let ring = FocusRing()
  private(set) lazy var overlays = OverlayStack(host: self)
  private lazy var tooltips = TooltipPresenter(host: self)
  private(set) lazy var notices = NoticePresenter(host: self)
  private(set) lazy var drags = DragSession(host: self)

  /// The window that the controls fill.
  public weak var delegate: (any ControlHostDelegate)?

  /// The commands of the window, available with any focus.
  public var windowCommands: [Command] { delegate?.commonCommands ?? [] }

  /// The text of a key that was used as a shortcut.
  private var swallowedText: String?

  /// Returns whether a finger is on a touchscreen, if the window system reports it.
  public var isTouched: () -> Bool = { false }

  /// Returns the points of the window per inch of its monitor, or nil if the monitor does not report its size.
  public var pointsPerInch: () -> Double? = { nil }

  /// Carries drags out of the window; nil keeps them inside.
  public weak var dragCarrier: (any DragCarrier)?

  /// The clipboard for the host's own fields and for assistive tools.
  public var clipboard: Clipboard

  /// Creates a host of a control tree; call `layOut(size:)` next.
  ///
  /// - Parameters:
  ///   - root: The control that fills the window.
  ///   - interface: The theme, the scale and the language.
  ///   - clipboard: The clipboard of the host's own fields; a private one by default.
  public init(root: Control, interface: Interface, clipboard: Clipboard = .local()) {
    self.root = root
    self.clipboard = clipboard
    self.interface = interface
    if interface.isMirrored { layer.layoutDirection = .rightToLeft }
    layer.addSublayer(root.layer)
    layer.addSublayer(ring.layer)
    for part in [drags.layer, overlays.control.layer, notices.layer, tooltips.layer] {
      layer.addSublayer(part)
    }
    root.attach(to: self)
    overlays.control.attach(to: self)
  }

  /// Lays out everything for a window of `size` points.
  public func layOut(size: Size) {
    layer.frame = Rect(origin: .zero, size: size)
    root.frame = layer.bounds
    overlays.control.frame = layer.bounds
    root.setNeedsLayout()
    overlays.layOut()
    notices.layOut()
    tooltips.hide()
    settle()
  }

  /// Redraws everything, for example after a change of theme or scale.
  public func refresh() {
    root.setNeedsUpdateBelow()
    overlays.control.setNeedsUpdateBelow()
    notices.layOut()
    settle()
  }

  /// Performs requested layouts and updates, and places the focus ring.
  public func settle() {
    // Layout may add controls that need layout.
    root.layOutIfNeeded(interface)
    overlays.control.layOutIfNeeded(interface)
    root.updateIfNeeded(interface)
    overlays.control.updateIfNeeded(interface)
    ring.place(around: focus, isVisible: focusRouter.isVisible, in: layer, interface)
    if ring.layer.superlayer === layer { layer.insertSublayer(ring.layer, at: 1) }
  }

  // MARK: Time

  /// Advances everything to a time in seconds.
  ///
  /// - Returns: When the next frame is needed, in seconds, or nil when nothing moves.
  public func advance(to time: Double) -> Double? {
    pass(to: time)
    var next = layer.tree?.nextFrameTime(after: time)
    func need(_ other: Double?) {
      if let other { next = min(next ?? .infinity, other) }
    }
    for control in [root, overlays.control] { need(advance(control, to: time)) }
    settle()
    tooltips.refresh()
    for due in [pointer.nextTime, tooltips.nextTime, notices.nextTime] { need(due) }
    return next
  }

  private func advance(_ control: Control, to time: Double) -> Double? {
    guard !control.isHidden else { return nil }
    var next = control.advance(to: time, interface)
    for child in control.children {
      if let due = advance(child, to: time) { next = min(next ?? .infinity, due) }
    }
    return next
  }

  /// Performs everything due by a time, in chronological order.
  private func pass(to time: Double) {
    while let due = [pointer.nextTime, tooltips.nextTime, notices.nextTime].compactMap({ $0 }).min(),
      due <= time
    {
      now = max(now, due)
      pointer.advance(to: due)
      tooltips.advance(to: due)
      notices.advance(to: due)
    }
    now = max(now, time)
  }

  // MARK: Events

  /// Returns a point as it is seen in window coordinates, or one in window coordinates as it is seen.
  ///
  /// Both are the same unless the window is mirrored.
  public func reflected(_ point: Point) -> Point { viewPlace.outer(point) }

  /// Returns an event as it is seen with its place in window coordinates.
  public func laidOut(_ event: InputEvent) -> InputEvent { event.moved(by: reflected) }

  /// Where window coordinates lie in what is seen.
  var viewPlace: CoordinatePlace {
    interface.isMirrored
      ? CoordinatePlace(isReflected: true, origin: Point(size.width, 0)) : CoordinatePlace()
  }

  /// Handles an input event at a time in seconds.
  public func handle(_ event: InputEvent, at time: Double) {
    pass(to: time)
    let event = laidOut(event)
    let swallowed = swallowedText
    swallowedText = nil
    switch event {
    case .pointerDown(let point, let button, let clicks, let modifiers):
      var event = PointerEvent(at: point, button, clicks: clicks, modifiers: modifiers, time: time)
      event.isTouch = button == .left && isTouched()
      pointerDown(event)
    case .pointerMoved(let point, let modifiers): pointerMoved(to: point, modifiers, time)
    case .pointerUp(let point, let button, let modifiers): pointerUp(at: point, button, modifiers, time)
    case .pointerLeft:
      pointer.hover(nil, at: nil, [], time: time)
      tooltips.hide()
    case .wheel(let point, let notches, let modifiers):
      tooltips.hide()
      turnWheel(WheelEvent(at: point, notches, modifiers: modifiers, time: time))
    case .key(let key, let modifiers, let isRepeat):
      press(KeyEvent(key, modifiers, isRepeat: isRepeat, time: time))
    case .text(let text): if text != swallowed { insert(text) }
    case .composition(let composition): _ = focusChain.first { $0.compose(composition, at: time) }
    case .dragMoved(let content, let point): drags.move(.init(content), to: point)
    case .dragLeft: drags.leave()
    case .dropped(let content, let point): drags.drop(.init(content), at: point)
    }
    tooltips.follow(pointer.hovered, isPressed: pointer.captured != nil)
    notices.follow(pointer.place)
    settle()
  }

  /// The pointer's position in window coordinates, or nil if it is outside.
  public var pointerPlace: Point? { pointer.place }

  /// The shape of the pointer at its current position.
  public var cursor: CursorShape { (pointer.captured ?? pointer.hovered)?.cursor ?? .arrow }

  /// The caret of the focused control as it is seen in the window, for an input method's candidate window.
  public var caretFrame: Rect? {
    guard let focus, let caret = focus.caretFrame else { return nil }
    return viewPlace.outer(focus.convert(toWindow: caret))
  }

  /// The place where text is typed, or nil while the focused control takes none.
  public var textInput: TextInput? {
    guard let focus, focus.takesText else { return nil }
    return TextInput(in: focus, caret: caretFrame)
  }

  /// Returns the frontmost control at a point of the window.
  public func target(at point: Point) -> Control? {
    overlays.hitTest(point) ?? (overlays.isModal ? nil : root.hitTest(root.convert(fromParent: point)))
  }

  private func pointerDown(_ event: PointerEvent) {
    tooltips.hide()
    guard pointer.captured == nil, !drags.isActive else { return }
    focusRouter.isVisible = false
    if notices.press(event) { return }
    if overlays.press(at: event.point) { return }
    guard let target = target(at: event.point), target.chain.allSatisfy(\.isEnabled) else { return }
    if let stop = target.chain.first(where: { $0.isFocusable && focusRouter.allows($0) }) {
      setFocus(stop, byKeyboard: false)
    }
    if event.button == .right, openContextMenu(of: target, event) { return }
    for control in target.chain where control.reacts(to: event.button) {
      guard control.pointerDown(event.converted(to: control)) else { continue }
      if control.host === self { pointer.begin(event, on: control) }
      return
    }
  }

  /// The last wheel event that a control accepted.
  private var wheelTurn: WheelTurn?

  /// Sends a wheel event to the controls under the pointer. Events of the same turn go to the control that accepted the
  /// first one, even if content scrolls under the pointer.
  private func turnWheel(_ event: WheelEvent) {
    var chain = target(at: event.point)?.chain ?? []
    let last = wheelTurn.flatMap { $0.goesOn(with: event, focus) ? $0 : nil }
    if let last, let place = chain.firstIndex(where: { $0 === last.control }) { chain.removeFirst(place) }
    let taker = chain.first { $0.wheel(event.converted(to: $0)) }
    wheelTurn = taker.map {
      WheelTurn(control: $0, focus: focus, start: last?.start ?? event.point, time: event.time)
    }
  }

  private func pointerMoved(to point: Point, _ modifiers: Modifiers, _ time: Double) {
    drags.pointerCame(at: time)
    if drags.isFromInside {
      drags.move(to: point)
    } else if pointer.captured != nil {
      pointer.drag(to: point, modifiers, time: time)
    } else {
      pointer.hover(target(at: point), at: point, modifiers, time: time)
    }
  }

  private func pointerUp(at point: Point, _ button: PointerButton, _ modifiers: Modifiers, _ time: Double) {
    if drags.isFromInside { return drags.end(at: point) }
    guard let press = pointer.press, press.button == button else { return }
    let control = pointer.end()
    if let control {
      control.pointerUp(
        PointerEvent(
          at: control.convert(fromWindow: point), button, clicks: press.clicks, modifiers: modifiers,
          time: time))
    }
    pointer.hover(target(at: point), at: point, modifiers, time: time)
  }

  private func openContextMenu(of target: Control, _ event: PointerEvent) -> Bool {
    for control in target.chain {
      guard let menu = control.contextMenu(for: event.converted(to: control)) else { continue }
      if !menu.isEmpty { showMenu(menu, at: event.point) }
      return true
    }
    return false
  }

  // MARK: Keys

  /// The focused control and its ancestors; without a focused control, the current scope or the root.
  private var focusChain: [Control] { (focus ?? focusRouter.scope ?? root).chain }

  private func press(_ event: KeyEvent) {
    tooltips.hide()
    focusRouter.isVisible = true
    if event.key == .escape, drags.isActive { return drags.cancel() }
    if event.key == .escape, pointer.captured != nil { return pointer.cancel(at: event.time) }
    if focusChain.reversed().contains(where: { $0.isEnabled && $0.interceptKey(event.converted(to: $0)) }) {
      return swallow(event)
    }
    if focusChain.contains(where: { $0.isEnabled && $0.key(event.converted(to: $0)) }) {
      return swallow(event)
    }
    if overlays.key(event) { return swallow(event) }
    if event.modifiers.isEmpty, let neighbour = focusRouter.neighbour(event) {
      return setFocus(neighbour, byKeyboard: true)
    }
    if let command = command(for: event) {
      if command.isEnabled, !event.isRepeat || command.repeats {
        commitEdit()
        command.action(event.time)
      }
      return swallow(event)
    }
    switch (event.key, event.modifiers) {
    case (.tab, []): moveFocus(by: 1)
    case (.tab, .shift): moveFocus(by: -1)
    case (.menu, []), (.function(10), .shift): openContextMenuOfFocus(at: event.time)
    default: break
    }
  }

  /// Remembers that the text of a key was part of a command.
  private func swallow(_ event: KeyEvent) {
    guard event.modifiers.subtracting(.shift).isEmpty else { return }
    switch event.key {
    case .character(let character): swallowedText = String(character)
    case .space: swallowedText = " "
    default: break
    }
  }

  /// All commands available at the focus, the innermost first.
  public var commands: [Command] {
    var all = focusChain.flatMap(\.commands)
    if !overlays.isModal, focusChain.last !== root { all += root.commands }
    return all + windowCommands
  }

  /// All commands of the window, each once: those available at the focus, then those of all other visible controls,
  /// whose shortcuts apply when the focus is there.
  public var listedCommands: [Command] {
    func below(_ control: Control) -> [Command] {
      guard !control.isHidden else { return [] }
      return control.commands + control.children.flatMap(below)
    }
    var seen: Set<String> = []
    return (commands + below(root)).filter { seen.insert($0.id).inserted }
  }

  private func command(for event: KeyEvent) -> Command? {
    // Beneath a dialog nobody sees the effect of a single letter.
    let takesText = focus?.takesText == true || overlays.isModal
    return commands.first { command in
      command.shortcuts.contains { shortcut in
        shortcut.matches(event.key, event.modifiers) && !(takesText && shortcut.isTyping)
      }
    }
  }

  private func insert(_ text: String) {
    let isTaken = focusChain.contains { $0.isEnabled && $0.insert(text, at: now) }
    if isTaken { tellOfMissingFont(for: text) }
  }

  /// Shows which font to install if an inserted text has characters that no font contains; such characters are drawn as
  /// boxes.
  public func tellOfMissingFont(for text: String) {
    // Every font contains ASCII.
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return }
    let missing = interface.line(text, style: Theme.body).missingCharacters
    if !missing.isEmpty {
      say(interface.language.localized(MissingCharacters(missing).typingMessage))
    }
  }

  private func openContextMenuOfFocus(at time: Double) {
    let target = focus ?? root
    let middle = target.convert(toWindow: target.menuPoint)
    let event = PointerEvent(at: middle, .right, clicks: 1, time: time)
    // The window's menu opens if no control has a context menu.
    if !openContextMenu(of: target, event) { showPrimaryMenu() }
  }

  // MARK: Focus

  /// The focused control, or nil.
  public var focus: Control? { focusRouter.focused }

  /// Called after the focus has moved or was cleared.
  public var onFocusChange: () -> Void {
    get { focusRouter.onChange }
    set { focusRouter.onChange = newValue }
  }

  /// Moves or clears the focus; with `byKeyboard` the ring is shown and fields select their text.
  public func setFocus(_ control: Control?, byKeyboard: Bool = false) {
    if byKeyboard { focusRouter.isVisible = true }
    focusRouter.set(control, byKeyboard: byKeyboard)
  }

  /// Commits the text being edited in a field, as Return does.
  public func commitEdit() { (focus as? TextField)?.commit() }

  /// Moves the focus to the next control in Tab order, or the previous one with −1.
  ///
  /// - Parameter step: 1 for the next control, −1 for the previous one.
  public func moveFocus(by step: Int) {
    if let next = focusRouter.next(in: root, by: step) { setFocus(next, byKeyboard: true) }
  }

  func controlLeft(_ control: Control) {
    pointer.forget(control, at: now)
    if let focus, focus.isInside(control) { focusRouter.set(nil, byKeyboard: false) }
  }

  // MARK: Overlays

  /// The parent of the open menus, popovers and dialogs, the frontmost last.
  package var overlayGround: Control { overlays.control }

  /// Opens a menu with its corner at a point of the window.
  public func showMenu(_ menu: Menu, at point: Point) { overlays.open(menu, at: .point(point)) }

  /// Opens a menu below a control, or above it if it does not fit.
  public func showMenu(_ menu: Menu, below control: Control) {
    overlays.open(menu, at: .beside(control.frameInWindow, control))
  }

  /// Shows a control in a popover that points at a part of the window; in a small window it becomes a sheet.
  ///
  /// The focus moves into the popover and returns when it closes. `owner` is the control that opened it: a press there
  /// only closes the popover. `clear` is a part of the window that the popover does not cover while it fits beside it,
  /// such as the object being changed.
  public func showPopover(
    _ content: Control, at anchor: Rect, beside clear: Rect? = nil, owner: Control? = nil,
    onClose: @escaping () -> Void = {}
  ) {
    overlays.open(content, .popover(anchor, clear: clear), owner: owner, onClose: onClose)
  }

  /// Shows a control in a popover that points at another control.
  public func showPopover(_ content: Control, from owner: Control, onClose: @escaping () -> Void = {}) {
    showPopover(content, at: owner.frameInWindow, owner: owner, onClose: onClose)
  }

  /// Shows a control in a modal dialog in the middle of the window.
  public func showDialog(_ content: Control, onClose: @escaping () -> Void = {}) {
    overlays.open(content, .dialog, owner: nil, onClose: onClose)
  }

  /// Shows a dialog that opens only once per window, over other overlays; if it is already open, the overlays above it
  /// are closed instead.
  public func showDialog<Panel: Control>(once make: @autoclosure () -> Panel) {
    if !overlays.comeBack(to: Panel.self) { showDialog(make()) }
  }

  /// Closes the frontmost overlay; returns whether there was one.
  func closeFront() -> Bool { overlays.closeFront() }

  /// Closes the popover or dialog of a control, and all overlays opened from it.
  public func close(_ content: Control) { overlays.close(content) }

  /// Returns whether a control is shown in a popover or dialog.
  public func isShowing(_ content: Control) -> Bool { overlays.isShowing(content) }

  /// Whether a menu, popover or dialog is open.
  public var hasOverlays: Bool { !overlays.frames.isEmpty }

  /// Closes all overlays except notices.
  public func closeOverlays() { overlays.closeAll() }

  /// Shows the tooltip of a control immediately, for example to explain why a text was rejected.
  func showTooltip(of control: Control) { tooltips.show(of: control) }

  /// Shows a notice at the lower edge of the window for 5 seconds plus 50 milliseconds per character.
  public func say(_ words: String, _ action: Notice.Action? = nil) {
    notices.say(Notice(words, action))
  }

  /// Hides the last notice; returns whether it was still shown.
  @discardableResult public func hideNotice() -> Bool {
    defer { notices.hide() }
    return notices.shown != nil
  }

  /// The notices so far, the newest last.
  public var saidNotices: [Notice] { notices.history }

  /// Whether the window accepts the current drag at its position.
  public var takesDrop: Bool { drags.isAccepted }

  /// Begins to drag this window's content with the held button; the control that has captured the pointer loses it.
  ///
  /// `offer` is the data for other programs if it is dragged out of the window. `onEnd` is called when it was dropped
  /// or cancelled.
  public func beginDrag(
    _ content: DropEvent.Content, preview: Layer? = nil, offer: DragOffer? = nil,
    onEnd: @escaping () -> Void = {}
  ) {
    pointer.cancel(at: now)
    // The control under the pointer is now a drop target and shows no hover or tooltip.
    let place = pointer.place
    pointer.hover(nil, at: place, [], time: now)
    drags.begin(content, preview: preview, offer: offer, at: place, onEnd: onEnd)
  }
}

extension ControlHost {
  /// Returns the commands of every window; `close` closes this one.
  public func commonCommands(_ program: ProgramCommands, close: @escaping () -> Void) -> [Command] {
    let language = interface.language
    let group = language.localized("Window")
    let own = [
      Command(
        "window.menu", language.localized("Menu"), Shortcut(.function(10)), group: group, icon: .menu
      ) { [unowned self] _ in showPrimaryMenu() },
      Command(
        "window.commands", language.localized("Find a command"), .controlShift("p"), group: group
      ) { [unowned self] _ in showCommandPalette() },
      Command(
        "window.notices", language.localized("Message history"), .controlShift("n"), group: group
      ) { [unowned self] _ in showNotices() },
      Command(
        "window.shortcuts", language.localized("Keyboard shortcuts"), Shortcut(.function(1)), .control("?"),
        group: group
      ) { [unowned self] _ in showShortcuts() },
    ]
    let closing = [
      Command("window.close", language.localized("Close window"), .control("w"), group: group) {
        [unowned self] _ in
        // The frontmost overlay is closed first, as with Escape.
        if !closeFront() { close() }
      },
      Command("window.quit", language.localized("Quit"), .control("q"), group: group) { time in
        if let quit = program.quit { quit(time) } else { close() }
      },
    ]
    return program.windows + program.others + own + program.explanations + closing
  }

  /// Returns the window's menu: its own commands, all other commands under their groups, the other windows, and the
  /// common commands. It contains every command.
  public func primaryMenu(
    _ own: [[Command]], _ program: ProgramCommands, close: @escaping () -> Void
  ) -> Menu {
    let common = commonCommands(program, close: close).filter { command in
      command.id != "window.menu" && !program.windows.contains { $0.id == command.id }
    }
    func isLast(_ command: Command) -> Bool { ["window.close", "window.quit"].contains(command.id) }
    let listed = Set((own.flatMap(\.self) + program.windows + common).map(\.id)).union(["window.menu"])
    let rest = Menu(grouping: listedCommands.filter { !listed.contains($0.id) }, interface.language)
    var menu = Menu(groups: own)
    for part in [
      rest, Menu(groups: [program.windows, common.filter { !isLast($0) }, common.filter(isLast)]),
    ]
    where !part.isEmpty {
      if !menu.isEmpty { menu.items.append(.separator) }
      menu.items += part.items
    }
    return menu
  }

  /// Opens the window's menu below its button, or in the corner if the button is not visible.
  public func showPrimaryMenu() {
    guard !isBlocked else { return }
    let menu = delegate?.primaryMenu ?? Menu()
    if let button = menuButton(below: root) {
      showMenu(menu, below: button)
    } else {
      showMenu(menu, at: Point(size.width, 0))
    }
  }

  private func menuButton(below control: Control) -> Control? {
    guard !control.isHidden, control.layer.opacity > 0 else { return nil }
    if control.id == Button.primaryMenuID, !control.frame.isEmpty { return control }
    for child in control.children {
      if let button = menuButton(below: child) { return button }
    }
    return nil
  }
}

extension Button {
  static let primaryMenuID = "window.menu"

  /// Creates the menu button, with three lines, that opens the window's menu.
  public static func primaryMenu() -> Button {
    let button = Button(
      Message("Menu"), icon: .menu, kind: .quiet, pressed: { button, _ in button.host?.showPrimaryMenu() })
    button.id = primaryMenuID
    button.shortcutText = Shortcut(.function(10)).text
    return button
  }
}

/// Consecutive wheel events at one place.
private struct WheelTurn {
  weak var control: Control?
  weak var focus: Control?
  let start: Point
  var time: Double

  /// The pause after which an event starts a new turn, in seconds.
  private static let pause = 0.5
  /// The limit on involuntary pointer motion while turning the wheel, in points.
  private static let jitter = 6.0

  func goesOn(with event: WheelEvent, _ focus: Control?) -> Bool {
    event.time - time < Self.pause && event.point.distance(to: start) <= Self.jitter && focus === self.focus
  }
}
