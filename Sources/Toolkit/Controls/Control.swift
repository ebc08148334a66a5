public import Geometry
public import Input
import Localization
public import Scene

/// Whether a gesture continues after a change.
public enum ChangePhase: Hashable, Sendable {
  /// More changes of the gesture follow.
  case continuous
  /// The gesture has ended, or the change was a single step.
  case final
}

/// A part of a window: it has a layer, takes input and describes itself to assistive tools.
///
/// Controls form a tree. A control is placed at its `frame` in its parent's coordinates. Events arrive in the control's
/// own coordinates, whose origin is the top left of the frame, and carry their time. Unhandled events go to the parent.
/// A `ControlHost` routes events through the tree, moves the focus and draws the focus ring.
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
  /// The layer that draws the control, placed at the control's frame.
  public let layer = Layer()

  /// The control's name for assistive tools.
  ///
  /// It is in the language of the host where the toolkit itself has named the control with a message.
  public var label: String {
    get { caption.text(in: host) }
    set { caption = .text(newValue) }
  }

  private var caption: Wording

  /// Identifies the control among its siblings for as long as it lives; the label unless set.
  public var id: String {
    get { ownID ?? caption.english }
    set { ownID = newValue }
  }

  private var ownID: String?

  /// The frame in the parent, or in the window for a control without one; in points.
  public var frame = Rect.zero {
    didSet {
      layer.frame = frame
      if frame.size != oldValue.size { setNeedsLayout() }
    }
  }

  /// The parts of the control's state that the host manages.
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

  // MARK: Direction

  /// The horizontal direction in which the control and everything in it are laid out.
  ///
  /// In a mirrored window, a control from left to right, such as a poster, has its own coordinates as they are seen.
  public var layoutDirection: LayoutDirection {
    get { layer.layoutDirection }
    set { layer.layoutDirection = newValue }
  }

  /// Whether the control is seen reflected: laid out from right to left, by its own direction or its surroundings'.
  public var isMirrored: Bool { layoutDirection.isMirrored(in: { isInMirrored }) }

  /// Whether what the control is in is laid out from right to left.
  private var isInMirrored: Bool { parent?.isMirrored ?? rootHost?.interface.isMirrored ?? false }

  /// Whether the control's direction is not that of what it is in.
  public var isReflected: Bool { layoutDirection != .inherited && isMirrored != isInMirrored }

  /// Whether the left arrow key reaches the control as the right one while it is mirrored, and the right as the left.
  var mirrorsArrowKeys: Bool { isMirrored }

  // MARK: The tree

  /// The control that contains this one, or nil.
  public private(set) weak var parent: Control?

  /// The children in Tab order; later ones are in front.
  public private(set) var children: [Control] = []

  private weak var rootHost: ControlHost?

  /// The host of the tree that the control belongs to.
  public var host: ControlHost? { parent?.host ?? rootHost }

  /// Creates a control with an empty frame; the label is its name for assistive tools.
  public init(label: String) {
    caption = .text(label)
  }

  /// Creates a control that the toolkit names.
  init(_ caption: Wording) { self.caption = caption }

  /// Returns one of the toolkit's own texts in the language of the host.
  final func localized(_ message: Message) -> String { Wording.message(message).text(in: host) }

  /// Adds a child in front of the others; its layer goes into `container`, which has this control's coordinates, or
  /// into the control's own layer.
  public func addChild(_ child: Control, in container: Layer? = nil) {
    insertChild(child, at: children.count, in: container)
  }

  /// Adds a child before the one at an index.
  ///
  /// - Parameters:
  ///   - child: The control.
  ///   - index: The place among the children; a larger one is the last.
  ///   - container: The layer for the child's layer, with this control's coordinates; nil is the control's own.
  public func insertChild(_ child: Control, at index: Int, in container: Layer? = nil) {
    precondition(child !== self, "a control cannot be its own child")
    child.removeFromParent()
    child.parent = self
    children.insert(child, at: min(index, children.count))
    (container ?? layer).addSublayer(child.layer)
    child.setNeedsUpdateBelow()
  }

  /// Removes the control from its parent; a focus inside it returns to its previous control.
  public func removeFromParent() {
    guard let parent else { return }
    let host = self.host
    parent.children.removeAll { $0 === self }
    self.parent = nil
    layer.removeFromSuperlayer()
    host?.controlLeft(self)
  }

  /// Replaces all children; those that remain keep their state.
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

  /// Returns whether the control is `other` or one of its descendants.
  public func isInside(_ other: Control) -> Bool {
    var current: Control? = self
    while let control = current {
      if control === other { return true }
      current = control.parent
    }
    return false
  }

  /// The control and its ancestors, the innermost first.
  var chain: [Control] {
    var result = [self]
    while let next = result[result.count - 1].parent { result.append(next) }
    return result
  }

  /// The place of the control's coordinates in the window's, which run from the right edge in a mirrored window.
  private var placeInWindow: CoordinatePlace {
    (parent?.placeInWindow ?? CoordinatePlace()).place(of: self)
  }

  /// Converts a point from window coordinates to the control's own.
  public func convert(fromWindow point: Point) -> Point { placeInWindow.inner(point) }

  /// Converts a rectangle from window coordinates to the control's own.
  public func convert(fromWindow rect: Rect) -> Rect { placeInWindow.inner(rect) }

  /// Converts a point from the control's own coordinates to the window's.
  public func convert(toWindow point: Point) -> Point { placeInWindow.outer(point) }

  /// Converts a rectangle from the control's own coordinates to the window's.
  public func convert(toWindow rect: Rect) -> Rect { placeInWindow.outer(rect) }

  /// Converts a point from the parent's coordinates to the control's own.
  public func convert(fromParent point: Point) -> Point { CoordinatePlace().place(of: self).inner(point) }

  /// Converts a rectangle from the parent's coordinates to the control's own.
  public func convert(fromParent rect: Rect) -> Rect { CoordinatePlace().place(of: self).inner(rect) }

  /// Converts a point from the control's own coordinates to the parent's.
  public func convert(toParent point: Point) -> Point { CoordinatePlace().place(of: self).outer(point) }

  /// Converts a rectangle from the control's own coordinates to the parent's.
  public func convert(toParent rect: Rect) -> Rect { CoordinatePlace().place(of: self).outer(rect) }

  /// The control's frame in window coordinates.
  public var frameInWindow: Rect { convert(toWindow: bounds) }

  // MARK: State

  /// Whether the control has the focus.
  public internal(set) var isFocused: Bool {
    get { state.isFocused }
    set { set(\.isFocused, newValue) }
  }

  /// Whether the pointer has pressed the control and not released it yet.
  public internal(set) var isPressed: Bool {
    get { state.isPressed }
    set { set(\.isPressed, newValue) }
  }

  /// Whether the pointer is over the control.
  public internal(set) var isHovered: Bool {
    get { state.isHovered }
    set { set(\.isHovered, newValue) }
  }

  /// Whether the control is enabled; a disabled one is drawn pale and takes no input.
  public var isEnabled: Bool {
    get { state.isEnabled }
    set { set(\.isEnabled, newValue) }
  }

  /// Whether the control is hidden; a hidden one takes no input.
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

  /// Requests `update(_:)` before the next frame.
  public func setNeedsUpdate() { state.needsUpdate = true }

  /// Requests `layOut(_:)` and `update(_:)` before the next frame.
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

  // MARK: Properties

  /// The control's rectangle in its own coordinates, with origin 0.
  public var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// Whether the control can take the focus.
  open var isFocusable: Bool { true }

  /// Whether a press outside closes the dialog that the control fills, because it would discard nothing.
  var closesByPressBeside: Bool { false }

  /// Whether the focus ring is shown even if the pointer moved the focus.
  open var alwaysShowsFocus: Bool { false }

  /// Whether the control takes typed text, so that single letters are not shortcuts while it has the focus.
  open var takesText: Bool { false }

  /// The shape of the pointer over the control.
  open var cursor: CursorShape { .hand }

  /// The corner radius of the control's outline, which the focus ring follows.
  open var focusRadius: Double { Theme.fieldRadius }

  /// The rectangle that the focus ring surrounds, in the control's own coordinates.
  open var focusFrame: Rect { bounds }

  /// The position of a context menu opened by keyboard, in the control's own coordinates.
  open var menuPoint: Point { focusFrame.center }

  /// The layer, in this control's coordinates, that holds the focus ring of this control and its descendants; nil
  /// leaves it to the parent.
  open var focusRingContainer: Layer? { nil }

  /// How arrow keys move the focus among the descendants; if set, Tab visits only one of them.
  open var arrowNavigation: ArrowNavigation? { nil }

  /// Returns whether `pointerDown(_:)` is called for a button of the pointer.
  open func reacts(to button: PointerButton) -> Bool { button == .left }

  /// The control's commands; their shortcuts apply while the focus is inside.
  open var commands: [Command] { [] }

  /// The tooltip; nil for none.
  open var tooltip: Tooltip? { nil }

  /// Returns the frontmost control at a point in this control's coordinates, or nil for a point outside.
  open func hitTest(_ point: Point) -> Control? {
    guard !isHidden else { return nil }
    for child in children.reversed() {
      if let hit = child.hitTest(child.convert(fromParent: point)) { return hit }
    }
    return bounds.contains(point) ? self : nil
  }

  /// Returns the preferred size within the available room, for popovers and dialogs.
  ///
  /// - Parameters:
  ///   - room: The available size, in points.
  ///   - interface: The theme, the scale and the typesetter.
  open func preferredSize(in room: Size, _ interface: Interface) -> Size { frame.size }

  /// Returns the least width at which all words of the control are whole on one line, in points; 0 without words.
  open func neededWidth(_ interface: Interface) -> Double { 0 }

  /// Returns the height at which all words of the control are whole at a width, in points; 0 if any height will do.
  open func neededHeight(atWidth width: Double, _ interface: Interface) -> Double { 0 }

  /// Lays out children within the control's bounds; the host calls it after the size has changed.
  open func layOut(_ interface: Interface) {}

  /// Rebuilds the layer from the control's state.
  open func update(_ interface: Interface) {}

  /// Advances animations to a time; returns when the appearance next changes, or nil.
  ///
  /// - Parameters:
  ///   - time: The time of the frame, in seconds.
  ///   - interface: The theme, the scale and the typesetter.
  /// - Returns: The time of the next change: the same time for the next frame, or nil while nothing moves.
  open func advance(to time: Double, _ interface: Interface) -> Double? { nil }

  // MARK: Input

  /// Handles a button for which `reacts(to:)` is true; returns whether the control captures the pointer until the
  /// button is released.
  @discardableResult open func pointerDown(_ event: PointerEvent) -> Bool { false }

  /// Handles a pointer movement during the control's press.
  open func pointerDragged(_ event: PointerEvent) {}

  /// Handles the release of the button.
  open func pointerUp(_ event: PointerEvent) {}

  /// Handles a cancelled press: Escape was pressed, a drag of data began, or the control was removed. The control
  /// reverts everything that the press has changed. The time is in seconds.
  open func pointerCancelled(at time: Double) {}

  /// Handles a pointer movement over the control without a button held.
  open func pointerMoved(_ event: PointerEvent) {}

  /// Called when the pointer leaves the control, with the time in seconds.
  open func pointerLeft(at time: Double) {}

  /// Called when the pointer leaves a descendant, with the time in seconds.
  open func pointerLeft(_ part: Control, at time: Double) {}

  /// Whether the control handles a press held still for half a second.
  open var hasLongPress: Bool { false }

  /// Called when the pointer has been held still for half a second.
  open func longPressed(_ event: PointerEvent) {}

  /// Handles the wheel; returns false to leave the event to the parent.
  open func wheel(_ event: WheelEvent) -> Bool { false }

  /// Handles a key before the focused descendant receives it; returns false to pass it on.
  open func interceptKey(_ event: KeyEvent) -> Bool { false }

  /// Handles a key; returns false to leave it to the parent, then to commands and to the host.
  open func key(_ event: KeyEvent) -> Bool { false }

  /// Inserts typed text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - time: The time in seconds.
  /// - Returns: False to leave the text to the parent.
  open func insert(_ text: String, at time: Double) -> Bool { false }

  /// Shows an input method's composition.
  ///
  /// - Parameters:
  ///   - composition: The text that is not yet committed, and its caret.
  ///   - time: The time in seconds.
  /// - Returns: False if the control takes no text.
  open func compose(_ composition: Composition, at time: Double) -> Bool { false }

  /// The caret's frame in the control's own coordinates, for an input method's candidate window.
  open var caretFrame: Rect? { nil }

  /// Called when the control gains the focus; `byKeyboard` is true for Tab or a shortcut, false for the pointer or the
  /// program.
  open func focusGained(byKeyboard: Bool) {}
  /// Called when the control loses the focus.
  open func focusLost() {}

  /// Returns the context menu at a position; nil leaves it to the parent. The menu key passes the middle of the
  /// control.
  open func contextMenu(for event: PointerEvent) -> Menu? { nil }

  // MARK: Drag and drop

  /// Returns the effect of a drop here; nil leaves it to the parent.
  open func proposal(for event: DropEvent) -> DropProposal? { nil }

  /// Called while something is dragged over the control, after the control has proposed what a drop would do.
  open func dragMoved(_ event: DropEvent) {}

  /// Called when a drag leaves the control: it moved on, was dropped here or elsewhere, or was cancelled.
  open func dragLeft() {}

  /// Accepts a drop after an accepted proposal; a desktop may report a drop without a drag before it.
  open func drop(_ event: DropEvent) {}

  // MARK: Assistive tools

  /// The control's description for assistive tools, with frames in the parent's coordinates; the host adds the
  /// children.
  open var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame, isFocused: isFocused)
  }

  /// The control that visibly labels this one, such as the caption before it.
  public weak var labelledBy: Control?

  /// The control that describes this one, such as why a text is invalid.
  public weak var describedBy: Control?

  /// The part of the control that a caption labels.
  open var captioned: Control { self }

  /// Performs an assistive tool's request; `part` is the id of a node that the control added to its description, or nil
  /// for the control itself. Returns whether it was done.
  ///
  /// - Parameters:
  ///   - action: The request.
  ///   - part: The id of a node that the control added to its description, or nil for the control itself.
  ///   - time: The time of the request, in seconds.
  /// - Returns: Whether it was done.
  open func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool { false }
}

/// Where inner coordinates lie in outer ones: shifted, and reflected where their horizontal directions differ.
struct CoordinatePlace: Hashable, Sendable {
  /// Whether x grows the other way.
  var isReflected = false
  /// The outer place of the inner origin.
  var origin = Point.zero

  func outer(_ point: Point) -> Point {
    Point(isReflected ? origin.x - point.x : origin.x + point.x, origin.y + point.y)
  }

  func inner(_ point: Point) -> Point {
    Point(isReflected ? origin.x - point.x : point.x - origin.x, point.y - origin.y)
  }

  func outer(_ rect: Rect) -> Rect {
    Rect(origin: outer(Point(isReflected ? rect.maxX : rect.minX, rect.minY)), size: rect.size)
  }

  func inner(_ rect: Rect) -> Rect {
    Rect(origin: inner(Point(isReflected ? rect.maxX : rect.minX, rect.minY)), size: rect.size)
  }

  /// Returns where the coordinates of a control lie whose parent has the inner ones.
  func place(of control: Control) -> CoordinatePlace {
    let isTurned = control.isReflected
    let corner = Point(isTurned ? control.frame.maxX : control.frame.minX, control.frame.minY)
    return CoordinatePlace(isReflected: isReflected != isTurned, origin: outer(corner))
  }
}

/// The arrow keys that move the focus within a group.
public enum ArrowNavigation: Hashable, Sendable {
  /// Left and right.
  case horizontal
  /// Up and down.
  case vertical
  /// All four, in the order of the children.
  case both
}

/// The words of a control: a text from its owner, or a message that is shown in the host's language.
enum Wording: Hashable {
  case text(String)
  case message(Message)

  /// The owner's text, or the message in English.
  var english: String {
    switch self {
    case .text(let text): text
    case .message(let message): message.english
    }
  }

  /// Returns the words in the language of a host, or in English without one.
  func text(in host: ControlHost?) -> String {
    switch self {
    case .text(let text): text
    case .message(let message): host?.interface.language.localized(message) ?? message.english
    }
  }
}
