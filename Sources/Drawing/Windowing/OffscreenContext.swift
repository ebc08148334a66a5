import CEpoxy
import GPU
public import Localization

/// A graphics context without a window or an X server, for pictures, recordings and tests.
public final class OffscreenContext {
  /// The context's capabilities, and the owner of its objects.
  public let graphics: GraphicsContext

  /// The platform through which the context was created, such as "surfaceless".
  public let platform: String

  private let display: EGLDisplay
  private let context: EGLContext

  /// Creates a context and makes it current on this thread.
  ///
  /// - Parameters:
  ///   - kind: OpenGL ES or OpenGL.
  ///   - debug: Whether errors of the driver are reported at the call that caused them, which takes time.
  /// - Throws: ``OffscreenContextError`` with the answer of each platform of EGL.
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

  /// Makes this context current on the calling thread; returns false if the driver refuses.
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
      // Untranslated: a technical detail, for a report to developers.
      return .failed("EGL does not know \(kind.rawValue)")
    }
    guard let config = config(isEmbedded ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, on: display) else {
      // Untranslated: a technical detail, for a report to developers.
      return .failed("no configuration for \(kind.rawValue)")
    }
    // Untranslated: a technical detail, for a report to developers.
    var words = "no context"
    for attributes in attributeLists(isEmbedded: isEmbedded, debug: debug) {
      guard let context = eglCreateContext(display.pointer, config, nil, attributes) else {
        // Untranslated: a technical detail, for a report to developers.
        words = "no context, \(eglErrorName(eglGetError()))"
        continue
      }
      guard eglMakeCurrent(display.pointer, nil, nil, context) != 0 else {
        // Untranslated: a technical detail, for a report to developers.
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
    // Without a surface type bit, configurations without a drawable surface match too.
    let wanted: [EGLint] = [EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, api, EGL_NONE]
    var config: EGLConfig?
    var count: EGLint = 0
    guard eglChooseConfig(display.pointer, wanted, &config, 1, &count) != 0, count > 0 else { return nil }
    return config
  }

  // From all wanted attributes to the ones that every driver supports.
  private static func attributeLists(isEmbedded: Bool, debug: Bool) -> [[EGLint]] {
    var version: [EGLint] = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, isEmbedded ? 0 : 3]
    if !isEmbedded { version += [EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT] }
    let explaining: [EGLint] = debug ? [EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE] : []
    // Mesa accepts the core attribute for desktop OpenGL only, and that of EGL_EXT_create_context_robustness for ES.
    let strategy =
      isEmbedded
      ? EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT : EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY
    let robust: [EGLint] = [strategy, EGL_LOSE_CONTEXT_ON_RESET]
    return [version + explaining + robust, version + explaining, version].map { $0 + [EGL_NONE] }
  }
}

/// The reasons why drawing without a window is impossible here, and a remedy.
public struct OffscreenContextError: Error, Hashable, Sendable {
  /// The result of each attempt.
  public var attempts: [String]
}

extension OffscreenContextError: LocalizableError {
  /// The attempts and a remedy.
  public var message: Message {
    Message(
      "no OpenGL context for drawing without a window ({attempts}); install the packages libegl1 and libgl1-mesa-dri",
      ["attempts": attempts.joined(separator: "; ")])
  }
}

/// An initialised EGL display that needs no window system.
///
/// EGL returns the same display to every caller without counting references. It stays initialised until the program
/// ends: terminating it would destroy the contexts of other threads.
struct OffscreenDisplay: @unchecked Sendable {
  let platform: String
  let pointer: EGLDisplay

  /// The result of a search for displays: the usable ones, best first, and the errors of the others.
  struct Search: Sendable {
    var displays: [OffscreenDisplay] = []
    var failures: [String] = []
  }

  static let search: Search = {
    var search = Search()
    guard epoxy_has_egl() else {
      // Untranslated: a technical detail, for a report to developers.
      search.failures.append("libEGL.so.1 is not installed")
      return search
    }
    guard epoxy_has_egl_extension(nil, "EGL_EXT_platform_base") else {
      // Untranslated: a technical detail, for a report to developers.
      search.failures.append("EGL has no driver, or lacks EGL_EXT_platform_base")
      return search
    }
    search.addSurfaceless()
    search.addDevices()
    return search
  }()
}

extension OffscreenDisplay.Search {
  fileprivate mutating func addSurfaceless() {
    guard epoxy_has_egl_extension(nil, "EGL_MESA_platform_surfaceless") else {
      // Untranslated: a technical detail, for a report to developers.
      failures.append("surfaceless: EGL lacks EGL_MESA_platform_surfaceless")
      return
    }
    add("surfaceless", eglGetPlatformDisplayEXT(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil))
  }

  fileprivate mutating func addDevices() {
    let canList =
      epoxy_has_egl_extension(nil, "EGL_EXT_device_enumeration")
      || epoxy_has_egl_extension(nil, "EGL_EXT_device_base")
    guard canList, epoxy_has_egl_extension(nil, "EGL_EXT_platform_device") else {
      // Untranslated: a technical detail, for a report to developers.
      failures.append("device: EGL lacks EGL_EXT_platform_device")
      return
    }
    var devices = [EGLDeviceEXT?](repeating: nil, count: 16)
    var count: EGLint = 0
    guard eglQueryDevicesEXT(EGLint(devices.count), &devices, &count) != 0, count > 0 else {
      // Untranslated: a technical detail, for a report to developers.
      failures.append("device: EGL knows of no device")
      return
    }
    for (index, device) in devices.prefix(Int(count)).enumerated() {
      add("device \(index)", eglGetPlatformDisplayEXT(EGLenum(EGL_PLATFORM_DEVICE_EXT), device, nil))
    }
  }

  private mutating func add(_ platform: String, _ pointer: EGLDisplay?) {
    guard let pointer else {
      // Untranslated: a technical detail, for a report to developers.
      failures.append("\(platform): no display, \(eglErrorName(eglGetError()))")
      return
    }
    guard eglInitialize(pointer, nil, nil) != 0 else {
      // Untranslated: a technical detail, for a report to developers.
      failures.append("\(platform): cannot be initialised, \(eglErrorName(eglGetError()))")
      return
    }
    displays.append(OffscreenDisplay(platform: platform, pointer: pointer))
  }
}

func eglErrorName(_ code: EGLint) -> String {
  switch code {
  // Untranslated: a technical detail, for a report to developers.
  case EGL_SUCCESS: "no error is given"
  case EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED"
  case EGL_BAD_ACCESS: "EGL_BAD_ACCESS"
  case EGL_BAD_ALLOC: "EGL_BAD_ALLOC"
  case EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE"
  case EGL_BAD_CONFIG: "EGL_BAD_CONFIG"
  case EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT"
  case EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY"
  case EGL_BAD_MATCH: "EGL_BAD_MATCH"
  case EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER"
  case EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST"
  default: "EGL error 0x\(String(code, radix: 16))"
  }
}
