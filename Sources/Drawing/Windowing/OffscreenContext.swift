import CEpoxy
import GPU

/// A graphics context with no window, and no X server, behind it: for pictures, recordings and tests.
public final class OffscreenContext {
  /// What can be asked of the context, and where its objects belong.
  public let graphics: GraphicsContext

  /// The way in which the context was made, such as "surfaceless".
  public let platform: String

  private let display: EGLDisplay
  private let context: EGLContext

  /// Creates a context, OpenGL ES unless `kind` says otherwise, and makes it current on this thread.
  public convenience init(
    kind: DriverDescription.Kind = .embedded, debug: Bool = GraphicsContext.isDebugBuild
  ) throws(OffscreenContextError) {
    try self.init(kind, debug: debug, search: OffscreenDisplay.search)
  }

  init(
    _ kind: DriverDescription.Kind, debug: Bool, search: OffscreenDisplay.Search
  ) throws(OffscreenContextError) {
    var attempts: [String] = []
    for display in search.displays {
      switch Self.context(kind, on: display, debug: debug) {
      case .made(let context, let graphics):
        self.display = display.pointer
        self.context = context
        self.graphics = graphics
        platform = display.platform
        return
      case .failed(let words): attempts.append("\(display.platform): \(words)")
      }
    }
    throw OffscreenContextError(attempts: search.failures + attempts)
  }

  deinit {
    graphics.willBeDestroyed()
    if eglGetCurrentContext() == context { eglMakeCurrent(display, nil, nil, nil) }
    eglDestroyContext(display, context)
  }

  /// Lets the calling thread draw with this context; false when the driver refuses.
  @discardableResult
  public func makeCurrent() -> Bool {
    guard eglMakeCurrent(display, nil, nil, context) != 0 else { return false }
    graphics.becameCurrent()
    return true
  }

  private enum Outcome {
    case made(EGLContext, GraphicsContext)
    case failed(String)
  }

  private static func context(
    _ kind: DriverDescription.Kind, on display: OffscreenDisplay, debug: Bool
  ) -> Outcome {
    let isEmbedded = kind == .embedded
    guard eglBindAPI(EGLenum(isEmbedded ? EGL_OPENGL_ES_API : EGL_OPENGL_API)) != 0 else {
      return .failed("EGL does not know \(kind.rawValue)")
    }
    guard let config = config(isEmbedded ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, on: display) else {
      return .failed("no configuration for \(kind.rawValue)")
    }
    var words = "no context"
    for attributes in attributeLists(isEmbedded: isEmbedded, debug: debug) {
      guard let context = eglCreateContext(display.pointer, config, nil, attributes) else {
        words = "no context, \(eglErrorName(eglGetError()))"
        continue
      }
      guard eglMakeCurrent(display.pointer, nil, nil, context) != 0 else {
        words = "cannot be made current, \(eglErrorName(eglGetError()))"
        eglDestroyContext(display.pointer, context)
        continue
      }
      do {
        return .made(context, try GraphicsContext(debug: debug))
      } catch {
        words = "\(error)"
        eglMakeCurrent(display.pointer, nil, nil, nil)
        eglDestroyContext(display.pointer, context)
      }
    }
    return .failed(words)
  }

  private static func config(_ api: Int32, on display: OffscreenDisplay) -> EGLConfig? {
    // With no bit of surface type asked for, configurations that can only be drawn into offscreen match too.
    let wanted: [EGLint] = [EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, api, EGL_NONE]
    var config: EGLConfig?
    var count: EGLint = 0
    guard eglChooseConfig(display.pointer, wanted, &config, 1, &count) != 0, count > 0 else { return nil }
    return config
  }

  // From all attributes that are wanted to those that every driver knows.
  private static func attributeLists(isEmbedded: Bool, debug: Bool) -> [[EGLint]] {
    var version: [EGLint] = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, isEmbedded ? 0 : 3]
    if !isEmbedded { version += [EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT] }
    let explaining: [EGLint] = debug ? [EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE] : []
    // Mesa takes the core attribute for desktop OpenGL alone, and that of EGL_EXT_create_context_robustness for ES.
    let strategy =
      isEmbedded
      ? EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT : EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY
    let robust: [EGLint] = [strategy, EGL_LOSE_CONTEXT_ON_RESET]
    return [version + explaining + robust, version + explaining, version].map { $0 + [EGL_NONE] }
  }
}
