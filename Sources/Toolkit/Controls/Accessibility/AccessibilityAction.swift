/// What an assistive tool asks a control to do.
public enum AccessibilityAction: Hashable, Sendable {
  /// Does what a press of the pointer does.
  case press
  /// Goes up by a step.
  case increment
  /// Goes down by a step.
  case decrement
  /// Sets a number, in the unit of the node's range.
  case setNumber(Double)
  /// Puts another text in the place of the whole one.
  case setText(String)
  /// Copies words of the text to the clipboard.
  case copyText(String)
  /// Copies words to the clipboard and leaves the rest of the text.
  case cutText(String, rest: String)
  /// Puts what the clipboard has between two parts of the text.
  case pasteText(before: String, after: String)
  /// Selects a range of the text, in characters; an empty one moves the caret.
  case selectText(Range<Int>)
  /// Gives the keyboard to the control.
  case focus
  /// Opens the menu that the right button opens.
  case showMenu
}
