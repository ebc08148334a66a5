import Geometry
import Scene

/// Whether more changes of the same gesture follow.
public enum ChangePhase: Hashable, Sendable {
  /// The gesture goes on.
  case continuous
  /// The gesture has ended, or the change was a single step.
  case final
}

/// The shape of the pointer over something.
public enum Cursor: Hashable, Sendable {
  case arrow
  case text
  case hand
  case crosshair
  /// Nothing is seen of it, where it would only be in the way.
  case hidden
}

/// Something in a window that can be touched: a layer, input, and what assistive tools are told.
///
/// Points are in the control's own coordinates, whose origin is the top left of `frame`.
public class Control {
  public let layer = Layer()

  /// What assistive tools call it.
  public let label: String

  /// Where it stands in the window, in points.
  public var frame = Rect.zero {
    didSet { layer.frame = frame }
  }

  public internal(set) var isFocused = false
  public internal(set) var isPressed = false
  public internal(set) var isHovered = false

  init(label: String) {
    self.label = label
  }

  var bounds: Rect { Rect(origin: .zero, size: frame.size) }
  var isFocusable: Bool { true }
  var cursor: Cursor { .hand }

  /// The corner radius of the focus ring.
  var focusRadius: Double { Theme.fieldRadius }

  /// Builds the layer anew from the control's state.
  func update(_ interface: Interface) {}

  func pointerDown(at point: Point, clicks: Int, modifiers: KeyModifiers, time: Double) {}
  func pointerDragged(to point: Point, modifiers: KeyModifiers) {}
  func pointerUp(at point: Point, time: Double) {}

  /// Takes so many notches of the wheel; returns false to leave them to others.
  func wheel(_ notches: Vector, modifiers: KeyModifiers) -> Bool { false }

  /// Takes a key; returns false to leave it to the window.
  func key(_ key: KeyName, modifiers: KeyModifiers) -> Bool { false }

  /// Takes typed text; returns false to leave it.
  func insert(_ text: String) -> Bool { false }

  func focusGained(byKeyboard: Bool) {}
  func focusLost() {}

  var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame, isFocused: isFocused)
  }
}
