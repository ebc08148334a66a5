import Geometry
import Input

/// Tracks the control under the pointer and the control that captures a press.
final class PointerRouter {
  /// The pointer's position in the window, or nil when it is outside.
  private(set) var place: Point?

  private(set) weak var hovered: Control?
  private(set) weak var captured: Control?

  /// The current press, in window coordinates.
  private(set) var press: PointerEvent?

  /// Whether the press has moved too far for a click.
  private(set) var hasMoved = false
  private var longPressTime: Double?

  static let longPressDelay = 0.5

  /// The distance below which a press is still a click, in points.
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

  /// Cancels the press of the control that captures the pointer.
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

  /// Notifies the control under the pointer and the one that it left.
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

  /// Forgets a removed control.
  func forget(_ gone: Control, at time: Double) {
    if let captured, captured.isInside(gone) { cancel(at: time) }
    if let hovered, hovered.isInside(gone) {
      hovered.isHovered = false
      self.hovered = nil
    }
  }

  // MARK: Time

  var nextTime: Double? { longPressTime }

  /// Reports a long press that is due.
  func advance(to time: Double) {
    guard let due = longPressTime, due <= time, let control = captured, let press else { return }
    longPressTime = nil
    var event = press.converted(to: control)
    event.time = due
    control.longPressed(event)
  }
}
