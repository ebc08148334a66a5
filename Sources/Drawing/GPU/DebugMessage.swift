import CEpoxy

/// A message of the driver through KHR_debug.
public struct DebugMessage: Hashable, Sendable {
  /// How serious the driver calls it.
  public enum Severity: Hashable, Sendable {
    /// An error, undefined behaviour, or a very serious fault, as the driver rates it.
    case error
    /// Slow, deprecated or not portable.
    case warning
    /// Information only.
    case note
  }

  /// How serious it is.
  public var severity: Severity
  /// The driver's words.
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

/// The messages of the driver's callback until they are taken; beyond a limit the oldest are dropped.
final class DebugLog {
  var messages: [DebugMessage] = []
  private let limit = 256

  func append(_ message: DebugMessage) {
    if messages.count == limit { messages.removeFirst() }
    messages.append(message)
  }
}
