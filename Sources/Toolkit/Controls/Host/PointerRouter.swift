import Geometry
import Input

/// Which control has the pointer: the one under it, and the one that a press belongs to.
final class PointerRouter {
  /// Where the pointer is in the window, or nil when it is outside.
  private(set) var place: Point?

  private(set) weak var hovered: Control?
  private(set) weak var captured: Control?

  /// The press under way, in the window's coordinates.
  private(set) var press: PointerEvent?

  /// Whether the press has moved too far for a click.
  private(set) var hasMoved = false
  private var longPressTime: Double?

  static let longPressDelay = 0.5

  /// A press that moves by less is a click still.
  static let slop = 4.0

  // MARK: Presses

  func begin(_ event: PointerEvent, on control: Control) {
    (press, captured, hasMoved) = (event, control, false)
    place = event.point
    longPressTime = control.hasLongPress ? event.time + Self.longPressDelay : nil
    control.isPressed = true
    control.isHovered = true
    if let left = hovered, left !== control {
      left.isHovered = false
      hovered = control
      tellParents(of: left, at: event.time)
    }
    hovered = control
  }

  /// Takes the pointer away from the control that has it.
  func cancel(at time: Double) {
    guard let control = captured else { return }
    end()
    control.pointerCancelled(at: time)
  }

  @discardableResult func end() -> Control? {
    defer { (press, captured, longPressTime) = (nil, nil, nil) }
    captured?.isPressed = false
    return captured
  }

  func drag(to point: Point, _ modifiers: Modifiers, time: Double) {
    place = point
    guard let control = captured, let press else { return }
    if !hasMoved, point.distance(to: press.point) >= Self.slop {
      hasMoved = true
      longPressTime = nil
    }
    let local = control.convert(fromWindow: point)
    control.isHovered = control.bounds.contains(local)
    control.pointerDragged(
      PointerEvent(at: local, press.button, clicks: press.clicks, modifiers: modifiers, time: time))
  }

  // MARK: Hover

  /// Lets the control under the pointer know, and the one that it left.
  func hover(_ control: Control?, at point: Point?, _ modifiers: Modifiers, time: Double) {
    place = point
    if hovered !== control {
      let left = hovered
      left?.isHovered = false
      left?.pointerLeft(at: time)
      hovered = control
      control?.isHovered = true
      if let left { tellParents(of: left, at: time) }
    }
    guard let control, let point else { return }
    control.pointerMoved(
      PointerEvent(at: control.convert(fromWindow: point), modifiers: modifiers, time: time))
  }

  private func tellParents(of left: Control, at time: Double) {
    for parent in left.chain.dropFirst() { parent.pointerLeft(left, at: time) }
  }

  /// Forgets a control that is gone.
  func forget(_ gone: Control, at time: Double) {
    if let captured, captured.isInside(gone) { cancel(at: time) }
    if let hovered, hovered.isInside(gone) {
      hovered.isHovered = false
      self.hovered = nil
    }
  }

  // MARK: Time

  var nextTime: Double? { longPressTime }

  /// Tells of a press that has rested long enough.
  func advance(to time: Double) {
    guard let due = longPressTime, due <= time, let control = captured, let press else { return }
    longPressTime = nil
    var event = press.relative(to: control.originInWindow)
    event.time = due
    control.longPressed(event)
  }
}
