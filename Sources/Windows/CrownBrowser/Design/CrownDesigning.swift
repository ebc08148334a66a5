import Controls
import Heraldry
import Localization

/// The designing of crowns in a dialog.
final class CrownDesigning {
  private let session: BrowserSession
  /// The open dialog, or nil.
  private(set) var dialog: CrownDesignDialog?

  init(_ session: BrowserSession) {
    self.session = session
  }

  var command: Command {
    Command(
      "crown.design", session.language.localized("Design a crown…"), .control("n"),
      group: session.language.localized("Crown"), icon: .plus
    ) { [unowned self] time in open(at: time) }
  }

  /// Opens the dialog with the design of the selected crown.
  func open(at time: Double) {
    guard dialog == nil, let host = session.host else { return }
    let (loader, grid) = (session.loader, session.grid)
    let design = grid.selection?.design ?? CrownCatalogue.poster.design
    let dialog = CrownDesignDialog(
      design: design, color: { [unowned grid] in grid.color }, ground: { [unowned grid] in grid.ground($0) },
      surprises: session.seed, language: session.language)
    dialog.onDraw = { loader.draw($0, isFinal: $1) }
    dialog.onSave = { [unowned self, unowned dialog] design in
      loader.add(design, named: CrownEntry(design).name)
      session.host?.close(dialog)
    }
    dialog.onClose = { [unowned self, unowned dialog] in session.host?.close(dialog) }
    self.dialog = dialog
    host.showDialog(dialog) { [unowned self] in self.dialog = nil }
    loader.draw(design, isFinal: true)
    host.setFocus(dialog.firstFocus)
  }

  /// Selects a designed crown, which may have existed before.
  func show(_ id: String) {
    let search = session.search
    search.awaited = .init(id: id, clearsSearch: true)
    let crowns = session.grid.crowns
    if let key = crowns.key(of: id), crowns.order.contains(key) {
      search.reload(
        .text(
          session.language.localized(
            "“{name}” is already in the library", ["name": crowns.items[key].name])))
    } else {
      session.editor.record(.add(ids: [id]))
      search.reload(.designed)
    }
  }
}
