import CEpoxy

/// The errors of a context: OpenGL errors, messages of KHR_debug, and context loss. Its methods require that the
/// context is current.
final class DriverErrors {
  /// Whether the driver reports errors and warnings through KHR_debug.
  let hasDebugOutput: Bool

  /// Whether the driver reports a lost context.
  private let hasRobustness: Bool

  /// Whether the driver was asked for messages.
  private let collectsMessages: Bool

  let log = DebugLog()

  /// The reason why the context was lost, or nil.
  private(set) var loss: String?

  /// Collects the errors of the current context. With `debug`, the driver explains them if it can.
  init(of driver: DriverDescription, debug: Bool) {
    let isEmbedded = driver.kind == .embedded
    let version = driver.major * 10 + driver.minor
    hasDebugOutput = version >= (isEmbedded ? 32 : 43) || epoxy_has_gl_extension("GL_KHR_debug")
    hasRobustness = version >= (isEmbedded ? 32 : 45) || epoxy_has_gl_extension("GL_KHR_robustness")
    collectsMessages = debug && hasDebugOutput
    if collectsMessages { installCallback() }
  }

  /// Removes the driver's callback before the context is destroyed.
  func removeCallback() {
    if collectsMessages { glDebugMessageCallback(nil, nil) }
  }

  /// Returns and removes the driver's messages that have arrived since the last call.
  func takeMessages() -> [DebugMessage] {
    defer { log.messages.removeAll(keepingCapacity: true) }
    return log.messages
  }

  /// Notes that the context was lost.
  func note(loss reason: String) { loss = reason }

  /// Checks for errors since the last call.
  ///
  /// - Throws: ``GraphicsError/contextLost(_:)`` if the context was lost, and ``GraphicsError/driver(_:)`` for OpenGL
  ///   errors and debug messages that are errors.
  func check() throws(GraphicsError) {
    if loss == nil, hasRobustness { loss = Self.resetReason(glGetGraphicsResetStatus()) }
    let codes = loss == nil ? Self.pending() : []
    if codes.contains(GLenum(GL_CONTEXT_LOST)) { loss = "GL_CONTEXT_LOST" }
    if let loss { throw .contextLost(loss) }
    let complaints = log.messages.filter { $0.severity == .error }.map(\.text)
    log.messages.removeAll { $0.severity == .error }
    // The debug message of an error is more specific than its code.
    let errors = complaints.isEmpty ? codes.map(Self.name(of:)) : complaints
    if !errors.isEmpty { throw .driver(errors) }
  }

  /// Throws if the driver has run out of memory since the last error was read. Other errors remain for `check()`.
  func checkMemory(for what: String) throws(GraphicsError) {
    let codes = Self.pending()
    if codes.contains(GLenum(GL_OUT_OF_MEMORY)) {
      log.messages.removeAll { $0.severity == .error }
      throw .outOfMemory(what)
    }
    for code in codes where !collectsMessages {
      log.append(DebugMessage(severity: .error, text: Self.name(of: code)))
    }
  }

  /// Discards errors for which the caller throws a better message.
  func forget() {
    _ = Self.pending()
    log.messages.removeAll { $0.severity == .error }
  }

  private func installCallback() {
    glEnable(GLenum(GL_DEBUG_OUTPUT))
    glEnable(GLenum(GL_DEBUG_OUTPUT_SYNCHRONOUS))
    // Notifications are not requested: NVIDIA's driver sends one for every buffer.
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

  // A lost context may report errors forever, so reading the queue is bounded.
  private static func pending() -> [GLenum] {
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
    // Untranslated: a technical detail, for a report to developers.
    case GL_GUILTY_CONTEXT_RESET: "the driver was reset because of this program"
    case GL_INNOCENT_CONTEXT_RESET: "the driver was reset because of another program"
    default: "the driver was reset"
    }
  }

  private static func name(of code: GLenum) -> String {
    switch Int32(bitPattern: code) {
    // Untranslated: a technical detail, for a report to developers.
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

/// A message of the driver through KHR_debug.
public struct DebugMessage: Hashable, Sendable {
  /// The severity that the driver assigns.
  public enum Severity: Hashable, Sendable {
    /// An error, undefined behaviour, or a very serious fault.
    case error
    /// Slow, deprecated or non-portable use.
    case warning
    /// Information only.
    case note
  }

  /// The severity.
  public var severity: Severity
  /// The driver's message.
  public var text: String

  /// Creates a message.
  public init(severity: Severity, text: String) {
    self.severity = severity
    self.text = text
  }

  init(type: GLenum, severity: GLenum, text: String) {
    let isError = type == GLenum(GL_DEBUG_TYPE_ERROR) || type == GLenum(GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR)
    if isError || severity == GLenum(GL_DEBUG_SEVERITY_HIGH) {
      self.init(severity: .error, text: text)
    } else if severity == GLenum(GL_DEBUG_SEVERITY_NOTIFICATION) {
      self.init(severity: .note, text: text)
    } else {
      self.init(severity: .warning, text: text)
    }
  }
}

/// The messages of the driver's callback that were not taken yet. Beyond a limit, the oldest are dropped.
final class DebugLog {
  var messages: [DebugMessage] = []
  private let limit = 256

  func append(_ message: DebugMessage) {
    if messages.count == limit { messages.removeFirst() }
    messages.append(message)
  }
}
