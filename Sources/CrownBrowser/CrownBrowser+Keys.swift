import Controls
import Geometry
import Input
import Scene

/// What the keyboard does.
extension CrownBrowserContent {
  func press(_ key: Key, _ modifiers: Modifiers) {
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

  private func pressInName(_ key: Key, _ modifiers: Modifiers) {
    switch (key, modifiers) {
    case (.enter, []), (.tab, []): endRenaming(keeping: true)
    case (.escape, []): endRenaming(keeping: false)
    default: _ = nameField?.key(key, modifiers: modifiers)
    }
  }

  /// Takes a shortcut with the control key; returns false to leave it to the field that is edited.
  private func shortcut(_ key: Key) -> Bool {
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

  private func pressInGrid(_ key: Key, _ modifiers: Modifiers) -> Bool {
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

  func type(_ text: String) {
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
