import CEpoxy

/// A measurement of how long the GPU takes for what is between `begin()` and `end()`.
///
/// Some drivers return wrong times: compare them with a `Fence`.
public struct TimerQuery: ~Copyable {
  private let handle: Handle

  /// Creates a query; nil when the driver has no timer.
  public init?(in context: GraphicsContext) {
    let hasTimer =
      context.driver.kind == .desktop || context.extensions.contains("GL_EXT_disjoint_timer_query")
    guard hasTimer else { return nil }
    handle = Handle(.query, in: context)
  }

  /// Begins to measure; only one query does at a time.
  public func begin() {
    glBeginQuery(GLenum(GL_TIME_ELAPSED), handle.name)
  }

  /// Ends to measure; the result comes later, without waiting for it.
  public func end() {
    glEndQuery(GLenum(GL_TIME_ELAPSED))
  }

  /// The seconds it took, or nil while the GPU is not done.
  public var elapsed: Double? {
    var isDone: GLuint = 0
    glGetQueryObjectuiv(handle.name, GLenum(GL_QUERY_RESULT_AVAILABLE), &isDone)
    guard isDone != 0 else { return nil }
    var nanoseconds: GLuint64 = 0
    glGetQueryObjectui64v(handle.name, GLenum(GL_QUERY_RESULT), &nanoseconds)
    return Double(nanoseconds) / 1e9
  }
}
