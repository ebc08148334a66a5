public import Geometry
public import Input
public import Scene

/// Whether more changes of the same gesture follow.
public enum ChangePhase: Hashable, Sendable {
  /// The gesture goes on.
  case continuous
  /// The gesture has ended, or the change was a single step.
  case final
}

/// A part of a window that people use: it has a layer, takes input, and describes itself to assistive tools.
///
/// Controls form a tree. A control stands at its `frame` in the coordinates of its parent; events come in the control's
/// own coordinates, whose origin is the top left of the frame, and carry their time. What a control does not take goes
/// to its parent. A `ControlHost` routes events through the tree, moves the focus, and draws its ring.
///
/// ```swift
/// final class Greeting: Control {
///   override func update(_ interface: Interface) {
///     layer.removeSublayers()
///     layer.addSublayer(Layer("Hello", style: Theme.body, color: interface.theme.ink, in: bounds, interface))
///   }
///
///   override func pointerDown(_ event: PointerEvent) -> Bool { true }
/// }
/// ```
open class Control {
  /// What the control shows; it stands at the control's frame.
  public let layer = Layer()

  /// What assistive tools call the control.
  public var label: String

  /// Identifies the control among its siblings for as long as it lives; the label where nothing was set.
  public var id: String {
    get { ownID ?? label }
    set { ownID = newValue }
  }

  private var ownID: String?

  /// Where the control stands in its parent, or in the window when it has none; in points.
  public var frame = Rect.zero {
    didSet {
      layer.frame = frame
      if frame.size != oldValue.size { setNeedsLayout() }
    }
  }

  /// The parts of the control's state that the host keeps.
  private(set) var state = State()

  struct State: Hashable {
    var isFocused = false
    var isPressed = false
    var isHovered = false
    var isEnabled = true
    var needsUpdate = true
    var needsLayout = true
    var arrowMember: ObjectIdentifier?
  }

  // MARK: The tree

  /// The control in which this one stands, or nil.
  public private(set) weak var parent: Control?

  /// The children in the order in which Tab visits them; later ones are in front.
  public private(set) var children: [Control] = []

  private weak var rootHost: ControlHost?

  /// The host of the tree that the control belongs to.
  public var host: ControlHost? { parent?.host ?? rootHost }

  /// Creates a control without extent; its label is what assistive tools call it.
  public init(label: String) {
    self.label = label
  }

  /// Adds a child in front of the others; its layer goes into `container`, which has this control's coordinates, or
  /// into the control's own layer.
  public func addChild(_ child: Control, in container: Layer? = nil) {
    insertChild(child, at: children.count, in: container)
  }

  /// Adds a child before the one at an index.
  public func insertChild(_ child: Control, at index: Int, in container: Layer? = nil) {
    precondition(child !== self, "a control cannot be its own child")
    child.removeFromParent()
    child.parent = self
    children.insert(child, at: min(index, children.count))
    (container ?? layer).addSublayer(child.layer)
    child.setNeedsUpdateBelow()
  }

  /// Takes the control out of its parent; the focus, if it is inside, goes back to where it was before.
  public func removeFromParent() {
    guard let parent else { return }
    let host = self.host
    parent.children.removeAll { $0 === self }
    self.parent = nil
    layer.removeFromSuperlayer()
    host?.controlLeft(self)
  }

  /// Replaces all children; those that stay keep their state.
  public func setChildren(_ wanted: [Control], in container: Layer? = nil) {
    let kept = Set(wanted.map(ObjectIdentifier.init))
    for child in children where !kept.contains(ObjectIdentifier(child)) { child.removeFromParent() }
    for child in wanted where child.parent !== self {
      child.removeFromParent()
      child.parent = self
      child.setNeedsUpdateBelow()
    }
    children = wanted
    (container ?? layer).bringToFront(wanted.map(\.layer))
  }

  func attach(to host: ControlHost?) {
    rootHost = host
    setNeedsUpdateBelow()
  }

  /// Whether the control is `other` or stands below it.
  public func isInside(_ other: Control) -> Bool {
    var current: Control? = self
    while let control = current {
      if control === other { return true }
      current = control.parent
    }
    return false
  }

  /// The control and all above it, the innermost first.
  var chain: [Control] {
    var result = [self]
    while let next = result[result.count - 1].parent { result.append(next) }
    return result
  }

  /// Where the control's origin is in the window.
  public var originInWindow: Point {
    chain.reduce(Point.zero) { $0 + ($1.frame.origin - .zero) }
  }

  /// Returns where a point of the window is in the control's own coordinates.
  public func convert(fromWindow point: Point) -> Point {
    let origin = originInWindow
    return Point(point.x - origin.x, point.y - origin.y)
  }

  /// Where the control is in the window.
  public var frameInWindow: Rect { Rect(origin: originInWindow, size: frame.size) }

  // MARK: State

  /// Whether the control has the keyboard.
  public internal(set) var isFocused: Bool {
    get { state.isFocused }
    set { set(\.isFocused, newValue) }
  }

  /// Whether the pointer has pressed the control and not let go yet.
  public internal(set) var isPressed: Bool {
    get { state.isPressed }
    set { set(\.isPressed, newValue) }
  }

  /// Whether the pointer is over the control.
  public internal(set) var isHovered: Bool {
    get { state.isHovered }
    set { set(\.isHovered, newValue) }
  }

  /// Whether the control can be used; one that cannot is drawn pale and takes no input.
  public var isEnabled: Bool {
    get { state.isEnabled }
    set { set(\.isEnabled, newValue) }
  }

  /// Whether the control is seen at all; a hidden one takes no input.
  public var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }

  private func set(_ path: WritableKeyPath<State, Bool>, _ value: Bool) {
    guard state[keyPath: path] != value else { return }
    state[keyPath: path] = value
    setNeedsUpdate()
  }

  var arrowMember: ObjectIdentifier? {
    get { state.arrowMember }
    set { state.arrowMember = newValue }
  }

  /// Asks for `update(_:)` before the next frame.
  public func setNeedsUpdate() { state.needsUpdate = true }

  /// Asks for `layOut(_:)` and `update(_:)` before the next frame.
  public func setNeedsLayout() {
    state.needsLayout = true
    state.needsUpdate = true
  }

  func layOutIfNeeded(_ interface: Interface) {
    if state.needsLayout {
      state.needsLayout = false
      layOut(interface)
    }
    for child in children where !child.isHidden { child.layOutIfNeeded(interface) }
  }

  func setNeedsUpdateBelow() {
    setNeedsLayout()
    for child in children { child.setNeedsUpdateBelow() }
  }

  func updateIfNeeded(_ interface: Interface) {
    if state.needsUpdate {
      state.needsUpdate = false
      update(interface)
    }
    for child in children where !child.isHidden { child.updateIfNeeded(interface) }
  }

  // MARK: What a control is

  /// The control's own rectangle, whose origin is 0.
  public var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// Whether the keyboard can go to the control.
  open var isFocusable: Bool { true }

  /// Whether the focus ring is shown even when the pointer brought the focus.
  open var alwaysShowsFocus: Bool { false }

  /// Whether typed text goes to the control, so that single letters are no shortcuts while it has the focus.
  open var takesText: Bool { false }

  /// The shape of the pointer over the control.
  open var cursor: CursorShape { .hand }

  /// The corner radius of the focus ring, of the control's own outline.
  open var focusRadius: Double { Theme.fieldRadius }

  /// Where the focus ring goes around, in the control's own coordinates.
  open var focusFrame: Rect { bounds }

  /// Where the key for menus opens the context menu, in the control's own coordinates.
  open var menuPoint: Point { focusFrame.center }

  /// The layer in which the ring of this control and of those below it is drawn, in this control's coordinates; nil
  /// leaves it to the parent.
  open var focusRingContainer: Layer? { nil }

  /// How arrow keys move the focus among the control's descendants, of which Tab then visits only one.
  open var arrowNavigation: ArrowNavigation? { nil }

  /// Returns whether `pointerDown(_:)` is called for a button of the pointer.
  open func reacts(to button: PointerButton) -> Bool { button == .left }

  /// What can be done in the control; their shortcuts hold while the focus is inside.
  open var commands: [Command] { [] }

  /// The words of the tooltip; nil for none.
  open var tooltip: Tooltip? { nil }

  /// Returns the frontmost control at a point of this control's coordinates, or nil when it is beside it.
  open func hitTest(_ point: Point) -> Control? {
    guard !isHidden else { return nil }
    for child in children.reversed() {
      if let hit = child.hitTest(point - (child.frame.origin - .zero)) { return hit }
    }
    return bounds.contains(point) ? self : nil
  }

  /// Returns the size that the control would like to have in so much room; popovers and dialogs ask for it.
  open func preferredSize(in room: Size, _ interface: Interface) -> Size { frame.size }

  /// Lays children out within the control's bounds; called by the host after the size has changed.
  open func layOut(_ interface: Interface) {}

  /// Builds the layer anew from the control's state.
  open func update(_ interface: Interface) {}

  /// Brings what moves by itself to a time; returns when it next looks different, or nil.
  open func advance(to time: Double, _ interface: Interface) -> Double? { nil }

  // MARK: Input

  /// A button to which the control reacts went down; returns whether the control takes the press and with it the pointer
  /// until the button is let go.
  @discardableResult open func pointerDown(_ event: PointerEvent) -> Bool { false }

  /// The pointer moved while its press belongs to the control.
  open func pointerDragged(_ event: PointerEvent) {}

  /// The button was let go.
  open func pointerUp(_ event: PointerEvent) {}

  /// The press was cancelled: Escape was pressed, a drag of data began, or the control was removed. The control
  /// restores everything that the press has changed.
  open func pointerCancelled(at time: Double) {}

  /// The pointer moved over the control with no button held.
  open func pointerMoved(_ event: PointerEvent) {}

  /// The pointer left the control.
  open func pointerLeft(at time: Double) {}

  /// The pointer left a control that stands in this one, however deep.
  open func pointerLeft(_ part: Control, at time: Double) {}

  /// Whether a press that rests for half a second means something here.
  open var hasLongPress: Bool { false }

  /// The pointer has been held in one place for half a second.
  open func longPressed(_ event: PointerEvent) {}

  /// Takes a turn of the wheel; returns false to leave it to the parent.
  open func wheel(_ event: WheelEvent) -> Bool { false }

  /// Takes a key before the control inside that has the focus hears of it; returns false to let it go on.
  open func interceptKey(_ event: KeyEvent) -> Bool { false }

  /// Takes a key; returns false to leave it to the parent, then to commands and to the host.
  open func key(_ event: KeyEvent) -> Bool { false }

  /// Takes typed text; returns false to leave it to the parent.
  open func insert(_ text: String, at time: Double) -> Bool { false }

  /// Shows text that an input method is composing; returns false when the control takes no text.
  open func compose(_ composition: Composition, at time: Double) -> Bool { false }

  /// Where the caret stands in the control's own coordinates, for the candidates of an input method.
  open var caretFrame: Rect? { nil }

  /// The control has got the keyboard: by Tab or a shortcut, or by the pointer or the program.
  open func focusGained(byKeyboard: Bool) {}
  /// The control has lost the keyboard.
  open func focusLost() {}

  /// Returns the menu of a place; nil leaves it to the parent. The key for menus asks with the middle of the control.
  open func contextMenu(for event: PointerEvent) -> Menu? { nil }

  // MARK: Drag and drop

  /// Says what would happen with something dropped here; nil leaves it to the parent.
  open func proposal(for event: DropEvent) -> DropProposal? { nil }

  /// Something is dragged over the control, which has proposed what would happen with it.
  open func dragMoved(_ event: DropEvent) {}

  /// What was dragged over the control is so no longer: it was dropped, here or elsewhere, or given up.
  open func dragLeft() {}

  /// Takes what was dropped after an accepted proposal; a desktop may tell of a drop without a drag before it.
  open func drop(_ event: DropEvent) {}

  // MARK: Assistive tools

  /// The control as assistive tools are told of it, its frames in the coordinates of the parent; the host adds the
  /// children.
  open var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame, isFocused: isFocused)
  }

  /// The control whose words name this one where they are seen, such as the caption before it.
  public weak var labelledBy: Control?

  /// The control that shows more about this one, such as why a text is refused.
  public weak var describedBy: Control?

  /// The part of the control that a caption names.
  open var captioned: Control { self }

  /// Does what an assistive tool asks for; `part` is the id of a node that the control itself put into its
  /// description, or nil for the control. Returns whether it was done.
  open func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool { false }
}

/// How arrow keys go from one control of a group to the next.
public enum ArrowNavigation: Hashable, Sendable {
  /// With left and right.
  case horizontal
  /// With up and down.
  case vertical
  /// With all four, in the order of the children.
  case both
}
