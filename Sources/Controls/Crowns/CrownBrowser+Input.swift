import Geometry
public import Scene

extension CrownBrowser {
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
    case .dropped(let paths, _): drop(paths)
    default: return
    }
    refresh()
  }

  public var cursor: Cursor {
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

  private func pointerDown(at point: Point, clicks: Int, _ modifiers: KeyModifiers, _ time: Double) {
    guard let target = control(at: point) else { return }
    focus.isVisible = false
    if nameField != nil, target !== nameField { endRenaming(keeping: true) }
    focus.captured = target
    hover(target, point)
    target.isPressed = true
    setFocus(target, byKeyboard: false)
    target.pointerDown(at: local(point, in: target), clicks: clicks, modifiers: modifiers, time: time)
  }

  private func pointerMoved(to point: Point, _ modifiers: KeyModifiers, _ time: Double) {
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

  private func wheel(_ notches: Vector, at point: Point, _ modifiers: KeyModifiers, _ time: Double) {
    if sizeSlider.frame.contains(point) {
      _ = sizeSlider.wheel(notches, modifiers: modifiers)
    } else if gridControl.frame.contains(point) {
      gridControl.wheel(notches, at: local(point, in: gridControl), modifiers: modifiers, time: time)
    }
  }

  // MARK: Keys

  private func press(_ key: KeyName, _ modifiers: KeyModifiers) {
    if modifiers == .control, shortcut(key) { return }
    if nameField != nil, focus.control === nameField { return pressInName(key, modifiers) }
    if focus.control === searchField {
      switch (key, modifiers) {
      case (.enter, []), (.down, []):
        return setFocus(gridControl, byKeyboard: true)
      case (.escape, []) where words.isEmpty:
        return setFocus(gridControl, byKeyboard: true)
      default: break
      }
    }
    if focus.control === gridControl, pressInGrid(key, modifiers) { return }
    if focus.control !== gridControl, focus.control?.key(key, modifiers: modifiers) == true { return }
    switch (key, modifiers) {
    case (.tab, []): moveFocus(by: 1)
    case (.tab, .shift): moveFocus(by: -1)
    case (.escape, []): setFocus(gridControl, byKeyboard: true)
    case (.function(2), []): beginRenaming()
    case (.character("z"), [.control, .shift]): redo()
    default: break
    }
  }

  private func pressInName(_ key: KeyName, _ modifiers: KeyModifiers) {
    switch (key, modifiers) {
    case (.enter, []), (.tab, []): endRenaming(keeping: true)
    case (.escape, []): endRenaming(keeping: false)
    default: _ = nameField?.key(key, modifiers: modifiers)
    }
  }

  /// Takes a shortcut with the control key; returns false to leave it to the field that is edited.
  private func shortcut(_ key: KeyName) -> Bool {
    let isEditing = focus.control is TextField
    switch key {
    case .character("f"): setFocus(searchField, byKeyboard: true)
    case .character("k"): togglePicker()
    case .character("e"): exportSelection()
    case .character("w"), .character("q"): close()
    case .character("="), .character("+"): gridControl.zoom(by: Self.zoomStep, at: time)
    case .character("-"): gridControl.zoom(by: 1 / Self.zoomStep, at: time)
    case .character("0"): gridControl.zoom(to: gridControl.grid.fittingCell, at: time)
    case .character("c") where !isEditing: copySelection()
    case .character("z") where !isEditing: undo()
    case .character("y") where !isEditing: redo()
    case .character("c"):
      // Nothing is selected in the field: the crown is meant.
      if focus.control?.key(key, modifiers: .control) != true { copySelection() }
    default: return false
    }
    return true
  }

  private func pressInGrid(_ key: KeyName, _ modifiers: KeyModifiers) -> Bool {
    guard modifiers.isEmpty else { return false }
    switch key {
    case .left: gridControl.step(by: -1, at: time)
    case .right: gridControl.step(by: 1, at: time)
    case .up: gridControl.step(rows: -1, at: time)
    case .down: gridControl.step(rows: 1, at: time)
    case .pageUp: gridControl.step(rows: -gridControl.page, at: time)
    case .pageDown: gridControl.step(rows: gridControl.page, at: time)
    case .home: gridControl.step(by: -gridControl.grid.keys.count, at: time)
    case .end: gridControl.step(by: gridControl.grid.keys.count, at: time)
    case .enter: gridControl.toggleFilling(at: time)
    case .escape: escape()
    case .delete: removeSelection()
    case .backspace: if !words.isEmpty { _ = searchField.key(.backspace, modifiers: []) }
    default: return false
    }
    return true
  }

  /// Goes back by one step: from one crown to the grid, from a search to all crowns.
  private func escape() {
    notice = nil
    if gridControl.grid.filling != nil {
      gridControl.toggleFilling(at: time)
    } else if !words.isEmpty {
      clearSearch()
    }
  }

  func clearSearch() {
    searchField.restore()
    search("")
  }

  private func type(_ text: String) {
    guard focus.control === gridControl else {
      _ = focus.control?.insert(text)
      return
    }
    switch text {
    case "+", "=": gridControl.zoom(by: Self.zoomStep, at: time)
    case "-": gridControl.zoom(by: 1 / Self.zoomStep, at: time)
    case "0": gridControl.zoom(to: gridControl.grid.fittingCell, at: time)
    case "/": setFocus(searchField, byKeyboard: true)
    case " ": gridControl.toggleFilling(at: time)
    default:
      setFocus(searchField, byKeyboard: false)
      _ = searchField.insert(text)
    }
  }

  private func moveFocus(by step: Int) {
    let stops = controls.filter(\.isFocusable)
    let current = stops.firstIndex { $0 === focus.control } ?? 0
    setFocus(stops[(current + step + stops.count) % stops.count], byKeyboard: true)
  }

  func setFocus(_ control: Control, byKeyboard: Bool) {
    guard focus.control !== control else { return }
    focus.control?.isFocused = false
    if focus.control !== searchField { focus.control?.focusLost() }
    focus.control = control
    control.isFocused = true
    control.focusGained(byKeyboard: byKeyboard)
  }

  func updateFocusRing() {
    guard let control = focus.control, control !== gridControl,
      focus.isVisible || control is TextField, picker == nil
    else {
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
