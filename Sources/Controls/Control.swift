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

/// Something in a window that can be touched: a layer, input, and what assistive tools are told.
///
/// Points are in the control's own coordinates, whose origin is the top left of `frame`.
open class Control {
  public let layer = Layer()

  /// What assistive tools call it.
  public let label: String

  /// Where it stands in the window, in points.
  public var frame = Rect.zero {
    didSet { layer.frame = frame }
  }

  public package(set) var isFocused = false
  public package(set) var isPressed = false
  public package(set) var isHovered = false

  /// Creates a control that assistive tools call `label`.
  public init(label: String) {
    self.label = label
  }

  /// The room of the control in its own coordinates.
  public var bounds: Rect { Rect(origin: .zero, size: frame.size) }
  /// Whether the keyboard can come here.
  open var isFocusable: Bool { true }
  /// The shape of the pointer over the control.
  open var cursor: CursorShape { .hand }

  /// The corner radius of the focus ring.
  open var focusRadius: Double { Theme.fieldRadius }

  /// Builds the layer anew from the control's state.
  open func update(_ interface: Interface) {}

  /// A button of the pointer went down here; `clicks` counts quick presses at one place.
  open func pointerDown(at point: Point, clicks: Int, modifiers: Modifiers, time: Double) {}
  /// The pointer that went down here moves.
  open func pointerDragged(to point: Point, modifiers: Modifiers) {}
  /// The button that went down here is let go.
  open func pointerUp(at point: Point, time: Double) {}

  /// Takes so many notches of the wheel; returns false to leave them to others.
  open func wheel(_ notches: Vector, modifiers: Modifiers) -> Bool { false }

  /// Takes a key; returns false to leave it to the window.
  open func key(_ key: Key, modifiers: Modifiers) -> Bool { false }

  /// Takes typed text; returns false to leave it.
  open func insert(_ text: String) -> Bool { false }

  /// The keyboard has come here.
  open func focusGained(byKeyboard: Bool) {}
  /// The keyboard has gone elsewhere.
  open func focusLost() {}

  /// What assistive tools are told of the control.
  open var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame, isFocused: isFocused)
  }
}
