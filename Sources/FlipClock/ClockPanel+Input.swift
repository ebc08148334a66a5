import Controls
import Geometry
import Input
import Scene

extension ClockPanel {
  /// Takes something a person did; returns false to leave it to the clock.
  func handle(_ event: InputEvent, at time: Double) -> Bool {
    self.time = time
    switch event {
    case .pointerDown(let point, .left, let clicks, let modifiers):
      guard frame.contains(point) else {
        settleFocus()
        return false
      }
      pointerDown(at: point, clicks: clicks, modifiers, time)
    case .pointerMoved(let point, let modifiers):
      guard focus.captured != nil || frame.contains(point) else {
        hover(nil)
        return false
      }
      pointerMoved(to: point, modifiers)
    case .pointerUp(let point, .left, _):
      guard let captured = focus.captured else { return false }
      focus.captured = nil
      captured.isPressed = false
      captured.pointerUp(at: local(point, in: captured), time: time)
      hover(control(at: point))
    case .pointerLeft: hover(nil)
    case .wheel(let point, let notches, let modifiers):
      _ = control(at: point)?.wheel(notches, modifiers: modifiers)
    case .key(let key, let modifiers, _):
      focus.isVisible = true
      press(key, modifiers)
    case .text(let text): _ = focus.control?.insert(text)
    default: return false
    }
    if face.panel === self { show() }
    return true
  }

  var cursor: CursorShape { (focus.captured ?? focus.hovered)?.cursor ?? .arrow }

  private func control(at point: Point) -> Control? { controls.first { $0.frame.contains(point) } }

  private func local(_ point: Point, in control: Control) -> Point {
    Point(point.x - control.frame.minX, point.y - control.frame.minY)
  }

  private func pointerDown(at point: Point, clicks: Int, _ modifiers: Modifiers, _ time: Double) {
    focus.isVisible = false
    guard let target = control(at: point) else { return settleFocus() }
    focus.captured = target
    hover(target)
    target.isPressed = true
    setFocus(target)
    target.pointerDown(at: local(point, in: target), clicks: clicks, modifiers: modifiers, time: time)
  }

  private func pointerMoved(to point: Point, _ modifiers: Modifiers) {
    guard let captured = focus.captured else { return hover(control(at: point)) }
    captured.isHovered = captured.frame.contains(point)
    captured.pointerDragged(to: local(point, in: captured), modifiers: modifiers)
  }

  private func hover(_ control: Control?) {
    guard focus.hovered !== control else { return }
    focus.hovered?.isHovered = false
    control?.isHovered = true
    focus.hovered = control
  }

  // MARK: Keys

  private func press(_ key: Key, _ modifiers: Modifiers) {
    if let field = focus.control as? TextField, key == .enter {
      field.commit()
      return
    }
    if focus.control?.key(key, modifiers: modifiers) == true { return }
    switch (key, modifiers) {
    case (.tab, []): moveFocus(by: 1)
    case (.tab, .shift): moveFocus(by: -1)
    case (.escape, []), (.enter, []): close()
    case (.character("s"), []) where !(focus.control is TextField): close()
    case (.character("q"), .control), (.character("w"), .control): face.close()
    default: break
    }
  }

  private func moveFocus(by step: Int) {
    let stops = controls
    let current = stops.firstIndex { $0 === focus.control } ?? 0
    setFocus(stops[(current + step + stops.count) % stops.count], byKeyboard: true)
  }

  /// Offers what is being typed without leaving the panel.
  private func settleFocus() {
    for (field, _) in fields { field.commit() }
  }

  func setFocus(_ control: Control?, byKeyboard: Bool = false) {
    guard focus.control !== control else { return }
    focus.control?.isFocused = false
    focus.control?.focusLost()
    focus.control = control
    control?.isFocused = true
    control?.focusGained(byKeyboard: byKeyboard)
  }
}

extension ClockFace {
  func openPanel(at time: Double) {
    guard panel == nil else { return }
    let needed = ClockPanel.roomNeeded
    if size.width < needed.width || size.height < needed.height { onRequest?(.makeRoom(needed)) }
    panel = ClockPanel(face: self, at: time)
  }

  func closePanel(at time: Double) {
    panel = nil
    panelLayer.removeSublayers()
    onRequest?(.giveRoomBack)
  }
}
