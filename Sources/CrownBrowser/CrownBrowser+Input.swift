import Controls
import Geometry
public import Input
import Scene

extension CrownBrowserContent {
  public func handle(_ event: InputEvent, at time: Double) {
    self.time = max(self.time, time)
    gridControl.grid.advance(to: time)
    sizeSlider.setTime(time)
    if picker != nil, handleInPicker(event, at: time) { return refresh() }
    if report != nil, closesReport(event) {
      report = nil
      return refresh()
    }
    switch event {
    case .pointerDown(let point, .left, let clicks, let modifiers):
      pointerDown(at: point, clicks: clicks, modifiers, time)
    case .pointerMoved(let point, let modifiers): pointerMoved(to: point, modifiers, time)
    case .pointerUp(let point, .left, _): pointerUp(at: point, time)
    case .pointerLeft: hover(nil, nil)
    case .wheel(let point, let notches, let modifiers): wheel(notches, at: point, modifiers, time)
    case .key(let key, let modifiers, _):
      focus.isVisible = true
      press(key, modifiers)
    case .text(let text): type(text)
    case .dropped(.files(let paths), _): drop(paths)
    default: return
    }
    refresh()
  }

  public var cursor: CursorShape {
    if let picker, focus.captured == nil, focus.hovered == nil { return picker.cursor }
    return (focus.captured ?? focus.hovered)?.cursor ?? .arrow
  }

  // MARK: Cards

  /// Gives an event to the picker; returns false for what happens beside it.
  private func handleInPicker(_ event: InputEvent, at time: Double) -> Bool {
    guard let picker else { return false }
    let offset = pickerFrame.origin - Point.zero
    switch event {
    case .pointerDown(let point, let button, let clicks, let modifiers):
      guard pickerFrame.contains(point) else {
        picker.accept()
        endPicking()
        return !colorButton.frame.contains(point) ? false : true
      }
      picker.handle(.pointerDown(point - offset, button, clicks: clicks, modifiers), at: time)
    case .pointerMoved(let point, let modifiers):
      hover(nil, nil)
      picker.handle(.pointerMoved(point - offset, modifiers), at: time)
    case .pointerUp(let point, let button, let modifiers):
      picker.handle(.pointerUp(point - offset, button, modifiers), at: time)
    case .wheel(let point, let notches, let modifiers):
      guard pickerFrame.contains(point) else { return false }
      picker.handle(.wheel(point - offset, notches, modifiers), at: time)
    case .dropped: return false
    case .key(.character("k"), .control, _): picker.accept()
    default: picker.handle(event, at: time)
    }
    endPicking()
    return true
  }

  private func closesReport(_ event: InputEvent) -> Bool {
    switch event {
    case .pointerDown, .key(.escape, _, _), .key(.enter, _, _), .key(.space, _, _): true
    default: false
    }
  }

  // MARK: Pointer

  private func control(at point: Point) -> Control? { controls.last { $0.frame.contains(point) } }

  private func local(_ point: Point, in control: Control) -> Point {
    Point(point.x - control.frame.minX, point.y - control.frame.minY)
  }

  private func pointerDown(at point: Point, clicks: Int, _ modifiers: Modifiers, _ time: Double) {
    guard let target = control(at: point) else { return }
    focus.isVisible = false
    if nameField != nil, target !== nameField { endRenaming(keeping: true) }
    focus.captured = target
    hover(target, point)
    target.isPressed = true
    setFocus(target, byKeyboard: false)
    target.pointerDown(at: local(point, in: target), clicks: clicks, modifiers: modifiers, time: time)
  }

  private func pointerMoved(to point: Point, _ modifiers: Modifiers, _ time: Double) {
    if let captured = focus.captured {
      captured.isHovered = captured.frame.contains(point)
      if captured === gridControl { gridControl.hover(local(point, in: captured), at: time) }
      captured.pointerDragged(to: local(point, in: captured), modifiers: modifiers)
    } else {
      hover(control(at: point), point)
    }
  }

  private func pointerUp(at point: Point, _ time: Double) {
    guard let captured = focus.captured else { return }
    focus.captured = nil
    captured.isPressed = false
    captured.pointerUp(at: local(point, in: captured), time: time)
    hover(control(at: point), point)
  }

  private func hover(_ control: Control?, _ point: Point?) {
    let isOnGrid = control === gridControl
    gridControl.hover(isOnGrid ? point.map { local($0, in: gridControl) } : nil, at: time)
    guard focus.hovered !== control else { return }
    focus.hovered?.isHovered = false
    control?.isHovered = true
    focus.hovered = control
  }

  private func wheel(_ notches: Vector, at point: Point, _ modifiers: Modifiers, _ time: Double) {
    if sizeSlider.frame.contains(point) {
      _ = sizeSlider.wheel(notches, modifiers: modifiers)
    } else if gridControl.frame.contains(point) {
      gridControl.wheel(notches, at: local(point, in: gridControl), modifiers: modifiers, time: time)
    }
  }
}
