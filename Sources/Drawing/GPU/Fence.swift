import CEpoxy

/// A mark in the stream of commands that tells when everything before it is done.
public struct Fence: ~Copyable {
  private let sync: GLsync
  private let context: GraphicsContext

  /// Places a mark after the commands given so far; nil when the driver refuses.
  public init?(in context: GraphicsContext) {
    guard let sync = glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0) else { return nil }
    self.sync = sync
    self.context = context
    context.count(.fence, by: 1)
  }

  deinit {
    context.count(.fence, by: -1)
    if context.isUsable { glDeleteSync(sync) }
  }

  /// Waits at most `seconds`, and returns whether everything before the mark is done.
  public func wait(atMost seconds: Double) -> Bool {
    let nanoseconds = GLuint64(max(0, min(seconds, 3600)) * 1e9)
    let result = glClientWaitSync(sync, GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT), nanoseconds)
    return result == GLenum(GL_ALREADY_SIGNALED) || result == GLenum(GL_CONDITION_SATISFIED)
  }
}
