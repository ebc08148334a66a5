import Workers
import CGIO

/// A thread with a main loop of GLib's of its own, on which the connections made there deliver what comes.
package final class BusThread: Sendable {
  /// What GLib guards itself; each copy that outlives another needs references of its own.
  private struct Loop: @unchecked Sendable {
    let context: OpaquePointer?
    let loop: OpaquePointer?

    func retain() {
      g_main_context_ref(context)
      g_main_loop_ref(loop)
    }

    func release() {
      g_main_loop_unref(loop)
      g_main_context_unref(context)
    }
  }

  private let loop: Loop
  private let worker: Worker<Void>

  /// Starts the thread.
  package init(name: String) {
    let context = g_main_context_new()
    let loop = Loop(context: context, loop: g_main_loop_new(context, 0))
    self.loop = loop
    worker = Worker(name: name)
    // The thread has its own references: it may end while the owner is still telling it to.
    loop.retain()
    worker.run {
      g_main_context_push_thread_default(loop.context)
      g_main_loop_run(loop.loop)
      g_main_context_pop_thread_default(loop.context)
      loop.release()
    }
  }

  deinit {
    // Asked for on the thread: a loop that has not begun yet would not hear of it.
    Self.invoke(in: loop.context) { [loop] in g_main_loop_quit(loop.loop) }
    loop.release()
  }

  private final class Task {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Does something on the thread, in the order in which it was asked for.
  package func run(_ body: @escaping @Sendable () -> Void) { Self.invoke(in: loop.context, body) }

  /// Does something on the thread in so many seconds.
  package func run(after seconds: Double, _ body: @escaping @Sendable () -> Void) {
    let source = g_timeout_source_new(guint(max(seconds, 0) * 1000))
    Self.attach(source, to: loop.context, body)
  }

  private static func invoke(in context: OpaquePointer?, _ body: @escaping @Sendable () -> Void) {
    let source = g_idle_source_new()
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    attach(source, to: context, body)
  }

  private static func attach(
    _ source: UnsafeMutablePointer<GSource>?, to context: OpaquePointer?,
    _ body: @escaping @Sendable () -> Void
  ) {
    g_source_set_callback(
      source,
      { data in
        if let data { Unmanaged<Task>.fromOpaque(data).takeUnretainedValue().body() }
        return 0
      }, Unmanaged.passRetained(Task(body)).toOpaque(),
      { data in if let data { Unmanaged<Task>.fromOpaque(data).release() } })
    g_source_attach(source, context)
    g_source_unref(source)
  }
}
