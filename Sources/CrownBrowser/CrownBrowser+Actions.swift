import Controls
import Colors
import Geometry
import Scene

extension CrownBrowserContent {
  // MARK: Colour

  func togglePicker() {
    if let picker {
      picker.accept()
      return endPicking()
    }
    let panel = PickerPanel(
      options: .init(
        color: gridControl.color, hasAlpha: false, format: .hex, recentColors: options.recentColors),
      interface: interface, clipboard: clipboard)
    panel.onChange = { [unowned self] color, _ in setColor(color) }
    colorBefore = (gridControl.color, options.color)
    picker = panel
    panel.layOut(size: pickerFrame.size, scale: interface.scale)
    refresh()
  }

  /// Closes the picker: the colour it was left with stays, or the one from before comes back.
  func endPicking() {
    guard let panel = picker, panel.isFinished else { return }
    picker = nil
    if let accepted = panel.accepted {
      options.color = accepted
      options.recentColors = [accepted] + options.recentColors.filter { $0 != accepted }
      setColor(accepted)
      shelf.keepColor(accepted)
    } else if let colorBefore {
      options.color = colorBefore.chosen
      setColor(colorBefore.shown)
    }
    colorBefore = nil
  }

  // MARK: The selected crown

  func copySelection() {
    guard let item = gridControl.selection else { return }
    clipboard.write(shelf.document(item, gridControl.color))
    notice = Notice(text: "Copied “\(item.name)” as SVG")
  }

  func exportSelection() {
    guard let item = gridControl.selection else { return }
    do {
      notice = Notice(text: "Saved \(try shelf.export(item, gridControl.color))")
    } catch {
      notice = Notice(text: "\(error)", isFault: true)
    }
  }

  func removeSelection() {
    guard let item = gridControl.selection else { return }
    guard item.isOwn else {
      notice = Notice(text: "“\(item.name)” came with Regalia and stays; only your own crowns can be removed")
      return
    }
    attempt {
      try shelf.remove(item.id)
      deeds.record(.removed(id: item.id, name: item.name))
      reload()
      notice = Notice(text: "Removed “\(item.name)”; Ctrl+Z brings it back")
    }
  }

  func beginRenaming() {
    guard nameField == nil, let item = gridControl.selection else { return }
    guard item.isOwn else {
      notice = Notice(text: "“\(item.name)” came with Regalia; only your own crowns can be renamed")
      return
    }
    let field = TextField(
      label: "Name", clipboard: clipboard,
      delegate: .init(
        edited: { text, phase in
          phase == .final && text.allSatisfy(\.isWhitespace) ? FieldFault("A name has a letter") : nil
        }, restored: {}, stepped: nil, pasted: { _ in false }))
    field.show(item.name)
    nameField = field
    BrowserLayout(size: size).apply(to: self)
    setFocus(field, byKeyboard: true)
  }

  func endRenaming(keeping: Bool) {
    guard let field = nameField else { return }
    let text = field.text
    guard !keeping || field.commit() else { return }
    nameField = nil
    setFocus(gridControl, byKeyboard: false)
    guard keeping, let item = gridControl.selection, text != item.name else { return }
    attempt {
      try shelf.rename(item.id, text)
      deeds.record(.renamed(id: item.id, from: item.name, to: text))
      reload()
      notice = Notice(text: "Renamed to “\(text)”; Ctrl+Z takes that back")
    }
  }

  private func attempt(_ action: () throws -> Void) {
    do { try action() } catch { notice = Notice(text: "\(error)", isFault: true) }
  }

  // MARK: Undo

  func undo() {
    guard let deed = deeds.last else {
      notice = Notice(text: "There is nothing to undo")
      return
    }
    attempt {
      switch deed {
      case .removed(let id, let name):
        try shelf.restore(id)
        finish("“\(name)” is back", showing: id)
      case .renamed(let id, let old, _):
        try shelf.rename(id, old)
        finish("Its name is “\(old)” again", showing: id)
      case .added(let ids):
        for id in ids { try shelf.remove(id) }
        finish(ids.count == 1 ? "Took 1 crown away again" : "Took \(ids.count) crowns away again")
      }
      deeds.undo()
    }
  }

  func redo() {
    guard let deed = deeds.next else {
      notice = Notice(text: "There is nothing to do again")
      return
    }
    attempt {
      switch deed {
      case .removed(let id, let name):
        try shelf.remove(id)
        finish("Removed “\(name)” again")
      case .renamed(let id, _, let new):
        try shelf.rename(id, new)
        finish("Its name is “\(new)” again", showing: id)
      case .added(let ids):
        for id in ids { try shelf.restore(id) }
        finish(ids.count == 1 ? "1 crown is back" : "\(ids.count) crowns are back", showing: ids.first)
      }
      deeds.redo()
    }
  }

  private func finish(_ text: String, showing id: String? = nil) {
    reload()
    if let id { select(id) }
    notice = Notice(text: text)
  }

  // MARK: Adding

  /// Begins to add files that were dropped on the window.
  func drop(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    report = nil
    arriving = ArrivingCrowns(done: 0, total: paths.count)
    refresh()
    shelf.add(paths)
  }

  /// Shows how far the adding of files has come, and its end.
  public func show(_ crowns: ArrivingCrowns, at time: Double) {
    self.time = max(self.time, time)
    guard crowns.isFinished else {
      arriving = crowns
      return refresh()
    }
    arriving = nil
    if !crowns.added.isEmpty { deeds.record(.added(ids: crowns.added)) }
    reload()
    if let first = crowns.added.first {
      if gridControl.grid.keys.allSatisfy({ gridControl.items[$0].id != first }) { clearSearch() }
      select(first)
    }
    if crowns.faults.isEmpty {
      notice = Notice(text: crowns.summary + (crowns.added.isEmpty ? "" : "; Ctrl+Z takes that back"))
    } else {
      report = crowns
    }
    refresh()
  }
}
