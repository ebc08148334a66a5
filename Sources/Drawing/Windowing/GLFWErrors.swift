import CGLFW
import GPU
import Glibc
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

/// X11 errors of GLFW's connection, for which Xlib would end the program.
///
/// Windows of other programs may go at any time: an answer to one that has asked for something, or that drags something, then
/// fails, and nothing else does.
enum X11Errors {
  private typealias Handler = @convention(c) (_ display: OpaquePointer?, _ event: UnsafeRawPointer?) -> Int32
  private typealias Setter = @convention(c) (Handler?) -> UnsafeRawPointer?

  /// Nil where GLFW has not loaded Xlib.
  private static let setHandler: Setter? = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD)
    .flatMap { dlsym($0, "XSetErrorHandler") }.map { unsafeBitCast($0, to: Setter.self) }

  /// The number of the error that a window does not exist (BadWindow).
  private static let missingWindow: UInt8 = 3

  /// Goes on after errors from now on. GLFW 3.3 brings Xlib's own handler back whenever it makes a window.
  static func survive() {
    _ = setHandler? { _, event in
      // The number of the error and that of the request stand behind five words of the structure XErrorEvent.
      if GraphicsContext.isDebugBuild, let event {
        let number = event.load(fromByteOffset: 32, as: UInt8.self)
        if number != X11Errors.missingWindow {
          // Untranslated: only who looks for faults in a debug build reads it.
          let line = "X11 error \(number) of request \(event.load(fromByteOffset: 33, as: UInt8.self))\n"
          _ = write(STDERR_FILENO, line, line.utf8.count)
        }
      }
      return 0
    }
  }
}
