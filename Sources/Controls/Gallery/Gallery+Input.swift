import Geometry
import Motion
public import Scene

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
    case .dropped(let paths, _): readPosters(paths)
    }
  }

  public var cursor: Cursor {
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

  private func local(_ point: Point, in control: Control) -> Point {
    Point(point.x - control.frame.minX, point.y - control.frame.minY)
  }

  // MARK: Down

  private func pointerDown(
    at point: Point, _ button: PointerButton, clicks: Int, _ modifiers: KeyModifiers
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

  private func pressControl(_ target: Control, at point: Point, _ clicks: Int, _ modifiers: KeyModifiers) {
    press = .control(target)
    focus.captured = target
    target.isPressed = true
    if target.isFocusable { setFocus(target) }
    target.pointerDown(at: local(point, in: target), clicks: clicks, modifiers: modifiers, time: now)
    update(target)
  }

  private func pressWall(
    at point: Point, _ button: PointerButton, clicks: Int, _ modifiers: KeyModifiers
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

  // MARK: Moved

  /// How far the pointer goes before a click becomes a drag.
  private static let slop = 4.0

  private func pointerMoved(to point: Point) {
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
    from start: Point, _ id: PosterCard.ID?, _ modifiers: KeyModifiers, _ button: PointerButton,
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

  private func hover(_ control: Control?) {
    guard focus.hovered !== control else { return }
    focus.hovered?.isHovered = false
    focus.hovered.map(update)
    control?.isHovered = true
    focus.hovered = control
    control.map(update)
  }

  // MARK: Up

  private func pointerUp(at point: Point, _ button: PointerButton, _ modifiers: KeyModifiers) {
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

  private func click(_ id: PosterCard.ID?, _ modifiers: KeyModifiers) {
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

  // MARK: Wheel

  /// The points of one notch.
  private static let notch = 96.0

  private func wheel(_ notches: Vector, at point: Point, _ modifiers: KeyModifiers) {
    guard menu == nil, current == nil else { return }
    if modifiers.contains(.control) {
      if notches.dy != 0 { zoom(by: notches.dy > 0 ? 1.15 : 1 / 1.15) }
      return
    }
    if let target = controls.first(where: { $0.frame.contains(point) }),
      target.wheel(notches, modifiers: modifiers)
    {
      return update(target)
    }
    guard case nil = press else { return }
    let distance = -notches.dy * Self.notch
    let isCoarse = notches.dy == notches.dy.rounded()
    if isCoarse && !reducesMotion {
      scroll.turn(by: distance, at: now)
    } else {
      scroll.move(by: distance, at: now)
    }
    indicator.wake(at: now)
    updateHover()
    retargetFlights()
  }

  // MARK: The rectangle

  /// Scrolls while the rectangle reaches beyond the opening, the faster the farther.
  private func glide(for point: Point) {
    let beyond = min(point.y - opening.frame.minY, 0) + max(point.y - opening.frame.maxY, 0)
    scroll.glide(by: min(max(beyond, -60), 60) * 20, at: now)
  }

  /// Lets the rectangle grow as the wall scrolls below the pointer.
  func stretchMarquee() {
    guard case .marquee(let corner) = press, let pointer, scroll.isMoving(at: now) else { return }
    stretchMarquee(from: corner, to: pointer)
  }

  private func stretchMarquee(from corner: Point, to point: Point) {
    let inside = Point(point.x, min(max(point.y, opening.frame.minY), opening.frame.maxY))
    let rect = Rect(corner, onWall(inside))
    var touched: Set<PosterCard.ID> = []
    grid.forEachIndex(in: rect) { touched.insert(shelf.id(at: $0)) }
    selection.cover(touched)
    marquee.isHidden = false
    marquee.frame = rect.offset(by: Vector(0, -wallOffset)).pixelAligned(scale: interface.scale)
    marquee.backgroundColor = interface.theme.focusRing.withAlpha(0.16)
    marquee.borderWidth = interface.hairline
    marquee.borderColor = interface.theme.focusRing.withAlpha(0.9)
    markAll()
  }
}
