import Colors

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
