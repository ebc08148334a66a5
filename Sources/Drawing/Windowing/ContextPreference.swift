import CGLFW
import Glibc

/// Which kind of OpenGL a window is to have.
public enum ContextPreference: Hashable, Sendable {
  /// The first that works, OpenGL ES before desktop OpenGL.
  case any
  /// Only OpenGL ES 3.
  case embedded
  /// Only the core profile of desktop OpenGL 3.3.
  case desktop

  static let names = ["any", "es", "gl"]

  /// Reads the preference from `REGALIA_CONTEXT`; nil when that is not set.
  static func environment() throws(WindowError) -> ContextPreference? {
    guard let value = getenv("REGALIA_CONTEXT") else { return nil }
    return try ContextPreference(named: String(cString: value))
  }

  init(named name: String) throws(WindowError) {
    switch name {
    case "", "any": self = .any
    case "es": self = .embedded
    case "gl": self = .desktop
    default: throw .unknownContext(name)
    }
  }

  /// The ways to make a context, in the order in which they are tried.
  var ways: [ContextWay] {
    switch self {
    case .any: [.embedded, .desktop, .desktopThroughEGL]
    case .embedded: [.embedded]
    case .desktop: [.desktop, .desktopThroughEGL]
    }
  }
}

/// One way to make a context together with its window.
enum ContextWay: String {
  case embedded = "OpenGL ES through EGL"
  case desktop = "OpenGL through GLX"
  case desktopThroughEGL = "OpenGL through EGL"

  /// Tells GLFW how the next window's context is to be.
  func hint(debug: Bool) {
    let isEmbedded = self == .embedded
    let creation = self == .desktop ? GLFW_NATIVE_CONTEXT_API : GLFW_EGL_CONTEXT_API
    glfwWindowHint(GLFW_CLIENT_API, isEmbedded ? GLFW_OPENGL_ES_API : GLFW_OPENGL_API)
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, creation)
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3)
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, isEmbedded ? 0 : 3)
    glfwWindowHint(GLFW_OPENGL_PROFILE, isEmbedded ? GLFW_OPENGL_ANY_PROFILE : GLFW_OPENGL_CORE_PROFILE)
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, debug ? GLFW_TRUE : GLFW_FALSE)
    // GLFW 3.3 asks for it in a way that EGL knows for desktop OpenGL alone, and then refuses the context.
    let robustness = isEmbedded ? GLFW_NO_ROBUSTNESS : GLFW_LOSE_CONTEXT_ON_RESET
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robustness)
  }
}
