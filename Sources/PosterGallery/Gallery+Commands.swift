import Controls
import Geometry
import Scene

/// What can be done with posters.
extension Gallery {
  /// The posters that a command is about, in the order of the wall.
  var chosen: [PosterCard.ID] {
    if let current { return [current.id] }
    if selection.ids.count <= 1 { return Array(selection.ids) }
    return (0..<shelf.count).map(shelf.id).filter(selection.contains)
  }

  private func words(_ count: Int, _ name: String?) -> String {
    count == 1 ? name.map { "“\($0)”" } ?? "1 poster" : "\(count) posters"
  }

  private func name(of ids: [PosterCard.ID]) -> String? {
    ids.first.flatMap(shelf.index).flatMap(shelf.card)?.name
  }

  /// Makes a change that can be undone; returns what it concerned, or nil when it failed, which it says.
  @discardableResult
  private func perform(_ change: ShelfChange) -> [PosterCard.ID]? {
    do {
      let outcome = try shelf.perform(change)
      notice.hide()
      if let inverse = outcome.inverse {
        done.append(inverse)
        undone.removeAll()
      }
      return outcome.ids
    } catch {
      say("\(error)")
      return nil
    }
  }

  private func take(
    _ from: ReferenceWritableKeyPath<Gallery, [ShelfChange]>,
    _ to: ReferenceWritableKeyPath<Gallery, [ShelfChange]>
  ) -> [PosterCard.ID]? {
    guard let change = self[keyPath: from].popLast() else { return nil }
    do {
      let outcome = try shelf.perform(change)
      if let inverse = outcome.inverse { self[keyPath: to].append(inverse) }
      return outcome.ids
    } catch {
      say("\(error)")
      return nil
    }
  }

  func undo() {
    guard let ids = take(\.done, \.undone) else { return }
    notice.hide()
    show(ids)
  }

  func redo() {
    guard let ids = take(\.undone, \.done) else { return }
    notice.hide()
    show(ids)
  }

  /// Selects posters that came about or changed, and scrolls to the first.
  private func show(_ ids: [PosterCard.ID]) {
    let listed = ids.filter { shelf.index(of: $0) != nil }
    guard let first = listed.first, let index = shelf.index(of: first), current == nil else { return }
    if ids.count == 1 { selection.select(first) } else { selection.set(listed) }
    makeGrid()
    scroll.resize(extent: grid.height, viewport: opening.bounds.height, at: now)
    reveal(index)
  }

  // MARK: Commands

  func createPoster() {
    guard current == nil else { return }
    guard let ids = perform(.create(after: selection.cursor ?? selection.anchor)) else { return }
    show(ids)
    setFocus(nil)
  }

  /// Adds the posters of files that were dropped.
  func readPosters(_ paths: [String]) {
    guard !paths.isEmpty, current == nil, let ids = perform(.read(paths)) else { return }
    show(ids)
    say("Added \(words(ids.count, name(of: ids)))") { [unowned self] in undo() }
  }

  func duplicate() {
    let ids = chosen
    guard !ids.isEmpty, let made = perform(.duplicate(ids)) else { return }
    if current == nil { show(made) } else { say("Duplicated \(words(ids.count, name(of: ids)))") }
  }

  func toggleFavorite() {
    let ids = chosen
    guard !ids.isEmpty else { return }
    let isFavorite = ids.contains { shelf.index(of: $0).flatMap(shelf.card)?.isFavorite != true }
    guard perform(.setFavorite(ids, isFavorite)) != nil else { return }
    let subject = words(ids.count, name(of: ids))
    if current != nil {
      say(isFavorite ? "\(subject) is a favourite" : "\(subject) is no favourite any more")
    }
  }

  func remove() {
    let ids = chosen
    guard !ids.isEmpty else { return }
    let subject = words(ids.count, name(of: ids))
    let index = ids.first.flatMap(shelf.index) ?? 0
    if let current { goBack(current) }
    guard perform(.remove(ids)) != nil else { return }
    selection.clear()
    if shelf.count > 0 { selection.move(to: shelf.id(at: min(index, shelf.count - 1))) }
    say("Deleted \(subject)") { [unowned self] in undo() }
  }

  func export(_ kind: ExportKind) {
    let ids = chosen
    guard !ids.isEmpty else { return say("Select the posters to export first") }
    shelf.export(ids, as: kind)
  }

  func selectAll() {
    guard current == nil else { return }
    selection.set((0..<shelf.count).map(shelf.id))
    markAll()
  }

  // MARK: Titles

  func beginRename(_ id: PosterCard.ID) {
    guard current == nil, let index = shelf.index(of: id), let card = shelf.card(at: index) else { return }
    reveal(index)
    renamed = id
    nameField.begin(with: card.title)
    placeNameField()
    setFocus(nameField)
    nameField.focusGained(byKeyboard: true)
    markAll()
  }

  func rename(to title: String) {
    guard let id = renamed, let index = shelf.index(of: id), let card = shelf.card(at: index) else { return }
    let trimmed = String(title.drop { $0 == " " })
    if trimmed != card.title { perform(.rename(id, to: trimmed)) }
  }

  func endRename(commits: Bool) {
    guard renamed != nil else { return }
    if commits { nameField.commit() } else { nameField.restore() }
    renamed = nil
    nameField.layer.isHidden = true
    if focus.control === nameField { setFocus(nil) }
    markAll()
  }

  /// Keeps the field under its poster.
  func placeNameField() {
    guard let id = renamed, let index = shelf.index(of: id) else { return }
    let box = inWindow(grid.box(at: index), offset: wallOffset)
    let isSeen = opening.frame.intersects(box)
    nameField.layer.isHidden = !isSeen || current != nil
    let width = max(box.width, 120)
    let place = Rect(x: box.midX - width / 2, y: box.maxY - 3, width: width, height: 28)
      .pixelAligned(scale: interface.scale)
    guard place != nameField.frame else { return }
    nameField.frame = place
    nameField.update(interface)
  }

  // MARK: Searching

  func search(_ text: String) {
    guard shelf.filter.words != text else { return }
    shelf.filter.words = text
    scroll.go(to: 0, at: now, spring: nil)
    selection.clear()
  }

  func clearSearch() {
    searchField.begin(with: "")
    search("")
    update(searchField)
  }

  // MARK: The menu

  func openMenu(at point: Point, forWall: Bool) {
    let menu = PopupMenu(forWall ? wallMenu : posterMenu) { [unowned self] in
      self.menu.map { closeMenu($0) }
    }
    menu.open(at: point, in: size, interface)
    layer.addSublayer(menu.layer)
    self.menu = menu
    menuOrigin = point
    press = nil
    hover(over: nil)
    updateHover()
  }

  func closeMenu(_ menu: PopupMenu) {
    menu.layer.removeFromSuperlayer()
    self.menu = nil
    updateHover()
  }

  private func hover(over control: Control?) {
    focus.hovered?.isHovered = false
    focus.hovered.map(update)
    focus.hovered = control
  }

  /// Where a menu opens that the keyboard asked for.
  func menuPlace() -> Point {
    guard current == nil, let index = selection.cursor.flatMap(shelf.index) else {
      return Point(size.width / 2, size.height / 2)
    }
    return opening.frame.clamping(inWindow(grid.box(at: index), offset: wallOffset).center)
  }

  private var wallMenu: [MenuItem] {
    [
      MenuItem("New poster", key: "Ctrl+N") { [unowned self] in createPoster() },
      .rule,
      MenuItem("Select all", key: "Ctrl+A", isEnabled: shelf.count > 0) { [unowned self] in selectAll() },
      .rule,
      MenuItem("Undo", key: "Ctrl+Z", isEnabled: !done.isEmpty) { [unowned self] in undo() },
      MenuItem("Redo", key: "Ctrl+Shift+Z", isEnabled: !undone.isEmpty) { [unowned self] in redo() },
    ]
  }

  private var posterMenu: [MenuItem] {
    let ids = chosen
    let isFavorite = ids.allSatisfy { shelf.index(of: $0).flatMap(shelf.card)?.isFavorite == true }
    var items: [MenuItem] = []
    if let current {
      items.append(MenuItem("Back to the wall", key: "Esc") { [unowned self] in goBack(current) })
    } else {
      items.append(
        MenuItem("Open", key: "Enter", isEnabled: ids.count == 1) { [unowned self] in
          if let id = ids.first { open(id) }
        })
      items.append(
        MenuItem("Rename", key: "F2", isEnabled: ids.count == 1) { [unowned self] in
          if let id = ids.first { beginRename(id) }
        })
    }
    items += [
      MenuItem("Duplicate", key: "Ctrl+D") { [unowned self] in duplicate() },
      MenuItem(isFavorite ? "No favourite any more" : "Favourite", key: "Ctrl+B") { [unowned self] in
        toggleFavorite()
      },
      .rule,
    ]
    items += ExportKind.allCases.map { kind in
      MenuItem("Export as \(kind.rawValue)", key: kind == .pdf ? "Ctrl+E" : "") { [unowned self] in
        export(kind)
      }
    }
    items += [.rule, MenuItem("Delete", key: "Del") { [unowned self] in remove() }]
    return items
  }
}
