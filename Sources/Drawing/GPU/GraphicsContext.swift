import CEpoxy
import Files
import Geometry

/// An OpenGL context and its capabilities; every GPU object belongs to one.
///
/// It is bound to one thread at a time. Objects freed while another context is current are deleted as soon as
/// theirs is current again, and objects that outlive the context are simply gone with it.
public final class GraphicsContext {
  /// The properties of the context and its driver.
  public let driver: DriverDescription

  /// The driver's peculiarities.
  public let quirks: DriverQuirks

  /// The largest side of a texture or framebuffer.
  public let maximumTextureSize: Int

  /// Whether the driver hands out linked programs as bytes.
  public let supportsProgramBinaries: Bool

  /// Whether the driver reports errors and warnings through KHR_debug.
  public let hasDebugOutput: Bool

  /// Whether the driver can tell that the context was lost.
  public let hasRobustness: Bool

  /// The pixel format for textures of pictures: that of windows where the driver supports it. A driver without a
  /// graphics card then copies them into a window many times as fast.
  public let pictureFormat: Texture.Format

  /// Whether the rows of a framebuffer can be put in the order of a window's.
  private(set) lazy var canTurnFramebuffers = epoxy_has_gl_extension("GL_MESA_framebuffer_flip_y")

  let canReleaseCompiler: Bool

  /// How often the target has changed since all was drawn.
  var passes = 0

  /// The names of the extensions the context offers.
  public private(set) lazy var extensions: Set<String> = Self.extensionNames()

  /// How many objects of each kind are alive.
  public private(set) var liveObjects: [ObjectKind: Int] = [:]

  /// Whether this context was found, or pretended, to be lost.
  public private(set) var isLost = false

  /// The current target, to return to it later; it must still exist then.
  public internal(set) var target: DrawingTarget
  var usedProgram: GLuint = 0
  /// The units whose textures are read by the nearest pixel, a bit each, and what reads so; it goes with the context.
  var nearestUnits = 0
  private(set) lazy var nearestSampler: GLuint = {
    var name: GLuint = 0
    glGenSamplers(1, &name)
    for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
      glSamplerParameteri(name, GLenum(filter), GL_NEAREST)
    }
    return name
  }()

  /// The largest side of what can be drawn into, in pixels.
  public let maximumTargetSize: Int
  let log = DebugLog()
  private let collectsDebugMessages: Bool
  private var lossReason = ""
  private var isDestroyed = false
  private var graveyard: [GraphicsObject] = []

  /// Whether this is a debug build, in which the driver is asked for messages.
  public static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// Describes the context that is current on this thread; with `debug` its errors are caught by `check()`.
  public init(debug: Bool = GraphicsContext.isDebugBuild) throws(GraphicsError) {
    // For each function that it finds, epoxy asks whether the context is one of GLX, and where no library of that is loaded
    // it looks for one anew each time, a hundred times at a start.
    _ = try? SharedLibrary("libGL", files: ["libGL.so.1"])
    driver = DriverDescription()
    quirks = DriverQuirks(renderer: driver.renderer)
    guard driver.isSufficient else {
      let found = driver.version.isEmpty ? "no context is current" : "it offers \(driver.version)"
      throw .unsupported("OpenGL ES 3.0 or OpenGL 3.3 is needed, \(found)")
    }
    let isEmbedded = driver.kind == .embedded
    let version = driver.major * 10 + driver.minor
    maximumTextureSize = Self.integer(GL_MAX_TEXTURE_SIZE)
    maximumTargetSize = min(maximumTextureSize, Self.maximumViewport())
    pictureFormat =
      !isEmbedded || epoxy_has_gl_extension("GL_EXT_texture_format_BGRA8888") ? .bgra8 : .rgba8
    target = .window(of: pictureFormat, size: PixelSize(width: 0, height: 0))
    supportsProgramBinaries =
      (isEmbedded || version >= 41 || epoxy_has_gl_extension("GL_ARB_get_program_binary"))
      && Self.integer(GL_NUM_PROGRAM_BINARY_FORMATS) > 0
    canReleaseCompiler =
      isEmbedded || version >= 41 || epoxy_has_gl_extension("GL_ARB_ES2_compatibility")
    hasDebugOutput = version >= (isEmbedded ? 32 : 43) || epoxy_has_gl_extension("GL_KHR_debug")
    hasRobustness = version >= (isEmbedded ? 32 : 45) || epoxy_has_gl_extension("GL_KHR_robustness")
    collectsDebugMessages = debug && hasDebugOutput
    if collectsDebugMessages { installDebugCallback() }
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
    glDisable(GLenum(GL_DITHER))
    CurrentContext.set(self)
  }

  /// Takes the driver's messages that have arrived since the last time.
  public func takeDebugMessages() -> [DebugMessage] {
    defer { log.messages.removeAll(keepingCapacity: true) }
    return log.messages
  }

  /// Throws what went wrong since the last check: a lost context, OpenGL errors, debug messages that are errors.
  public func check() throws(GraphicsError) {
    if isLost { throw .contextLost(lossReason) }
    if hasRobustness, let reason = Self.resetReason(glGetGraphicsResetStatus()) {
      wasLost(reason)
      throw .contextLost(reason)
    }
    let codes = Self.pendingErrors()
    if codes.contains(GLenum(GL_CONTEXT_LOST)) {
      wasLost("GL_CONTEXT_LOST")
      throw .contextLost(lossReason)
    }
    let complaints = log.messages.filter { $0.severity == .error }.map(\.text)
    log.messages.removeAll { $0.severity == .error }
    // The debug message of an error says more than its code does.
    let errors = complaints.isEmpty ? codes.map(Self.errorName) : complaints
    if !errors.isEmpty { throw .driver(errors) }
  }

  /// Pretends that the driver lost the context: every later check says so, until a new context is made.
  public func injectLoss() {
    wasLost("a loss was injected")
  }

  /// Takes note of a loss that shows elsewhere than in OpenGL.
  package func wasLost(_ reason: String) {
    isLost = true
    lossReason = reason
  }

  /// Takes note that the context is now current on this thread, and deletes what was freed meanwhile.
  package func becameCurrent() {
    CurrentContext.set(self)
    graveyard.forEach { $0.delete() }
    graveyard.removeAll()
  }

  /// Takes note that the context is about to be destroyed, and all its objects with it.
  package func willBeDestroyed() {
    if collectsDebugMessages && CurrentContext.isCurrent(self) { glDebugMessageCallback(nil, nil) }
    isDestroyed = true
    graveyard.removeAll()
    if CurrentContext.isCurrent(self) { CurrentContext.set(nil) }
  }

  deinit {
    if !isDestroyed { willBeDestroyed() }
  }

  /// Whether OpenGL calls reach this context from the calling thread.
  var isUsable: Bool { !isDestroyed && CurrentContext.isCurrent(self) }

  func free(_ object: GraphicsObject) {
    count(object.kind, by: -1)
    if object.kind == .program && object.name == usedProgram { usedProgram = 0 }
    if object.kind == .framebuffer && object.name == target.name {
      target = .window(of: pictureFormat, size: target.size)
    }
    if isDestroyed { return }
    if CurrentContext.isCurrent(self) {
      object.delete()
    } else {
      graveyard.append(object)
    }
  }

  func count(_ kind: ObjectKind, by change: Int) {
    liveObjects[kind, default: 0] += change
    if liveObjects[kind] == 0 { liveObjects[kind] = nil }
  }

  /// Throws when the driver ran out of memory since the last error was read; other errors stay for `check()`.
  func checkMemory(for what: String) throws(GraphicsError) {
    let codes = Self.pendingErrors()
    if codes.contains(GLenum(GL_OUT_OF_MEMORY)) {
      log.messages.removeAll { $0.severity == .error }
      throw .outOfMemory(what)
    }
    for code in codes where !collectsDebugMessages {
      log.append(DebugMessage(severity: .error, text: Self.errorName(code)))
    }
  }

  /// Drops errors that are thrown with a better message.
  func forgetErrors() {
    _ = Self.pendingErrors()
    log.messages.removeAll { $0.severity == .error }
  }

  private func installDebugCallback() {
    glEnable(GLenum(GL_DEBUG_OUTPUT))
    glEnable(GLenum(GL_DEBUG_OUTPUT_SYNCHRONOUS))
    // Notifications, which NVIDIA's driver sends for every buffer, are not asked for.
    let any = GLenum(GL_DONT_CARE)
    glDebugMessageControl(any, any, GLenum(GL_DEBUG_SEVERITY_NOTIFICATION), 0, nil, 0)
    glDebugMessageCallback(
      { _, type, _, severity, length, text, log in
        guard let text, let log else { return }
        let bytes = UnsafeRawBufferPointer(start: text, count: max(0, Int(length)))
        let message = DebugMessage(
          type: type, severity: severity, text: String(decoding: bytes, as: UTF8.self))
        Unmanaged<DebugLog>.fromOpaque(log).takeUnretainedValue().append(message)
      }, Unmanaged.passUnretained(log).toOpaque())
  }

  static func integer(_ name: Int32) -> Int {
    var value: GLint = 0
    glGetIntegerv(GLenum(name), &value)
    return Int(value)
  }

  private static func maximumViewport() -> Int {
    var sides: [GLint] = [0, 0]
    glGetIntegerv(GLenum(GL_MAX_VIEWPORT_DIMS), &sides)
    return Int(sides.min() ?? 0)
  }

  private static func extensionNames() -> Set<String> {
    var names: Set<String> = []
    for index in 0..<integer(GL_NUM_EXTENSIONS) {
      guard let name = glGetStringi(GLenum(GL_EXTENSIONS), GLuint(index)) else { continue }
      names.insert(String(cString: name))
    }
    return names
  }

  // A lost context may go on reporting errors for ever, so the queue is read with a bound.
  private static func pendingErrors() -> [GLenum] {
    var codes: [GLenum] = []
    while codes.count < 16 {
      let code = glGetError()
      if code == GLenum(GL_NO_ERROR) { break }
      codes.append(code)
    }
    return codes
  }

  private static func resetReason(_ status: GLenum) -> String? {
    switch Int32(bitPattern: status) {
    case GL_NO_ERROR: nil
    case GL_GUILTY_CONTEXT_RESET: "the driver was reset because of this program"
    case GL_INNOCENT_CONTEXT_RESET: "the driver was reset because of another program"
    default: "the driver was reset"
    }
  }

  private static func errorName(_ code: GLenum) -> String {
    switch Int32(bitPattern: code) {
    case GL_INVALID_ENUM: "GL_INVALID_ENUM"
    case GL_INVALID_VALUE: "GL_INVALID_VALUE"
    case GL_INVALID_OPERATION: "GL_INVALID_OPERATION"
    case GL_INVALID_FRAMEBUFFER_OPERATION: "GL_INVALID_FRAMEBUFFER_OPERATION"
    case GL_OUT_OF_MEMORY: "GL_OUT_OF_MEMORY"
    case GL_CONTEXT_LOST: "GL_CONTEXT_LOST"
    default: "OpenGL error 0x\(String(code, radix: 16))"
    }
  }
}
