import Colors
import Controls

/// The colour of all crowns: the theme's ink, a chosen one, or one that is tried while the picker is open.
struct CrownColor: Hashable {
  /// The chosen colour, or nil for the ink of the theme.
  private(set) var chosen: RGBA?
  /// The colour that is tried in the picker.
  private(set) var tried: RGBA?
  /// The colours that were chosen before, the last one first.
  private(set) var recent: [RGBA]

  init(chosen: RGBA?, recent: [RGBA]) {
    self.chosen = chosen
    self.recent = recent
  }

  /// Returns the colour that is shown on a theme of some ink.
  func shown(ink: RGBA) -> RGBA { tried ?? chosen ?? ink }

  mutating func attempt(_ color: RGBA) { tried = color }

  mutating func accept(_ color: RGBA) {
    chosen = color
    recent = [color] + recent.filter { $0 != color }
    tried = nil
  }

  /// Goes back to the colour from before the picker was opened.
  mutating func cancel() { tried = nil }
}

/// The choice of the crowns' colour in a picker.
final class CrownColoring {
  private let panel: BrowserPanel
  private let clipboard: Clipboard
  private let pickers: ColorPickerFactory
  private var color: CrownColor
  /// The picker, while it is open.
  private(set) var picker: (any ColorPicking)?
  /// Told of a colour that was chosen.
  var onAccepted: ((RGBA) -> Void)?

  init(_ color: CrownColor, _ panel: BrowserPanel, clipboard: Clipboard, pickers: ColorPickerFactory) {
    self.color = color
    self.panel = panel
    self.clipboard = clipboard
    self.pickers = pickers
  }

  /// Shows the crowns in their colour, on the theme as it is now.
  func show() {
    guard let host = panel.host else { return }
    let shown = color.shown(ink: host.interface.theme.ink)
    panel.grid.color = shown
    panel.colorButton.color = shown
  }

  /// Opens the picker, or accepts the colour that it shows.
  func toggle() {
    guard let host = panel.host else { return }
    if let picker { return picker.accept() }
    let request = ColorPickerFactory.Request(color: panel.grid.color, recentColors: color.recent)
    guard let picker = pickers.make(request, host.interface, clipboard) else { return }
    picker.onChange = { [unowned self] color, _ in
      self.color.attempt(color)
      show()
    }
    picker.onFinish = { [unowned host, unowned picker] _ in host.close(picker) }
    self.picker = picker
    host.showPopover(picker, from: panel.colorButton) { [unowned self] in finish() }
  }

  /// Takes the colour with which the picker was closed, beside it too, or brings the one from before back.
  private func finish() {
    guard let picker else { return }
    self.picker = nil
    if let accepted = picker.isFinished ? picker.accepted : picker.shownColor {
      color.accept(accepted)
      onAccepted?(accepted)
    } else {
      color.cancel()
    }
    show()
  }
}
