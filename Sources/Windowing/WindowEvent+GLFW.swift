import CGLFW

extension Modifiers {
  init(glfw bits: Int32) {
    self = []
    if bits & GLFW_MOD_SHIFT != 0 { insert(.shift) }
    if bits & GLFW_MOD_CONTROL != 0 { insert(.control) }
    if bits & GLFW_MOD_ALT != 0 { insert(.alt) }
    if bits & GLFW_MOD_SUPER != 0 { insert(.superKey) }
  }

  /// What is held down now, for events that GLFW reports without.
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
  init(glfw number: Int32) {
    switch number {
    case GLFW_MOUSE_BUTTON_LEFT: self = .primary
    case GLFW_MOUSE_BUTTON_RIGHT: self = .secondary
    case GLFW_MOUSE_BUTTON_MIDDLE: self = .middle
    default: self = .other(Int(number))
    }
  }
}
