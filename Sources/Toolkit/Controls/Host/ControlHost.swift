public import Geometry
public import Input
public import Scene
import Typography

/// The window that a host's controls fill.
public protocol ControlHostDelegate: AnyObject {
  /// The commands of the window, wherever the focus is.
  var commonCommands: [Command] { get }

  /// The menu of the window, which F10 and the button with three lines open.
  var primaryMenu: Menu { get }

  /// The part of the window that a person works in, without bars and panels: notices stand in the middle of its lower
  /// edge. Nil is the whole window.
  var noticeRoom: Rect? { get }
}

/// The host of a tree of controls: it routes events, moves the focus, and shows menus, popovers, tooltips and notices.
///
/// The host takes events with their times, keeps no clock, and says when it next needs a frame. The same events at the
/// same times lead to the same layers, however many frames were drawn between them.
///
/// ```swift
/// let host = ControlHost(root: panel, interface: interface)
/// host.layOut(size: Size(440, 560))
/// host.handle(.pointerDown(Point(20, 30), .left, clicks: 1, []), at: 0.5)
/// let nextFrame = host.advance(to: 0.6)
/// ```
///
/// A key goes to the control that has the focus, then to those above it, then to the commands of all of them, and last
/// to the host, which moves the focus with Tab and opens menus. A press goes to the control under the pointer and those
/// above it until one takes it; that one has the pointer until the button is let go, or Escape takes the pointer away.
public final class ControlHost {
  /// Everything that the host shows: the root control, the ring, and what lies over them.
  public let layer = Layer()

  /// The control that fills the window; all others stand in it.
  public let root: Control
  /// What all controls of the window lay themselves out with.
  public let interface: Interface

  /// The time that was last handed in.
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

  /// What can be done with the window, wherever the focus is.
  public var windowCommands: [Command] { delegate?.commonCommands ?? [] }

  /// The text that comes with a key that was a shortcut.
  private var swallowedText: String?

  /// Returns whether a finger is on a touchscreen, where the window system tells.
  public var isTouched: () -> Bool = { false }

  /// What carries drags out of the window, or nil where they stay in it.
  public weak var dragCarrier: (any DragCarrier)?

  /// The text that is shared with other programs, for fields of the host's own and for assistive tools.
  public var clipboard: Clipboard

  /// Creates a host of a control and all in it; `layOut(size:)` comes next.
  public init(root: Control, interface: Interface, clipboard: Clipboard = .local()) {
    self.root = root
    self.clipboard = clipboard
    self.interface = interface
    layer.addSublayer(root.layer)
    layer.addSublayer(ring.layer)
    for part in [drags.layer, overlays.control.layer, notices.layer, tooltips.layer] {
      layer.addSublayer(part)
    }
    root.attach(to: self)
    overlays.control.attach(to: self)
  }

  /// Lays everything out for a window of `size` points.
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

  /// Shows everything anew, as after a change of the theme or of the scale.
  public func refresh() {
    root.setNeedsUpdateBelow()
    overlays.control.setNeedsUpdateBelow()
    notices.layOut()
    settle()
  }

  /// Lays out and draws what asked for it, and puts the ring where the focus is.
  public func settle() {
    // Laying out may add controls that need it, too.
    root.layOutIfNeeded(interface)
    overlays.control.layOutIfNeeded(interface)
    root.updateIfNeeded(interface)
    overlays.control.updateIfNeeded(interface)
    ring.place(around: focus, isVisible: focusRouter.isVisible, in: layer, interface)
    if ring.layer.superlayer === layer { layer.insertSublayer(ring.layer, at: 1) }
  }

  // MARK: Time

  /// Brings everything to a time; returns when the next frame is needed, or nil when nothing moves.
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

  /// Lets everything come about that was due by a time, in the order of the times.
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

  /// Takes something a person did at `time`.
  public func handle(_ event: InputEvent, at time: Double) {
    pass(to: time)
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
      let event = WheelEvent(at: point, notches, modifiers: modifiers, time: time)
      _ = target(at: point)?.chain.first { $0.wheel(event.relative(to: $0.originInWindow)) }
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

  /// The shape of the pointer where it is now.
  public var cursor: CursorShape { (pointer.captured ?? pointer.hovered)?.cursor ?? .arrow }

  /// Where the caret of the focused control is in the window, for the candidates of an input method.
  public var caretFrame: Rect? {
    guard let focus, let caret = focus.caretFrame else { return nil }
    return caret.offset(by: focus.originInWindow - .zero)
  }

  /// The frontmost control at a point of the window.
  public func target(at point: Point) -> Control? {
    overlays.hitTest(point) ?? (overlays.isModal ? nil : root.hitTest(point))
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
      guard control.pointerDown(event.relative(to: control.originInWindow)) else { continue }
      if control.host === self { pointer.begin(event, on: control) }
      return
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
      guard let menu = control.contextMenu(for: event.relative(to: control.originInWindow)) else { continue }
      if !menu.isEmpty { showMenu(menu, at: event.point) }
      return true
    }
    return false
  }

  // MARK: Keys

  /// The focused control and all above it; what has the keyboard when no control has it is the root.
  private var focusChain: [Control] { (focus ?? focusRouter.scope ?? root).chain }

  private func press(_ event: KeyEvent) {
    tooltips.hide()
    focusRouter.isVisible = true
    if event.key == .escape, drags.isActive { return drags.cancel() }
    if event.key == .escape, pointer.captured != nil { return pointer.cancel(at: event.time) }
    if focusChain.reversed().contains(where: { $0.isEnabled && $0.interceptKey(event) }) {
      return swallow(event)
    }
    if focusChain.contains(where: { $0.isEnabled && $0.key(event) }) { return swallow(event) }
    if overlays.key(event) { return swallow(event) }
    if event.modifiers.isEmpty, let neighbour = focusRouter.neighbour(event.key) {
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

  /// Takes note that the text of a key was meant as a command.
  private func swallow(_ event: KeyEvent) {
    guard event.modifiers.subtracting(.shift).isEmpty else { return }
    switch event.key {
    case .character(let character): swallowedText = String(character)
    case .space: swallowedText = " "
    default: break
    }
  }

  /// All commands that can be reached from where the focus is, the innermost first.
  public var commands: [Command] {
    var all = focusChain.flatMap(\.commands)
    if !overlays.isModal, focusChain.last !== root { all += root.commands }
    return all + windowCommands
  }

  /// Everything that can be done in the window, each command once: those that can be reached from where the focus is, then
  /// those of all other controls that are seen, whose shortcuts hold when the focus is there.
  public var listedCommands: [Command] {
    func below(_ control: Control) -> [Command] {
      guard !control.isHidden else { return [] }
      return control.commands + control.children.flatMap(below)
    }
    var seen: Set<String> = []
    return (commands + below(root)).filter { seen.insert($0.id).inserted }
  }

  private func command(for event: KeyEvent) -> Command? {
    // Beneath a dialog nobody sees what a single letter would do.
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

  /// Says which font to install when text was put in that has characters which no font has: all that can be drawn of them
  /// are boxes.
  public func tellOfMissingFont(for text: String) {
    // What everybody's keyboard types is in every font.
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return }
    let missing = interface.line(text, style: Theme.body).missingCharacters
    if !missing.isEmpty { say(MissingCharacters(missing).description) }
  }

  private func openContextMenuOfFocus(at time: Double) {
    let target = focus ?? root
    let middle = target.menuPoint + (target.originInWindow - .zero)
    let event = PointerEvent(at: middle, .right, clicks: 1, time: time)
    // What has no menu of its own leaves the key to the window.
    if !openContextMenu(of: target, event) { showPrimaryMenu() }
  }

  // MARK: Focus

  /// The control that has the keyboard, or nil.
  public var focus: Control? { focusRouter.focused }

  /// Told after the keyboard has gone from one control to another, or to none.
  public var onFocusChange: () -> Void {
    get { focusRouter.onChange }
    set { focusRouter.onChange = newValue }
  }

  /// Gives the keyboard to a control, or to none; with `byKeyboard` the ring is shown and fields select their text.
  public func setFocus(_ control: Control?, byKeyboard: Bool = false) {
    if byKeyboard { focusRouter.isVisible = true }
    focusRouter.set(control, byKeyboard: byKeyboard)
  }

  /// Takes what is being typed into a field, as Return does.
  public func commitEdit() { (focus as? TextField)?.commit() }

  /// Goes on to the next control in the order of Tab, or back with −1.
  public func moveFocus(by step: Int) {
    if let next = focusRouter.next(in: root, by: step) { setFocus(next, byKeyboard: true) }
  }

  func controlLeft(_ control: Control) {
    pointer.forget(control, at: now)
    if let focus, focus.isInside(control) { focusRouter.set(nil, byKeyboard: false) }
  }

  // MARK: What lies over the controls

  /// Opens a menu with its corner at a point of the window.
  public func showMenu(_ menu: Menu, at point: Point) { overlays.open(menu, at: .point(point)) }

  /// Opens a menu below a control, or above it where there is no room.
  public func showMenu(_ menu: Menu, below control: Control) {
    overlays.open(menu, at: .beside(control.frameInWindow, control))
  }

  /// Shows a control in a popover that points at a part of the window; in a small window it becomes a sheet.
  ///
  /// The focus goes into it, and back to where it was when the popover closes. `owner` is the control that opened it: a
  /// press there closes the popover and does nothing else. `clear` is a part of the window that the popover does not
  /// cover while there is room at its sides, such as what it changes.
  public func showPopover(
    _ content: Control, at anchor: Rect, beside clear: Rect? = nil, owner: Control? = nil,
    onClose: @escaping () -> Void = {}
  ) {
    overlays.open(content, .popover(anchor, clear: clear), owner: owner, onClose: onClose)
  }

  /// Shows a control in a popover that points at another one.
  public func showPopover(_ content: Control, from owner: Control, onClose: @escaping () -> Void = {}) {
    showPopover(content, at: owner.frameInWindow, owner: owner, onClose: onClose)
  }

  /// Shows a control in the middle of the window; nothing else can be used until it is closed.
  public func showDialog(_ content: Control, onClose: @escaping () -> Void = {}) {
    overlays.open(content, .dialog, owner: nil, onClose: onClose)
  }

  /// Shows a dialog of which there is one for the whole window, over whatever is open; one that is open already is not
  /// opened again, and what lies over it is closed.
  public func showDialog<Panel: Control>(once make: @autoclosure () -> Panel) {
    if !overlays.comeBack(to: Panel.self) { showDialog(make()) }
  }

  /// Closes what lies over the controls in front, such as a dialog; returns whether there was anything.
  func closeFront() -> Bool { overlays.closeFront() }

  /// Closes the popover or dialog that shows a control, and all that were opened from it.
  public func close(_ content: Control) { overlays.close(content) }

  /// Whether a control is shown in a popover or dialog.
  public func isShowing(_ content: Control) -> Bool { overlays.isShowing(content) }

  /// Closes everything that lies over the controls but notices.
  public func closeOverlays() { overlays.closeAll() }

  /// Shows the tooltip of a control at once, such as why the text of a field was refused.
  func showTooltip(of control: Control) { tooltips.show(of: control) }

  /// Shows a sentence at the lower edge of the window for 5 seconds and 50 milliseconds a letter.
  public func say(_ words: String, _ action: Notice.Action? = nil) {
    notices.say(Notice(words, action))
  }

  /// Hides what was said last; returns whether it was still shown.
  @discardableResult public func hideNotice() -> Bool {
    defer { notices.hide() }
    return notices.shown != nil
  }

  /// What was said last, the newest last.
  public var saidNotices: [Notice] { notices.history }

  /// Whether something that is dragged over the window would be taken where it is.
  public var takesDrop: Bool { drags.isAccepted }

  /// Begins to drag something of this window with the button that is held; the control that has the pointer loses it.
  ///
  /// `offer` is what other programs are given where it is dragged out of the window. `onEnd` is called when it was dropped
  /// or given up.
  public func beginDrag(
    _ content: DropEvent.Content, preview: Layer? = nil, offer: DragOffer? = nil,
    onEnd: @escaping () -> Void = {}
  ) {
    pointer.cancel(at: now)
    // What the pointer is over now is a target, and says nothing of itself.
    let place = pointer.place
    pointer.hover(nil, at: place, [], time: now)
    drags.begin(content, preview: preview, offer: offer, at: place, onEnd: onEnd)
  }
}

extension ControlHost {
  /// What can be done with every window; `close` closes this one.
  public func commonCommands(_ program: ProgramCommands, close: @escaping () -> Void) -> [Command] {
    let group = "Window"
    let own = [
      Command("window.menu", "Menu", Shortcut(.function(10)), group: group, icon: .menu) { [unowned self] _ in
        showPrimaryMenu()
      },
      Command("window.commands", "Find a command", .controlShift("p"), group: group) { [unowned self] _ in
        showCommandPalette()
      },
      Command("window.notices", "Messages so far", .controlShift("n"), group: group) { [unowned self] _ in
        showNotices()
      },
      Command(
        "window.shortcuts", "Keyboard shortcuts", Shortcut(.function(1)), .control("?"), group: group
      ) { [unowned self] _ in showShortcuts() },
      Command("window.close", "Close window", .control("w"), group: group) { [unowned self] _ in
        // What lies in front is closed first, as Escape does it.
        if !closeFront() { close() }
      },
      Command("window.quit", "Quit", .control("q"), group: group) { time in
        if let quit = program.quit { quit(time) } else { close() }
      },
    ]
    return program.windows + program.others + own
  }

  /// The menu of a window: what it can do itself, all else that can be done in it under the names of the groups, the
  /// other windows, and what is the same everywhere. No command is missing there.
  public func primaryMenu(
    _ own: [[Command]], _ program: ProgramCommands, close: @escaping () -> Void
  ) -> Menu {
    let common = commonCommands(program, close: close).filter { command in
      command.id != "window.menu" && !program.windows.contains { $0.id == command.id }
    }
    func isLast(_ command: Command) -> Bool { ["window.close", "window.quit"].contains(command.id) }
    let listed = Set((own.flatMap(\.self) + program.windows + common).map(\.id)).union(["window.menu"])
    let rest = Menu(grouping: listedCommands.filter { !listed.contains($0.id) })
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

  /// Opens the menu of the window below its button, or in the corner where that is not seen.
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

  /// Creates the button with three lines that opens the menu of the window, wherever it is placed.
  public static func primaryMenu() -> Button {
    let button = Button(
      "Menu", icon: .menu, kind: .quiet, pressed: { button, _ in button.host?.showPrimaryMenu() })
    button.id = primaryMenuID
    button.shortcutText = Shortcut(.function(10)).text
    return button
  }
}
