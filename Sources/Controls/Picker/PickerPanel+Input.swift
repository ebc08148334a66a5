import Geometry
import Input
import Scene

/// Which control has the keyboard, which has the pointer, and where the pointer is.
struct FocusState {
  var control: Control?
  /// Whether the keyboard was used last, so that the ring is shown.
  var isVisible = false
  /// The control that was pressed and gets the pointer until it is let go.
  var captured: Control?
  var hovered: Control?
}

extension PickerPanel {
  public func handle(_ event: InputEvent, at time: Double) {
    switch event {
    case .pointerDown(let point, .left, let clicks, let modifiers):
      pointerDown(at: point, clicks: clicks, modifiers, time)
    case .pointerMoved(let point, let modifiers):
      pointerMoved(to: point, modifiers)
    case .pointerUp(let point, .left, _):
      pointerUp(at: point, time)
    case .pointerLeft:
      hover(nil)
    case .wheel(let point, let notches, let modifiers):
      let target = control(at: point)
      if let target, target.wheel(notches, modifiers: modifiers) { refresh() }
    case .key(let key, let modifiers, _):
      focus.isVisible = true
      press(key, modifiers)
      refresh()
    case .text(let text):
      if focus.control?.insert(text) == true {
        notice = nil
        refresh()
      }
    default: break
    }
  }

  public var cursor: CursorShape { (focus.captured ?? focus.hovered)?.cursor ?? .arrow }

  /// Returns the control at a point; the tracks' loupes reach a little beyond them.
  private func control(at point: Point) -> Control? {
    controls.first { $0.frame.contains(point) }
      ?? ([hueTrack, square] as [Control]).first { $0.frame.outset(by: 6).contains(point) }
      ?? (options.hasAlpha && alphaTrack.frame.outset(by: 6).contains(point) ? alphaTrack : nil)
  }

  private func local(_ point: Point, in control: Control) -> Point {
    Point(point.x - control.frame.minX, point.y - control.frame.minY)
  }

  private func pointerDown(at point: Point, clicks: Int, _ modifiers: Modifiers, _ time: Double) {
    guard let target = control(at: point) else { return }
    focus.isVisible = false
    focus.captured = target
    hover(target)
    target.isPressed = true
    if target.isFocusable { setFocus(target, byKeyboard: false) }
    target.pointerDown(at: local(point, in: target), clicks: clicks, modifiers: modifiers, time: time)
    refresh()
  }

  private func pointerMoved(to point: Point, _ modifiers: Modifiers) {
    if let captured = focus.captured {
      let isInside = captured.frame.contains(point)
      captured.isHovered = isInside
      captured.pointerDragged(to: local(point, in: captured), modifiers: modifiers)
      refresh()
    } else {
      hover(control(at: point))
    }
  }

  private func pointerUp(at point: Point, _ time: Double) {
    guard let captured = focus.captured else { return }
    focus.captured = nil
    captured.isPressed = false
    captured.pointerUp(at: local(point, in: captured), time: time)
    hover(control(at: point))
    refresh()
  }

  private func hover(_ control: Control?) {
    guard focus.hovered !== control else { return }
    focus.hovered?.isHovered = false
    control?.isHovered = true
    focus.hovered = control
    refresh()
  }

  // MARK: Keys

  private func press(_ key: Key, _ modifiers: Modifiers) {
    notice = nil
    // Return accepts from everywhere but a button, which it presses.
    let isReturn = key == .enter && modifiers.isEmpty
    if !(isReturn && !(focus.control is Button)), focus.control?.key(key, modifiers: modifiers) == true {
      return
    }
    switch (key, modifiers) {
    case (.tab, []): moveFocus(by: 1)
    case (.tab, .shift): moveFocus(by: -1)
    case (.enter, []): accept()
    case (.escape, []): close()
    case (.character("c"), .control): clipboard.write(text)
    case (.character("v"), .control): pasteColor()
    case (.character("z"), .control): undo()
    case (.character("z"), [.control, .shift]), (.character("y"), .control): redo()
    case (.character("w"), .control), (.character("q"), .control): close()
    default: break
    }
  }

  private func pasteColor() {
    guard let text = clipboard.read(), !text.isEmpty else {
      notice = "The clipboard is empty"
      return
    }
    if take(text, .final) != nil { notice = "The clipboard holds no colour" }
  }

  private func moveFocus(by step: Int) {
    let stops = controls.filter(\.isFocusable)
    guard !stops.isEmpty else { return }
    let current = stops.firstIndex { $0 === focus.control } ?? 0
    let next = (current + step + stops.count) % stops.count
    setFocus(stops[next], byKeyboard: true)
  }

  func setFocus(_ control: Control, byKeyboard: Bool) {
    guard focus.control !== control else { return }
    focus.control?.isFocused = false
    focus.control?.focusLost()
    focus.control = control
    control.isFocused = true
    control.focusGained(byKeyboard: byKeyboard)
  }

  func updateFocusRing() {
    guard let control = focus.control, focus.isVisible || control is TextField else {
      focusRing.isHidden = true
      return
    }
    focusRing.isHidden = false
    focusRing.frame = control.frame.outset(by: 3).pixelAligned(scale: interface.scale)
    focusRing.cornerRadius = control.focusRadius + 3
    focusRing.borderWidth = 2
    focusRing.borderColor = interface.theme.focusRing
  }
}
