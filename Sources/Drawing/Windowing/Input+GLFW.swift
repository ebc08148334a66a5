import CGLFW
import Input

extension Modifiers {
  init(glfw bits: Int32) {
    self = []
    if bits & GLFW_MOD_SHIFT != 0 { insert(.shift) }
    if bits & GLFW_MOD_CONTROL != 0 { insert(.control) }
    if bits & GLFW_MOD_ALT != 0 { insert(.alt) }
    if bits & GLFW_MOD_SUPER != 0 { insert(.superKey) }
  }

  /// The modifiers that are currently held, for events that GLFW reports without them.
  static func held(in handle: OpaquePointer) -> Modifiers {
    let keys: [(Int32, Modifiers)] = [
      (GLFW_KEY_LEFT_SHIFT, .shift), (GLFW_KEY_RIGHT_SHIFT, .shift),
      (GLFW_KEY_LEFT_CONTROL, .control), (GLFW_KEY_RIGHT_CONTROL, .control),
      (GLFW_KEY_LEFT_ALT, .alt), (GLFW_KEY_RIGHT_ALT, .alt),
      (GLFW_KEY_LEFT_SUPER, .superKey), (GLFW_KEY_RIGHT_SUPER, .superKey),
    ]
    return keys.reduce(into: []) { held, key in
      if glfwGetKey(handle, key.0) == GLFW_PRESS { held.insert(key.1) }
    }
  }
}

extension PointerButton {
  /// Creates a button from GLFW's number; nil for a button without use here.
  init?(glfw number: Int32) {
    switch number {
    case GLFW_MOUSE_BUTTON_LEFT: self = .left
    case GLFW_MOUSE_BUTTON_RIGHT: self = .right
    case GLFW_MOUSE_BUTTON_MIDDLE: self = .middle
    case GLFW_MOUSE_BUTTON_4: self = .back
    case GLFW_MOUSE_BUTTON_5: self = .forward
    default: return nil
    }
  }
}

extension CursorShape {
  /// GLFW's number for the shape.
  var glfw: Int32 {
    switch self {
    case .arrow, .hidden: GLFW_ARROW_CURSOR
    case .text: GLFW_IBEAM_CURSOR
    case .hand: GLFW_HAND_CURSOR
    case .crosshair: GLFW_CROSSHAIR_CURSOR
    case .horizontalResize: GLFW_HRESIZE_CURSOR
    case .verticalResize: GLFW_VRESIZE_CURSOR
    }
  }
}
