import CGLFW

/// What the pointer looks like over a window.
public enum CursorShape: Hashable, Sendable {
  case arrow, beam, hand, crosshair, horizontalResize, verticalResize
  /// Nothing is seen of it.
  case hidden

  var glfw: Int32 {
    switch self {
    case .arrow, .hidden: GLFW_ARROW_CURSOR
    case .beam: GLFW_IBEAM_CURSOR
    case .hand: GLFW_HAND_CURSOR
    case .crosshair: GLFW_CROSSHAIR_CURSOR
    case .horizontalResize: GLFW_HRESIZE_CURSOR
    case .verticalResize: GLFW_VRESIZE_CURSOR
    }
  }
}
