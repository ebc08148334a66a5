import Controls

/// Which control has the keyboard, which has the pointer, and where the pointer is.
struct FocusState {
  var control: Control?
  /// Whether the keyboard was used last, so that the ring is shown.
  var isVisible = false
  /// The control that was pressed and gets the pointer until it is let go.
  var captured: Control?
  var hovered: Control?
}
