import Controls
import Geometry
import Input
import Motion
import Scene

/// What the pointer does once it is down, and what it does between.
extension Gallery {
  /// How far the pointer goes before a click becomes a drag.
  private static let slop = 4.0

  func pointerMoved(to point: Point) {
    pointer = point
    switch press {
    case nil:
      if let menu {
        if menu.hover(point) { menu.update(interface) }
        return
      }
      indicator.hover(current == nil && opening.frame.contains(point) ? point : nil, at: now)
      hover(controls.first { $0.frame.contains(point) })
      updateHover()
    case .menu: if menu?.hover(point) == true { menu?.update(interface) }
    case .control(let control):
      control.isHovered = control.frame.contains(point)
      control.pointerDragged(to: local(point, in: control), modifiers: [])
      update(control)
    case .indicator:
      indicator.drag(to: point, &scroll, time: now)
      retargetFlights()
    case .wall(let id, let start, let modifiers, let button, _):
      if point.distance(to: start) >= Self.slop { beginDrag(from: start, id, modifiers, button, to: point) }
    case .scrolling:
      scroll.drag(to: point.y, time: now)
      indicator.wake(at: now)
      retargetFlights()
    case .marquee(let corner):
      glide(for: point)
      stretchMarquee(from: corner, to: point)
    case .flight(let flyer): flyer.flight.drag(to: point, time: flightTime)
    case .beside, .nothing: break
    }
  }

  /// A drag from a poster, or by the middle button, scrolls; one from the ground draws a rectangle.
  private func beginDrag(
    from start: Point, _ id: PosterCard.ID?, _ modifiers: Modifiers, _ button: PointerButton,
    to point: Point
  ) {
    if id != nil || button == .middle {
      scroll.grab(at: start.y, time: now)
      press = .scrolling
    } else {
      selection.beginRectangle(adds: !modifiers.isDisjoint(with: [.control, .shift]))
      press = .marquee(from: onWall(start))
    }
    pointerMoved(to: point)
  }

  func hover(_ control: Control?) {
    guard focus.hovered !== control else { return }
    focus.hovered?.isHovered = false
    focus.hovered.map(update)
    control?.isHovered = true
    focus.hovered = control
    control.map(update)
  }

  // MARK: Up

  func pointerUp(at point: Point, _ button: PointerButton, _ modifiers: Modifiers) {
    guard button != .back, button != .forward, press == nil || button == pressedButton || menu != nil else {
      return
    }
    let ended = press
    press = nil
    switch ended {
    case .control(let control):
      focus.captured = nil
      control.isPressed = false
      control.pointerUp(at: local(point, in: control), time: now)
      update(control)
    case .menu: menu?.release(at: point)
    case .indicator: indicator.release()
    case .wall(let id, _, let modifiers, .left, let isCatch): if !isCatch { click(id, modifiers) }
    case .scrolling:
      scroll.drag(to: point.y, time: now)
      scroll.release(at: now)
    case .marquee:
      selection.endRectangle()
      scroll.glide(by: 0, at: now)
      marquee.isHidden = true
    case .flight(let flyer):
      flyer.flight.drag(to: point, time: flightTime)
      release(flyer)
    case .beside(let start):
      if let current, point.distance(to: start) < Self.slop { goBack(current) }
    case .wall, .nothing: break
    // The button that opened the menu may choose from it, too, but not without having moved.
    case nil: if button == .right, point.distance(to: menuOrigin) >= Self.slop { menu?.release(at: point) }
    }
    retargetFlights()
    pointerMoved(to: point)
  }

  private func click(_ id: PosterCard.ID?, _ modifiers: Modifiers) {
    guard let id else {
      if modifiers.isDisjoint(with: [.control, .shift]) { selection.clear() }
      return markAll()
    }
    if modifiers.contains(.shift) {
      extendSelection(to: id)
    } else if modifiers.contains(.control) {
      selection.toggle(id)
    } else {
      selection.select(id)
    }
    markAll()
  }

  func extendSelection(to id: PosterCard.ID) {
    guard let end = shelf.index(of: id) else { return }
    let start = selection.anchor.flatMap(shelf.index) ?? end
    selection.extend(to: id, range: (min(start, end)...max(start, end)).map(shelf.id))
  }
}
