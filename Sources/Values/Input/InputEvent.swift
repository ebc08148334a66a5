public import Geometry

/// Something a person did in a window, at a place in points from the window's top left corner.
///
/// Windows make these events, controls take them, and scripts record and play them. Times are kept beside them.
public enum InputEvent: Hashable, Sendable {
  /// A button was pressed; `clicks` counts presses that follow each other in one place, from 1.
  case pointerDown(Point, PointerButton, clicks: Int, Modifiers)
  /// The pointer is at another place, whether or not a button is held.
  case pointerMoved(Point, Modifiers)
  /// A button was let go.
  case pointerUp(Point, PointerButton, Modifiers)
  /// The pointer left the window.
  case pointerLeft
  /// Scrolling in notches; positive y is away from the person, positive x rightward.
  case wheel(Point, Vector, Modifiers)
  /// A key was pressed, or repeats while it is held.
  case key(Key, Modifiers, isRepeat: Bool)
  /// Committed text from the keyboard or an input method.
  case text(String)
  /// Text that an input method is composing and that may still change; an empty one ends the composition.
  case composition(Composition)
  /// Something from another program is dragged over the window.
  case dragMoved(DraggedContent, Point)
  /// The dragged content left the window, or the drag was cancelled.
  case dragLeft
  /// Something from another program was dropped.
  case dropped(DraggedContent, Point)
}

/// Content that another program offers while it is dragged over a window, and delivers when it is dropped.
public enum DraggedContent: Hashable, Sendable {
  /// Files by their paths.
  case files([String])
  /// A text, without its formatting.
  case text(String)
}
