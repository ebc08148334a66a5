import Controls
import Geometry
import Input
import Scene

/// What the keys do.
extension Gallery {
  func key(_ key: Key, _ modifiers: Modifiers) {
    isKeyboardUsed = true
    if let menu {
      menu.key(key)
      return menu.update(interface)
    }
    if let control = focus.control {
      if keyInControl(control, key, modifiers) { return }
    } else if command(key, modifiers) {
      return
    } else if let current {
      keyInWindow(current, key, modifiers)
    } else {
      keyOnWall(key, modifiers)
    }
    markAll()
  }

  /// Takes what holds wherever the keyboard is, unless a control wants it.
  private func keyInControl(_ control: Control, _ key: Key, _ modifiers: Modifiers) -> Bool {
    defer { refreshBar() }
    if control === nameField, key == .enter || key == .tab {
      endRename(commits: true)
      return true
    }
    if control === nameField, key == .escape {
      endRename(commits: false)
      return true
    }
    if control === searchField, [.down, .enter, .up].contains(key), modifiers.isEmpty {
      setFocus(nil)
      step(.first, [])
      markAll()
      return true
    }
    if control === searchField, key == .escape {
      if shelf.filter.words.isEmpty { setFocus(nil) } else { clearSearch() }
      return true
    }
    if control.key(key, modifiers: modifiers) {
      update(control)
      return true
    }
    switch (key, modifiers) {
    case (.tab, []): moveFocus(by: 1)
    case (.tab, .shift): moveFocus(by: -1)
    case (.escape, []): setFocus(nil)
    default: return command(key, modifiers)
    }
    return true
  }

  /// Takes a shortcut for what the menu has, too.
  private func command(_ key: Key, _ modifiers: Modifiers) -> Bool {
    switch (key, modifiers) {
    case (.character("n"), .control): createPoster()
    case (.character("d"), .control): duplicate()
    case (.character("b"), .control): toggleFavorite()
    case (.character("e"), .control): export(.pdf)
    case (.character("a"), .control): selectAll()
    case (.character("a"), [.control, .shift]):
      selection.clear()
      markAll()
    case (.character("z"), .control): undo()
    case (.character("z"), [.control, .shift]), (.character("y"), .control): redo()
    case (.character("f"), .control), (.character("/"), []):
      guard current == nil else { return true }
      setFocus(searchField)
      searchField.focusGained(byKeyboard: true)
      update(searchField)
    case (.character("="), .control), (.character("+"), .control): zoom(by: 1.15)
    case (.character("-"), .control): zoom(by: 1 / 1.15)
    case (.character("0"), .control): zoom(by: PosterGrid.standardWidth / boxWidth)
    case (.character("w"), .control), (.character("q"), .control): close()
    case (.function(8), []):
      clock.toggle(at: now)
      say(clock.isSlow ? "Posters fly ten times slower now" : "Posters fly as fast as they should")
    case (.function(10), .shift): openMenu(at: menuPlace(), forWall: selection.isEmpty)
    case (.delete, []): remove()
    default: return false
    }
    return true
  }

  private func keyInWindow(_ current: FlyingPoster, _ key: Key, _ modifiers: Modifiers) {
    guard modifiers.isEmpty else { return }
    switch key {
    case .escape, .backspace, .enter: goBackOrUp()
    case .left, .pageUp, .up: turnPage(by: -1)
    case .right, .pageDown, .down, .space: turnPage(by: 1)
    case .home: showPage(at: 0)
    case .end: showPage(at: grid.count - 1)
    default: break
    }
  }

  /// Goes one step back: lets go of what is held, or closes the poster.
  func goBackOrUp() {
    if case .flight = press { press = .nothing }
    if let current { return goBack(current) }
    if let held = stage.last(where: { $0.flight.isHeld }) { goBack(held) }
  }

  private func keyOnWall(_ key: Key, _ modifiers: Modifiers) {
    let rows = max(1, Int(opening.bounds.height / (grid.box.height + PosterGrid.gutter)))
    switch key {
    case .left: step(.left, modifiers)
    case .right: step(.right, modifiers)
    case .up: step(.up, modifiers)
    case .down: step(.down, modifiers)
    case .home: step(.first, modifiers)
    case .end: step(.last, modifiers)
    case .pageUp: step(.rows(-rows), modifiers)
    case .pageDown: step(.rows(rows), modifiers)
    case .enter: if modifiers.isEmpty, let id = selection.cursor ?? selection.ids.first { open(id) }
    case .space: if let id = selection.cursor { selection.toggle(id) }
    case .function(2): if let id = selection.cursor ?? selection.ids.first { beginRename(id) }
    case .tab: moveFocus(by: modifiers.contains(.shift) ? -1 : 1)
    case .escape: escapeOnWall()
    default: break
    }
  }

  private func escapeOnWall() {
    if stage.contains(where: { $0.flight.isHeld }) { return goBackOrUp() }
    if notice.isShown(at: now) { return notice.hide() }
    if !selection.isEmpty { return selection.clear() }
    if !shelf.filter.words.isEmpty { clearSearch() }
  }

  private func step(_ step: PosterGrid.Step, _ modifiers: Modifiers) {
    guard grid.count > 0 else { return }
    let known = selection.cursor.flatMap(shelf.index)
    // The first key goes to what is seen rather than far away.
    let visible = grid.indices(from: wallOffset, to: wallOffset + opening.bounds.height).lowerBound
    let isJump = step == .first || step == .last
    let next = known.map { grid.index(step, of: $0) } ?? (isJump ? grid.index(step, of: 0) : visible)
    let id = shelf.id(at: next)
    if modifiers.contains(.shift) {
      extendSelection(to: id)
    } else if modifiers.contains(.control) {
      selection.move(to: id)
    } else {
      selection.select(id)
    }
    reveal(next)
    shelf.prepare(id)
    retargetFlights()
  }

  // MARK: Typing

  func type(_ text: String) {
    if let control = focus.control {
      if control.insert(text) { update(control) }
      refreshBar()
      return
    }
    guard menu == nil, current == nil, grid.count > 0, text != " ", text != "/" else { return }
    let (words, isNext) = typed.add(text, at: now)
    let matches = shelf.matches(words)
    guard !matches.isEmpty else { return say("No poster begins with “\(words)”") }
    let start = selection.cursor.flatMap(shelf.index) ?? 0
    for offset in 0..<grid.count {
      let index = (start + offset + (isNext ? 1 : 0)) % grid.count
      let id = shelf.id(at: index)
      guard matches.contains(id) else { continue }
      selection.select(id)
      reveal(index)
      return markAll()
    }
  }

  // MARK: Focus

  private func moveFocus(by step: Int) {
    let stops: [Control?] = [nil] + controls.filter(\.isFocusable)
    let place = stops.firstIndex { $0 === focus.control } ?? 0
    setFocus(stops[(place + step + stops.count) % stops.count])
    focus.isVisible = true
    focus.control?.focusGained(byKeyboard: true)
    focus.control.map(update)
    markAll()
  }

  /// Gives the keyboard to a control, or to the wall.
  func setFocus(_ control: Control?) {
    focus.isVisible = isKeyboardUsed
    guard focus.control !== control else { return }
    let old = focus.control
    old?.isFocused = false
    focus.control = nil
    old?.focusLost()
    if old === nameField, renamed != nil { endRename(commits: true) }
    focus.control = control
    control?.isFocused = true
    control?.focusGained(byKeyboard: false)
    for control in [old, control] { control.map(update) }
    refreshBar()
  }

  func update(_ control: Control) {
    if control === notice { notice.place(in: size, interface) }
    control.update(interface)
    if control === searchField || control === favoritesSwitch { refreshBar() }
  }

  func placeFocusRing() {
    guard current == nil, let control = focus.control,
      focus.isVisible || control is TextField, controls.contains(where: { $0 === control })
    else {
      focusRing.isHidden = true
      return
    }
    focusRing.isHidden = false
    focusRing.opacity = bar.layer.opacity
    focusRing.frame = control.frame.outset(by: 3).pixelAligned(scale: interface.scale)
    focusRing.cornerRadius = control.focusRadius + 3
    focusRing.borderWidth = 2
    focusRing.borderColor = interface.theme.focusRing
  }
}
