/// The buttons of a mouse and their like; the raw values are what scripts call them.
public enum PointerButton: String, Hashable, Sendable, CaseIterable {
  /// The main button: the left one of a mouse, unless the desktop exchanges the two.
  case left
  /// The button of context menus.
  case right
  /// The wheel pressed, or the button between the other two.
  case middle
  /// The button at the side that goes back.
  case back
  /// The button at the side that goes forward.
  case forward
}
