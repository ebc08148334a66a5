/// The shape of the pointer over something.
public enum CursorShape: Hashable, Sendable, CaseIterable {
  /// The usual pointer.
  case arrow
  /// The beam that stands between letters.
  case text
  /// The hand over what can be pressed.
  case hand
  /// The cross over a plane on which a place is chosen.
  case crosshair
  /// The double arrow over what can be moved leftward and rightward.
  case horizontalResize
  /// The double arrow over what can be moved upward and downward.
  case verticalResize
  /// The pointer is not drawn.
  case hidden
}
