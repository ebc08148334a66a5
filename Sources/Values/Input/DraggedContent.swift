/// Content that another program offers while it is dragged over a window, and delivers when it is dropped.
public enum DraggedContent: Hashable, Sendable {
  /// Files by their paths.
  case files([String])
  /// A text, without its formatting.
  case text(String)
}
