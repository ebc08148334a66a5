import Controls
import Geometry
import Input
import Scene

/// What a button of the pointer that is held down does.
enum Press {
  case control(Control)
  case menu
  case indicator
  /// On a poster or the ground: a click until it moves.
  case wall(PosterCard.ID?, at: Point, Modifiers, PointerButton, isCatch: Bool)
  case scrolling
  /// A rectangle over the wall, from one corner to the pointer.
  case marquee(from: Point)
  case flight(FlyingPoster)
  /// Beside the poster that fills the window.
  case beside(at: Point)
  case nothing
}

/// Which control has the keyboard, which has the pointer, and where the pointer is.
struct FocusState {
  var control: Control?
  /// Whether the keyboard was used last, so that the ring is shown.
  var isVisible = false
  /// The control that was pressed and gets the pointer until it is let go.
  var captured: Control?
  var hovered: Control?
}
