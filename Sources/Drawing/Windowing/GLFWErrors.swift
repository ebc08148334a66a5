import CGLFW
import Synchronization

/// The errors of GLFW until they are taken. They are global because its callback has no context argument.
enum GLFWErrors {
  private static let texts = Mutex<[String]>([])

  static func startListening() {
    glfwSetErrorCallback { _, text in
      guard let text else { return }
      let words = String(cString: text)
      GLFWErrors.texts.withLock { if $0.count < 64 { $0.append(words) } }
    }
  }

  /// Takes the errors since the last call, each once.
  static func take() -> [String] {
    texts.withLock { texts in
      defer { texts.removeAll() }
      return texts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }
}
