import Colors
import Controls

/// The colour of all crowns: the theme's ink, a chosen one, or a preview from the open picker.
struct CrownColor: Hashable {
  /// The chosen colour, or nil for the ink of the theme.
  private(set) var chosen: RGBA?
  /// The picker's preview colour.
  private(set) var tried: RGBA?
  /// Previously chosen colours, the last one first.
  private(set) var recent: [RGBA]

  init(chosen: RGBA?, recent: [RGBA]) {
    self.chosen = chosen
    self.recent = recent
  }

  /// Returns the displayed colour for a theme's ink.
  func shown(ink: RGBA) -> RGBA { tried ?? chosen ?? ink }

  mutating func attempt(_ color: RGBA) { tried = color }

  mutating func accept(_ color: RGBA) {
    chosen = color
    recent = [color] + recent.filter { $0 != color }
    tried = nil
  }

  /// Restores the colour from before the picker opened.
  mutating func cancel() { tried = nil }
}

/// The choice of the crowns' colour in a picker.
final class CrownColoring {
  private let panel: BrowserPanel
  private let clipboard: Clipboard
  private let pickers: ColorPickerFactory
  private var color: CrownColor
  /// The open picker, or nil.
  private(set) var picker: (any ColorPicking)?
  /// Receives a colour that was chosen.
  var onAccepted: ((RGBA) -> Void)?

  init(_ color: CrownColor, _ panel: BrowserPanel, clipboard: Clipboard, pickers: ColorPickerFactory) {
    self.color = color
    self.panel = panel
    self.clipboard = clipboard
    self.pickers = pickers
  }

  /// Updates the crowns' colour for the current theme.
  func show() {
    guard let host = panel.host else { return }
    let shown = color.shown(ink: host.interface.theme.ink)
    panel.grid.color = shown
    panel.colorButton.color = shown
  }

  /// Opens the picker, or accepts its colour if it is open.
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

  /// Applies the colour with which the picker was closed, including by a click beside it, or restores the previous one.
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
