import Controls

/// What the parts of the window of crowns share.
final class BrowserSession {
  let panel: BrowserPanel
  let loader: CrownLoader
  let search: CrownSearch
  let clipboard: Clipboard
  private(set) lazy var editor = CrownEditor(loader: loader) { [unowned self] in say($0) }
  /// The seed of random designs.
  let seed: UInt64

  init(panel: BrowserPanel, loader: CrownLoader, search: CrownSearch, clipboard: Clipboard, seed: UInt64) {
    self.seed = seed
    self.panel = panel
    self.loader = loader
    self.search = search
    self.clipboard = clipboard
  }

  var grid: CrownGridControl { panel.grid }
  var host: ControlHost? { panel.host }

  /// Says something, with a button that takes the last edit back where it can be undone.
  func say(_ words: String, canUndo: Bool = false) {
    host?.say(words, canUndo ? .undo { [unowned self] _ in editor.undo() } : nil)
  }

  /// Says why something was not done.
  func complain(_ fault: CrownLoader.Fault) {
    guard fault.isDamage else { return say(fault.description) }
    host?.say(fault.description, Notice.Action("Repair") { [unowned self] _ in loader.repair() })
  }
}
