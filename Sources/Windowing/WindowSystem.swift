import CGLFW
import Glibc

/// The window system that GLFW speaks to; before GLFW 3.4 it was settled when GLFW was built.
public enum WindowSystem: String, Sendable {
  case x11 = "X11"
  case wayland = "Wayland"

  /// Which one it is, once there is an event loop.
  static var current: WindowSystem {
    if let platform { return platform() == waylandPlatform ? .wayland : .x11 }
    return dlsym(nil, "glfwGetX11Display") == nil ? .wayland : .x11
  }

  // The header of GLFW 3.3 knows neither the function nor the numbers.
  private static let platform: (@convention(c) () -> Int32)? = dlsym(nil, "glfwGetPlatform").map {
    unsafeBitCast($0, to: (@convention(c) () -> Int32).self)
  }
  private static let waylandPlatform: Int32 = 0x6_0003

  /// Names the program to the window system for the windows that are made from now on, and thereby its icon under Wayland.
  static func hintProgram() {
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "regalia")
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "regalia")
    if platform != nil { glfwWindowHintString(waylandAppID, "page.regalia.Regalia") }
  }

  private static let waylandAppID: Int32 = 0x2_6001

  /// Whether programs know where their windows are, and may put them somewhere else.
  public var placesWindows: Bool { self == .x11 }
}
