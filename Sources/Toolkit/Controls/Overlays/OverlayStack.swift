import Geometry
import Localization
import Motion
import Scene

/// The open menus, popovers and dialogs of a window, the frontmost last.
final class OverlayStack {
  private unowned let host: ControlHost

  /// The parent of all overlays; points outside its children go to the controls beneath.
  let control: Control = OverlayGround(.message(Message("Overlays")))
  private var entries: [Entry] = []

  struct Entry {
    let panel: OverlayPanel
    weak var owner: Control?
    let onClose: () -> Void
  }

  /// The anchor of a menu.
  enum MenuAnchor {
    case point(Point)
    case beside(Rect, Control)
  }

  init(host: ControlHost) {
    self.host = host
  }

  /// Whether the controls beneath cannot be used.
  var isModal: Bool { entries.contains { $0.panel.isModal } }

  func hitTest(_ point: Point) -> Control? {
    for (index, entry) in entries.enumerated().reversed() {
      if let hit = entry.panel.hitTest(entry.panel.convert(fromParent: point)) { return hit }
      // The pointer can return from a submenu to its parent menus.
      if entry.panel.isModal, !isSubmenu(index) { return nil }
    }
    return nil
  }

  /// Returns whether the overlay at an index is a submenu of the one below it.
  private func isSubmenu(_ index: Int) -> Bool {
    index > 0 && entries[index].panel.content is MenuView && entries[index - 1].panel.content is MenuView
  }

  // MARK: Opening

  func open(_ menu: Menu, at anchor: MenuAnchor) {
    guard !menu.isEmpty else { return }
    let view = view(of: menu)
    switch anchor {
    case .point(let point):
      open(view, .menu(Rect(origin: point, size: .zero)), owner: nil) {}
    case .beside(let rect, let owner): open(view, .menu(rect), owner: owner) {}
    }
  }

  /// Opens a submenu beside a row of its parent, without covering it; if it does not fit, it replaces the parent and
  /// has a row that leads back. Returns the submenu's view.
  func open(
    _ menu: Menu, titled title: String, besideRow row: Rect, of parent: MenuView,
    onClose: @escaping () -> Void
  ) -> MenuView? {
    guard !menu.isEmpty, let index = entries.firstIndex(where: { $0.panel.content === parent }) else {
      return nil
    }
    closeDown(to: index + 1)
    let taken = entries[index].panel.frame
    var shown = view(of: menu)
    let width = shown.preferredSize(in: host.size, host.interface).width
    var placement = OverlayPanel.Placement.submenu(row, of: taken)
    let replaces = !OverlayPanel.hasRoom(for: width, beside: taken, in: host.size)
    if replaces {
      var inner = menu
      inner.items.insert(.command(Command(MenuView.backID, "‹ \(title)") { _ in }), at: 0)
      inner.highlighted = menu.highlighted.map { $0 + 1 }
      shown = view(of: inner)
      placement = .menu(Rect(origin: taken.origin, size: .zero))
      entries[index].panel.isHidden = true
    }
    open(shown, placement, owner: nil) { [unowned self] in
      if replaces, entries.indices.contains(index) { entries[index].panel.isHidden = false }
      onClose()
    }
    return shown
  }

  private func view(of menu: Menu) -> MenuView {
    MenuView(menu) { [unowned self] view, closesAll in
      if closesAll { closeMenus() } else { close(view) }
    }
  }

  func open(
    _ content: Control, _ placement: OverlayPanel.Placement, owner: Control?, onClose: @escaping () -> Void
  ) {
    host.pointer.cancel(at: host.now)
    if case .dialog = placement { closeMenus() }
    let panel = OverlayPanel(content, placement)
    entries.append(Entry(panel: panel, owner: owner, onClose: onClose))
    control.addChild(panel)
    place(panel)
    panel.appear(at: host.now, host.interface)
    host.focusRouter.enter(panel)
    host.settle()
    let first = FocusRouter.stops(in: panel).first
    host.focusRouter.set(first, byKeyboard: host.focusRouter.isVisible)
    host.notices.makeRoom()
  }

  func layOut() {
    for entry in entries { place(entry.panel) }
  }

  private func place(_ panel: OverlayPanel) { panel.place(in: host.size, host.interface) }

  // MARK: Closing

  /// The frames of open overlays, in window coordinates.
  var frames: [Rect] { entries.map(\.panel.frame) }

  func isShowing(_ content: Control) -> Bool { entries.contains { $0.panel.content === content } }

  func shows(_ matches: (Control) -> Bool) -> Bool { entries.contains { matches($0.panel.content) } }

  func close(_ content: Control) {
    guard let index = entries.firstIndex(where: { $0.panel.content === content }) else { return }
    closeDown(to: index)
  }

  /// Closes the frontmost overlay; returns whether there was one. A progress panel stays: the window asks before
  /// stopping work.
  func closeFront() -> Bool {
    guard let front = entries.last?.panel.content, !(front is ProgressPanel) else { return false }
    if front is MenuView { closeMenus() } else { closeDown(to: entries.count - 1) }
    return true
  }

  /// Closes the overlays above a dialog of a type; returns whether such a dialog is open.
  func comeBack<Panel: Control>(to type: Panel.Type) -> Bool {
    guard let index = entries.lastIndex(where: { $0.panel.content is Panel }) else { return false }
    closeDown(to: index + 1)
    return true
  }

  func closeAll() { closeDown(to: 0) }

  /// Closes the frontmost menu and its parent menus.
  private func closeMenus() {
    while entries.last?.panel.content is MenuView { closeDown(to: entries.count - 1) }
  }

  private func closeDown(to index: Int) {
    while entries.count > index, let entry = entries.popLast() {
      let before = host.focusRouter.leave(entry.panel)
      let hadFocus = host.focus?.isInside(entry.panel) ?? true
      entry.panel.removeFromParent()
      // The content may be shown again.
      entry.panel.content.removeFromParent()
      if hadFocus { host.focusRouter.set(before, byKeyboard: host.focusRouter.isVisible) }
      entry.onClose()
    }
    host.notices.makeRoom()
  }

  // MARK: Input

  /// Handles a press outside the overlays, which closes them; returns whether the press is consumed.
  func press(at point: Point) -> Bool {
    while let entry = entries.last {
      if entry.panel.contains(point) { return false }
      if isOnMenu(point) {
        // The press is for a parent menu, which manages its submenu.
        return false
      }
      let isOnOwner = entry.owner.map { $0.frameInWindow.contains(point) } ?? false
      let isSwallowed = entry.panel.swallowsPresses || isOnOwner
      if entry.panel.closesByPress { closeDown(to: entries.count - 1) }
      if isSwallowed { return true }
    }
    return false
  }

  /// Returns whether a point is on the frontmost menu or one of its parents.
  private func isOnMenu(_ point: Point) -> Bool {
    entries.reversed().prefix { $0.panel.content is MenuView }.contains {
      !$0.panel.isHidden && $0.panel.contains(point)
    }
  }

  /// Handles a key that the content ignored; returns whether it was used.
  func key(_ event: KeyEvent) -> Bool {
    guard event.key == .escape, event.modifiers.isEmpty, !entries.isEmpty else { return false }
    closeDown(to: entries.count - 1)
    return true
  }
}

/// The parent of the overlays: it fills the window and takes no events itself.
private final class OverlayGround: Control {
  override var isFocusable: Bool { false }

  override func hitTest(_ point: Point) -> Control? {
    children.reversed().lazy.compactMap { $0.hitTest($0.convert(fromParent: point)) }.first
  }
}
