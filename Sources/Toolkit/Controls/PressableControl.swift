public import Geometry
public import Input

/// A control that performs an action when pressed by the pointer, a key or an assistive tool.
///
/// A pointer press takes effect on release, if it began and ended in the `pressFrame`. Holding a key presses once.
open class PressableControl: Control {
  private var beganInside = false

  /// The keys that press the control while it has the focus.
  open var pressKeys: Set<Key> { [.space, .enter] }

  /// The area in which the pointer presses it, in the control's own coordinates.
  open var pressFrame: Rect { bounds }

  /// Whether the control is drawn as pressed: the button is held and the pointer is over it.
  public var isDown: Bool { isPressed && isHovered }

  /// Performs the control's action.
  ///
  /// - Parameters:
  ///   - point: The position of the release in the control, or nil for a key or an assistive tool.
  ///   - time: The time in seconds.
  open func press(at point: Point?, time: Double) {}

  open override func pointerDown(_ event: PointerEvent) -> Bool {
    beganInside = pressFrame.contains(event.point)
    return true
  }

  open override func pointerUp(_ event: PointerEvent) {
    if beganInside, pressFrame.contains(event.point) { press(at: event.point, time: event.time) }
  }

  open override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty, pressKeys.contains(event.key) else { return false }
    if !event.isRepeat { press(at: nil, time: event.time) }
    return true
  }

  open override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard action == .press else { return false }
    press(at: nil, time: time)
    return true
  }
}
