/// A request from an assistive tool to a control.
public enum AccessibilityAction: Hashable, Sendable {
  /// Performs the same action as a press of the pointer.
  case press
  /// Increases the value by a step.
  case increment
  /// Decreases the value by a step.
  case decrement
  /// Sets a number, in the unit of the node's range.
  case setNumber(Double)
  /// Replaces the whole text.
  case setText(String)
  /// Copies a part of the text to the clipboard.
  case copyText(String)
  /// Copies a part of the text to the clipboard and keeps only the rest.
  case cutText(String, rest: String)
  /// Inserts the clipboard's text between two parts of the text.
  case pasteText(before: String, after: String)
  /// Selects a range of the text, in characters; an empty one moves the caret.
  case selectText(Range<Int>)
  /// Moves the focus to the control.
  case focus
  /// Opens the context menu.
  case showMenu
}
