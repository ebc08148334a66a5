/// What an assistive tool asks a control to do.
public enum AccessibilityAction: Hashable, Sendable {
  case press
  case increment
  case decrement
  /// Sets a number, in the unit of the node's range.
  case setNumber(Double)
  case setText(String)
  /// Selects a range of the text, in characters; an empty one moves the caret.
  case selectText(Range<Int>)
  case focus
  case showMenu
}
