import Controls
import Geometry
public import Input
import Motion
import Scene

/// What the pointer does.
extension Gallery {
  public func handle(_ event: InputEvent, at time: Double) {
    now = time
    tree.advance(to: time)
    defer { settle() }
    switch event {
    case .pointerDown(let point, let button, let clicks, let modifiers):
      pointerDown(at: point, button, clicks: clicks, modifiers)
    case .pointerMoved(let point, _): pointerMoved(to: point)
    case .pointerUp(let point, let button, let modifiers): pointerUp(at: point, button, modifiers)
    case .pointerLeft:
      pointer = nil
      indicator.hover(nil, at: now)
      hover(nil)
      updateHover()
    case .wheel(let point, let notches, let modifiers): wheel(notches, at: point, modifiers)
    case .key(let key, let modifiers, _): self.key(key, modifiers)
    case .text(let text): type(text)
    case .dropped(.files(let paths), _): readPosters(paths)
    default: break
    }
  }

  public var cursor: CursorShape {
    if case .flight = press { return .hand }
    if let hovered = focus.captured ?? focus.hovered { return hovered.cursor }
    return .arrow
  }

  /// The controls that can be touched now, the topmost first.
  var controls: [Control] {
    var result: [Control] = notice.isShown(at: now) ? [notice] : []
    guard current == nil else { return result }
    if renamed != nil { result.append(nameField) }
    return result + bar.controls + (stateButton.layer.superlayer == nil ? [] : [stateButton])
  }

  func local(_ point: Point, in control: Control) -> Point {
    Point(point.x - control.frame.minX, point.y - control.frame.minY)
  }

  // MARK: Down

  private func pointerDown(
    at point: Point, _ button: PointerButton, clicks: Int, _ modifiers: Modifiers
  ) {
    pointer = point
    isKeyboardUsed = false
    if let menu {
      menu.press(at: point)
      press = self.menu == nil ? .nothing : .menu
      return
    }
    if button == .back { return goBackOrUp() }
    guard press == nil, button != .forward else { return }
    pressedButton = button
    if let target = controls.first(where: { $0.frame.contains(point) }) {
      return pressControl(target, at: point, clicks, modifiers)
    }
    setFocus(nil)
    if button == .left, let (flyer, manner) = flyer(at: point) {
      flyer.flight.grab(at: point, manner, time: flightTime, between: ends(of: flyer))
      press = .flight(flyer)
      return
    }
    if let current {
      if button == .right { openMenu(at: point, forWall: false) } else { press = .beside(at: point) }
      _ = current
      return
    }
    pressWall(at: point, button, clicks: clicks, modifiers)
  }

  private func pressControl(_ target: Control, at point: Point, _ clicks: Int, _ modifiers: Modifiers) {
    press = .control(target)
    focus.captured = target
    target.isPressed = true
    if target.isFocusable { setFocus(target) }
    target.pointerDown(at: local(point, in: target), clicks: clicks, modifiers: modifiers, time: now)
    update(target)
  }

  private func pressWall(
    at point: Point, _ button: PointerButton, clicks: Int, _ modifiers: Modifiers
  ) {
    guard opening.frame.contains(point) else { return }
    if button == .left, indicator.grab(at: point, &scroll, time: now) {
      press = .indicator
      return
    }
    let id = poster(at: point)
    if button == .right {
      if let id, !selection.contains(id) { selection.select(id) }
      if id == nil { selection.clear() }
      markAll()
      return openMenu(at: point, forWall: id == nil)
    }
    let wasMoving = scroll.isMoving(at: now)
    if wasMoving {
      scroll.grab(at: point.y, time: now)
      scroll.release(at: now)
    }
    if button == .left, clicks == 2, let id, !wasMoving, modifiers.isEmpty {
      press = .nothing
      return open(id)
    }
    press = .wall(id, at: point, modifiers, button, isCatch: wasMoving)
    updateHover()
  }

  /// The poster that is seen at a point of the window.
  func poster(at point: Point) -> PosterCard.ID? {
    let place = onWall(point)
    guard opening.frame.contains(point), let index = grid.index(at: place), index < shelf.count else {
      return nil
    }
    let id = shelf.id(at: index)
    return frame(at: index).contains(place) && !isOnStage(id) ? id : nil
  }

  /// Brings about at once what an event has led to, so that nothing depends on when the next frame is.
  private func settle() {
    takeChanges()
    if movesCells { showWall() }
  }
}
