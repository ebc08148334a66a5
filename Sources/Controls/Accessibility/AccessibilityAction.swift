/// What an assistive tool asks a control to do.
public enum AccessibilityAction: Hashable, Sendable {
  case press
  case increment
  case decrement
  /// Sets a number, in the unit of the node's range.
  case setNumber(Double)
  case setText(String)
  /// Copies words of the text to the clipboard.
  case copyText(String)
  /// Copies words to the clipboard and leaves the rest of the text.
  case cutText(String, rest: String)
  /// Puts what the clipboard has between two parts of the text.
  case pasteText(before: String, after: String)
  /// Selects a range of the text, in characters; an empty one moves the caret.
  case selectText(Range<Int>)
  case focus
  case showMenu
}
