/// The shape of the pointer over something.
public enum CursorShape: Hashable, Sendable, CaseIterable {
  case arrow
  /// The beam that stands between letters.
  case text
  case hand
  case crosshair
  case horizontalResize
  case verticalResize
  /// The pointer is not drawn.
  case hidden
}
